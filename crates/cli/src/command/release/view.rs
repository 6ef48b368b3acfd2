//! Formats a record for `get` and `status`.

use serde_json::Value;
use skeg_deploy::{KnownSecrets, Release, Seen};
use skeg_report::ReleaseView;

/// A record with its resources; secrets are masked if `hidden` is given.
pub(super) fn of(seen: &Seen, values: Option<Value>, hidden: Option<&KnownSecrets>) -> ReleaseView {
    let nothing = KnownSecrets::default();
    let secrets = hidden.unwrap_or(&nothing);
    let masker = secrets.masker();
    let mut view = ReleaseView {
        values,
        hooks: seen.hooks(hidden.is_none()),
        resources: seen.resources(hidden.is_none()),
        ..of_record(&seen.record, secrets)
    };
    view.values.iter_mut().for_each(|values| masker.mask_json(values));
    view.hooks.iter_mut().chain(&mut view.resources).for_each(|object| masker.mask_json(object));
    view
}

/// A record without its resources, with secrets masked.
pub(super) fn of_record(record: &Release, secrets: &KnownSecrets) -> ReleaseView {
    let shown = |text: &str| secrets.mask(text).into_owned();
    let annotations = record.info.annotations.iter().map(|(key, value)| (key.clone(), shown(value)));
    ReleaseView {
        name: record.name.clone(),
        namespace: record.namespace.clone(),
        revision: record.revision,
        status: record.info.status.name().to_string(),
        deployed_at: record.info.last_deployed.to_string(),
        description: shown(&record.info.description),
        annotations: annotations.collect(),
        labels: record.labels.clone(),
        chart_name: record.chart_name().to_string(),
        chart_version: record.chart_version().to_string(),
        app_version: record.app_version().to_string(),
        notes: shown(&record.info.notes),
        ..ReleaseView::default()
    }
}
