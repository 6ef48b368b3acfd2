//! StatefulSet: all pods are ready, and those that the strategy updates are of the newest revision.

use skeg_resources::Object;

use super::assessment::Assessment;
use super::status::{count, is_observed, new_among, number, pods_to_go};

pub(super) fn assess(object: &Object) -> Assessment {
    let wanted = number(object, &["spec", "replicas"]).unwrap_or(1);
    if is_observed(object) != Some(true) {
        return Assessment::counted(0, wanted, "its controller to see the change");
    }
    let all = count(object, &["status", "replicas"]);
    let ready = match count(object, &["spec", "minReadySeconds"]) {
        0 => count(object, &["status", "readyReplicas"]),
        _ => count(object, &["status", "availableReplicas"]),
    };
    if all > wanted {
        return Assessment::counted(ready.min(wanted), wanted, pods_to_go(all - wanted, "surplus"));
    }
    let to_update = to_update(object, wanted);
    let updated = count(object, &["status", "updatedReplicas"]);
    // Revisions are equal after a rollout; the number of updated pods is then no longer kept.
    if updated < to_update && !has_one_revision(object) {
        let waits = format!("{updated} of {to_update} pods are of the new revision");
        let new = new_among(ready, updated, all);
        let kept = (ready - new).min(wanted - to_update);
        return Assessment::counted(new + kept, wanted, waits);
    }
    if ready < wanted {
        return Assessment::counted(ready, wanted, format!("{} of {wanted} pods to become ready", wanted - ready));
    }
    if to_update == wanted && wanted > 0 && !has_one_revision(object) {
        return Assessment::counted(ready, wanted, "the rollout to be completed");
    }
    Assessment::Ready
}

/// How many pods the strategy updates by itself.
fn to_update(object: &Object, wanted: u32) -> u32 {
    match object.text_at(&["spec", "updateStrategy", "type"]) {
        Some("OnDelete") => 0,
        _ => wanted.saturating_sub(count(object, &["spec", "updateStrategy", "rollingUpdate", "partition"])),
    }
}

fn has_one_revision(object: &Object) -> bool {
    object.text_at(&["status", "currentRevision"]) == object.text_at(&["status", "updateRevision"])
}
