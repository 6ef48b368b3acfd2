//! Evidence for a failure: the last log lines and events.

use std::time::Duration;

use skeg_cluster::{Cluster, Error, LogQuery, Query};

use crate::pods::{Trouble, event_line, happened};

/// After this long the evidence is left out; the failure itself is known.
const PATIENCE: Duration = Duration::from_secs(5);

/// The last log lines of the failed container; empty if it never ran.
pub(super) async fn log_lines(cluster: &Cluster, namespace: &str, trouble: &Trouble, count: usize) -> Vec<String> {
    let container = trouble.container.as_deref().filter(|_| trouble.has_run && count > 0);
    let Some(container) = container else { return Vec::new() };
    let query = LogQuery {
        container: container.to_string(),
        previous: trouble.is_between_runs,
        tail_lines: Some(count.try_into().unwrap_or(u64::MAX)),
        ..LogQuery::default()
    };
    let read = async {
        match cluster.logs(namespace, &trouble.pod, &query).await {
            Ok(lines) if !lines.is_empty() => lines,
            // The kubelet may have deleted the older log.
            _ if query.previous => {
                let present = LogQuery { previous: false, ..query.clone() };
                cluster.logs(namespace, &trouble.pod, &present).await.unwrap_or_default()
            }
            _ => Vec::new(),
        }
    };
    tokio::time::timeout(PATIENCE, read).await.unwrap_or_default()
}

/// The last events about the object with this uid.
pub(super) async fn events(cluster: &Cluster, namespace: &str, uid: &str, count: usize) -> Vec<String> {
    let read = async {
        let Some(kind) = cluster.kind("", "Event", "v1").await? else { return Ok(Vec::new()) };
        let query = Query { fields: format!("involvedObject.uid={uid}"), ..Query::default() };
        Ok::<_, Error>(cluster.list(&kind, Some(namespace), &query).await?.objects)
    };
    let Ok(Ok(mut events)) = tokio::time::timeout(PATIENCE, read).await else { return Vec::new() };
    events.sort_by_key(happened);
    events.iter().skip(events.len().saturating_sub(count)).map(event_line).collect()
}
