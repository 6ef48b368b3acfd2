//! PersistentVolume: usable or in use.

use skeg_resources::Object;

use super::assessment::Assessment;

pub(super) fn assess(object: &Object) -> Assessment {
    match object.text_at(&["status", "phase"]).unwrap_or_default() {
        "Available" | "Bound" | "Released" => Assessment::Ready,
        "Failed" => {
            let message = object.text_at(&["status", "message"]).unwrap_or("it could not be reclaimed");
            Assessment::failed(message)
        }
        _ => Assessment::waits("the volume to become available"),
    }
}
