//! Whether a pod is older than the write that is waited for, by the API server's clock alone.

use jiff::Timestamp;
use serde_json::Value;
use skeg_resources::Object;

/// When an object was last written, from the API server's response.
pub(crate) fn written(object: &Object) -> Option<Timestamp> {
    let managers = object.at(&["metadata", "managedFields"]).and_then(Value::as_array);
    let times = managers.into_iter().flatten().filter_map(|manager| manager.get("time")?.as_str()?.parse().ok());
    times.max()
}

pub(super) fn created(object: &Object) -> Option<Timestamp> {
    object.text_at(&["metadata", "creationTimestamp"])?.parse().ok()
}
