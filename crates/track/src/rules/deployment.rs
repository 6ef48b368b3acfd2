//! Deployment: all pods are of the newest template and available, and no older one is left.

use serde_json::Value;
use skeg_resources::Object;

use super::assessment::Assessment;
use super::status::{condition, count, is_observed, new_among, number, pods_to_go};

pub(super) fn assess(object: &Object) -> Assessment {
    let wanted = number(object, &["spec", "replicas"]).unwrap_or(1);
    if is_observed(object) != Some(true) {
        return Assessment::counted(0, wanted, "its controller to see the change");
    }
    if object.at(&["spec", "paused"]).and_then(Value::as_bool) == Some(true) {
        return Assessment::Ready;
    }
    let all = count(object, &["status", "replicas"]);
    let updated = count(object, &["status", "updatedReplicas"]);
    let available = count(object, &["status", "availableReplicas"]);
    if all == wanted && updated == wanted && available == wanted {
        return Assessment::Ready;
    }
    if let Some(progressing) = condition(object, "Progressing")
        && progressing.reason == "ProgressDeadlineExceeded"
    {
        return Assessment::failed(format!("no progress within its deadline: {}", progressing.message));
    }
    let ready = new_among(available, updated, all).min(wanted);
    Assessment::counted(ready, wanted, waits(object, wanted, all, updated, available))
}

fn waits(object: &Object, wanted: u32, all: u32, updated: u32, available: u32) -> String {
    if let Some(failure) = condition(object, "ReplicaFailure")
        && failure.is_true()
    {
        return format!("pods cannot be created: {}", failure.explanation());
    }
    if updated < wanted {
        format!("{updated} of {wanted} pods are of the new template")
    } else if all > updated {
        pods_to_go(all - updated, "old")
    } else if all > wanted {
        pods_to_go(all - wanted, "surplus")
    } else {
        format!("{} of {wanted} pods to become available", wanted.saturating_sub(available))
    }
}
