//! DaemonSet: every selected node runs an available pod of the newest template.

use skeg_resources::Object;

use super::assessment::Assessment;
use super::status::{count, is_observed, new_among, number};

pub(super) fn assess(object: &Object) -> Assessment {
    if is_observed(object) != Some(true) {
        return Assessment::waits("its controller to see the change");
    }
    let wanted = count(object, &["status", "desiredNumberScheduled"]);
    let updated = count(object, &["status", "updatedNumberScheduled"]);
    let available = count(object, &["status", "numberAvailable"]);
    // Users replace the pods themselves; all that can be waited for is that the existing ones work.
    if object.text_at(&["spec", "updateStrategy", "type"]) == Some("OnDelete") {
        return if available >= wanted { Assessment::Ready } else { short_of(available, wanted) };
    }
    if updated < wanted {
        let waits = format!("{updated} of {wanted} nodes have a pod of the new template");
        let all = number(object, &["status", "currentNumberScheduled"]).unwrap_or(wanted);
        return Assessment::counted(new_among(available, updated, all), wanted, waits);
    }
    if available < wanted { short_of(available, wanted) } else { Assessment::Ready }
}

fn short_of(available: u32, wanted: u32) -> Assessment {
    Assessment::counted(available, wanted, format!("{} of {wanted} pods to become available", wanted - available))
}
