//! PersistentVolumeClaim: bound, unless its class waits for the first pod.

use skeg_resources::Object;

use super::assessment::{Assessment, Surroundings};

pub(super) fn assess(object: &Object, surroundings: &Surroundings) -> Assessment {
    match object.text_at(&["status", "phase"]).unwrap_or_default() {
        "Bound" => Assessment::Ready,
        "Lost" => Assessment::failed("the volume it was bound to is gone"),
        // Waiting for it before the pod exists would never end.
        "Pending" if surroundings.binds_on_first_consumer => Assessment::Ready,
        _ => Assessment::waits("a volume to be bound"),
    }
}
