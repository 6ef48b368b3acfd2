//! Waits until the API server serves the kinds of a CRD, which takes a moment after it is accepted.

use std::time::Duration;

use serde_json::Value;
use skeg_cluster::{Backoff, Cluster};
use skeg_resources::Object;

/// A kind that is not served by then never will be, and applying its resources fails with the reason.
const PATIENCE: Duration = Duration::from_secs(30);

pub(super) async fn served(cluster: &Cluster, definition: &Object) {
    let _is_given_up = tokio::time::timeout(PATIENCE, all_served(cluster, definition)).await;
}

async fn all_served(cluster: &Cluster, definition: &Object) {
    let Some(group) = definition.text_at(&["spec", "group"]) else { return };
    let Some(kind) = definition.text_at(&["spec", "names", "kind"]) else { return };
    let versions = definition.at(&["spec", "versions"]).and_then(Value::as_array).into_iter().flatten();
    let served = versions.filter(|version| version.get("served").and_then(Value::as_bool) == Some(true));
    let mut backoff = Backoff::settling();
    for version in served.filter_map(|version| version.get("name")?.as_str()) {
        while !is_served(cluster, group, kind, version).await {
            tokio::time::sleep(backoff.step()).await;
        }
    }
}

async fn is_served(cluster: &Cluster, group: &str, kind: &str, version: &str) -> bool {
    // Cached discovery may be from before the CRD changed.
    matches!(cluster.kind(group, kind, version).await, Ok(Some(_)))
}
