//! A record as it is shown.

use serde_json::Value;
use skeg_deploy::{Release, Seen};
use skeg_report::ReleaseView;

/// A record with its resources.
pub(super) fn of(seen: &Seen, values: Option<Value>, show_secrets: bool) -> ReleaseView {
    ReleaseView {
        values,
        hooks: seen.hooks(show_secrets),
        resources: seen.resources(show_secrets),
        ..of_record(&seen.record)
    }
}

/// A record without them.
pub(super) fn of_record(record: &Release) -> ReleaseView {
    ReleaseView {
        name: record.name.clone(),
        namespace: record.namespace.clone(),
        revision: record.revision,
        status: record.info.status.name().to_string(),
        deployed_at: record.info.last_deployed.to_string(),
        description: record.info.description.clone(),
        annotations: record.info.annotations.clone(),
        labels: record.labels.clone(),
        chart_name: record.chart_name().to_string(),
        chart_version: record.chart_version().to_string(),
        app_version: record.app_version().to_string(),
        notes: record.info.notes.clone(),
        ..ReleaseView::default()
    }
}
