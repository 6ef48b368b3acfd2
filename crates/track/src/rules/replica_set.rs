//! ReplicaSet and ReplicationController: as many pods as wanted, all available.

use skeg_resources::Object;

use super::assessment::Assessment;
use super::status::{condition, count, is_observed, number, pods_to_go};

pub(super) fn assess(object: &Object) -> Assessment {
    let wanted = number(object, &["spec", "replicas"]).unwrap_or(1);
    if is_observed(object) != Some(true) {
        return Assessment::counted(0, wanted, "its controller to see the change");
    }
    let all = count(object, &["status", "replicas"]);
    let available = count(object, &["status", "availableReplicas"]);
    if all == wanted && available == wanted {
        return Assessment::Ready;
    }
    let waits = match condition(object, "ReplicaFailure") {
        Some(failure) if failure.is_true() => format!("pods cannot be created: {}", failure.explanation()),
        _ if all > wanted => pods_to_go(all - wanted, "surplus"),
        _ => format!("{} of {wanted} pods to become available", wanted.saturating_sub(available)),
    };
    Assessment::counted(available.min(wanted), wanted, waits)
}
