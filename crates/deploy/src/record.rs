//! The record of a revision, in the form Helm reads.

mod metadata;
mod reasons;
mod value;

use skeg_chart::{Chart, File};
use skeg_release_store::{ChartFile, ChartRecord, Hook, Info, Release, ReleaseStatus, Time, check_labels, next_labels};
use skeg_resources::{DeployType, HookRecord};

use crate::deploy_options::DeployOptions;
use crate::desired::Desired;
use crate::error::Error;
use crate::past::Past;

pub(crate) use reasons::reasons;
pub(crate) use value::{from_tree, to_tree};

/// The record of a revision that is about to be deployed.
pub(crate) fn build(desired: &Desired, options: &DeployOptions, past: &Past) -> Result<Release, Error> {
    let status = match past.history.deploy_type() {
        DeployType::Upgrade => ReleaseStatus::PendingUpgrade,
        _ => ReleaseStatus::PendingInstall,
    };
    let description = match status {
        ReleaseStatus::PendingUpgrade => "Preparing upgrade",
        _ => "Initial install underway",
    };
    let first = past.last_record().map(|last| last.info.first_deployed.clone());
    let labels = past.last_record().map(|last| last.labels.clone()).unwrap_or_default();
    check_labels(&options.metadata.release_labels)?;
    let now = Time::now();
    Ok(Release {
        name: options.release.name.clone(),
        namespace: options.release.namespace.clone(),
        revision: past.history.next_revision(),
        info: Info {
            first_deployed: first.filter(|first| !first.is_never()).unwrap_or_else(|| now.clone()),
            last_deployed: now,
            description: description.to_string(),
            status,
            notes: desired.notes.clone(),
            annotations: options.metadata.release_annotations.clone(),
            ..Info::default()
        },
        chart: chart(&desired.chart)?.to_json(),
        config: desired.config.clone(),
        manifest: desired.record.manifest(),
        hooks: desired.record.hooks.iter().map(hook).collect(),
        labels: next_labels(&labels, &options.metadata.release_labels),
        apply_method: Some("ssa".to_string()),
        ..Release::default()
    })
}

/// The record of a new revision that repeats an earlier one.
pub(crate) fn again(target: &Release, options: &DeployOptions, revision: u64) -> Release {
    let mut record = target.clone();
    record.revision = revision;
    record.info.status = ReleaseStatus::PendingRollback;
    record.info.description = format!("Rollback to {}", target.revision);
    record.info.last_deployed = Time::now();
    record.info.deleted = Time::NEVER;
    record.info.rest.insert("rollback_revision".to_string(), target.revision.into());
    record.info.annotations.extend(options.metadata.release_annotations.clone());
    record.labels.extend(options.metadata.release_labels.clone());
    record.apply_method = Some("ssa".to_string());
    for hook in &mut record.hooks {
        hook.last_run = Default::default();
    }
    record
}

fn chart(chart: &Chart) -> Result<ChartRecord, Error> {
    let values = match from_tree(&chart.values) {
        serde_json::Value::Object(values) => values,
        _ => serde_json::Map::new(),
    };
    Ok(ChartRecord {
        metadata: metadata::metadata(&chart.metadata),
        lock: chart.lock.as_ref().map_or(serde_json::Value::Null, metadata::lock),
        templates: files(&chart.templates)?,
        values,
        schema: chart.schema.as_ref().map(content).transpose()?,
        files: files(&chart.files)?,
    })
}

fn files(files: &[File]) -> Result<Vec<ChartFile>, Error> {
    files.iter().map(|file| Ok(ChartFile { name: file.name.clone(), data: content(file)? })).collect()
}

fn content(file: &File) -> Result<Vec<u8>, Error> {
    Ok(file.data().map_err(skeg_render::Error::Chart)?.to_vec())
}

fn hook(hook: &HookRecord) -> Hook {
    Hook {
        name: hook.name.clone(),
        kind: hook.kind.clone(),
        path: hook.path.clone(),
        manifest: hook.manifest.clone(),
        events: hook.events.clone(),
        weight: hook.weight,
        delete_policies: hook.delete_policies.clone(),
        output_log_policies: hook.output_log_policies.clone(),
        ..Hook::default()
    }
}

/// The values that templates saw: the chart's, overridden by the user's.
pub(crate) fn merged_values(record: &Release) -> serde_json::Value {
    let mut values = record.chart.get("values").cloned().unwrap_or_default();
    overlay(&mut values, &serde_json::Value::Object(record.config.clone()));
    values
}

/// Merges one value over another, map by map; null removes a key.
fn overlay(below: &mut serde_json::Value, above: &serde_json::Value) {
    match (below, above) {
        (serde_json::Value::Object(below), serde_json::Value::Object(above)) => {
            for (key, value) in above {
                match value {
                    serde_json::Value::Null => drop(below.remove(key)),
                    value => overlay(below.entry(key.clone()).or_insert(serde_json::Value::Null), value),
                }
            }
        }
        (below, above) => *below = above.clone(),
    }
}
