//! Converts a preview to a frozen plan and back.

use std::collections::BTreeSet;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use serde_json::{Value, json};
use skeg_plan::artifact::{
    API_VERSION, ArtifactError, Choices, Frozen, Head, LastRevision, ReleaseRevision, Storage, Tool,
};
use skeg_release_store::{Driver, Info, Release, Time, decode, encode};
use skeg_resources::managed_fields::ManualChanges;
use skeg_resources::{HIDDEN, KnownSecrets};

use super::identity::identify;
use super::options;
use crate::deploy_options::DeployOptions;
use crate::error::Error;
use crate::preview::Preview;
use crate::world::World;

/// The head and payload of the file for a preview. `delete_namespace` is for uninstalls.
pub async fn freeze(
    preview: &Preview,
    chosen: &DeployOptions,
    delete_namespace: bool,
    tool: Tool,
    world: &World,
) -> Result<(Head, Frozen), Error> {
    let plan = preview.plan.clone();
    let known_secrets = known_secrets(preview, &world.secrets)?;
    let cluster = identify(&world.cluster, &plan.release.namespace).await?;
    if !cluster.is_identifying() {
        return Err(Error::NamelessCluster { namespace: plan.release.namespace });
    }
    let head = Head {
        api_version: API_VERSION.to_string(),
        timestamp: Timestamp::now().to_string(),
        release: ReleaseRevision {
            name: plan.release.name.clone(),
            namespace: plan.release.namespace.clone(),
            version: plan.revision,
        },
        deploy_type: plan.deploy_type,
        default_delete_propagation: chosen.policy.propagation,
        encrypted: false,
        tool,
        cluster,
    };
    let frozen = Frozen {
        plan,
        record: preview.record.as_ref().map(encode).transpose()?.map(Value::String),
        record_labels: preview.record.as_ref().map(|record| record.labels.clone()).unwrap_or_default(),
        is_idle: preview.is_idle,
        record_reasons: preview.record_reasons.clone(),
        last: preview.last.as_ref().map(last_revision),
        back_to: preview.back_to,
        choices: Choices {
            storage: storage(world.driver())?,
            keep_manual_changes: chosen.policy.manual_changes == ManualChanges::Keep,
            create_namespace: preview.creates_namespace,
            delete_namespace,
            options: options::keep(chosen),
        },
        warnings: preview.warnings.clone(),
        known_secrets,
    };
    Ok((head, frozen))
}

/// Secrets in the plan that nothing in it marks as secret: decrypted values, and contents of Secrets that do not
/// change.
fn known_secrets(preview: &Preview, secrets: &KnownSecrets) -> Result<String, Error> {
    let (masker, own) = (secrets.masker(), KnownSecrets::default());
    if masker.is_empty() {
        return Ok(String::new());
    }
    own.add_all(&skeg_plan::secrets(&preview.plan));
    let mut found = BTreeSet::new();
    let plan = serde_json::to_value(&preview.plan).map_err(|error| Error::Other(format!("freezing: {error}")))?;
    for_each_text(&plan, &mut |text| found.extend(masker.found(text).map(str::to_string)));
    preview.warnings.iter().for_each(|text| found.extend(masker.found(text).map(str::to_string)));
    found.retain(|text| own.mask(text) != HIDDEN);
    Ok(if found.is_empty() { String::new() } else { STANDARD.encode(json!(found).to_string()) })
}

fn for_each_text(value: &Value, tell: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => tell(text),
        Value::Array(items) => items.iter().for_each(|item| for_each_text(item, tell)),
        Value::Object(map) => map.values().for_each(|item| for_each_text(item, tell)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The preview that was frozen. It has only the shown part of the last revision.
pub fn thaw(frozen: Frozen) -> Result<Preview, Error> {
    let record = record(&frozen)?;
    let last = |last: LastRevision| Release {
        revision: last.revision,
        info: Info {
            status: last.status,
            last_deployed: Time::parse(&last.deployed).unwrap_or(Time::NEVER),
            ..Info::default()
        },
        chart: json!({ "metadata": { "name": last.chart, "version": last.chart_version } }),
        ..Release::default()
    };
    Ok(Preview {
        release: frozen.plan.release.clone(),
        record,
        is_idle: frozen.is_idle,
        record_reasons: frozen.record_reasons,
        last: frozen.last.map(last),
        back_to: frozen.back_to,
        creates_namespace: frozen.choices.create_namespace,
        warnings: frozen.warnings,
        faulty: Vec::new(),
        blocked: Vec::new(),
        plan: frozen.plan,
    })
}

/// Registers the secrets of a frozen plan, and its names as public.
pub fn tell_secrets(frozen: &Frozen, secrets: &KnownSecrets) -> Result<(), Error> {
    secrets.add_all(&skeg_plan::secrets(&frozen.plan));
    frozen.plan.targets.iter().for_each(|target| secrets.publish(&target.id));
    record(frozen)?.iter().for_each(|record| record.tell(secrets));
    let unreadable = || ArtifactError::BadPayload("known_secrets is not a list of base64 texts".to_string());
    if !frozen.known_secrets.is_empty() {
        let json = STANDARD.decode(&frozen.known_secrets).map_err(|_| unreadable())?;
        let values: Vec<String> = serde_json::from_slice(&json).map_err(|_| unreadable())?;
        values.iter().for_each(|value| secrets.add(value));
    }
    Ok(())
}

/// The record of the revision that the plan creates.
pub(super) fn record(frozen: &Frozen) -> Result<Option<Release>, Error> {
    let Some(Value::String(text)) = &frozen.record else { return Ok(None) };
    let mut record = decode("in the plan", text.as_bytes())?;
    record.labels = frozen.record_labels.clone();
    Ok(Some(record))
}

fn last_revision(last: &Release) -> LastRevision {
    LastRevision {
        revision: last.revision,
        status: last.info.status,
        chart: last.chart_name().to_string(),
        chart_version: last.chart_version().to_string(),
        deployed: last.info.last_deployed.to_string(),
    }
}

fn storage(driver: Driver) -> Result<Storage, Error> {
    match driver {
        Driver::Secret => Ok(Storage::Secret),
        Driver::ConfigMap => Ok(Storage::ConfigMap),
        Driver::Memory => Err(Error::Other(
            "a plan cannot be saved for a release whose records are in memory: they are gone when this command ends; \
             keep them in the cluster with --release-storage secret"
                .to_string(),
        )),
    }
}

/// Where the release of a frozen plan keeps its records.
pub fn frozen_driver(frozen: &Frozen) -> Driver {
    match frozen.choices.storage {
        Storage::Secret => Driver::Secret,
        Storage::ConfigMap => Driver::ConfigMap,
    }
}
