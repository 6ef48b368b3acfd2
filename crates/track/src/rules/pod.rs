//! Pod: ready if it is always restarted, else succeeded.

use skeg_resources::Object;

use super::assessment::Assessment;
use super::status::condition;

pub(super) fn assess(object: &Object) -> Assessment {
    let is_service = object.text_at(&["spec", "restartPolicy"]).unwrap_or("Always") == "Always";
    match object.text_at(&["status", "phase"]).unwrap_or_default() {
        "Succeeded" => Assessment::Ready,
        "Failed" => Assessment::failed(failure(object)),
        _ if is_service && condition(object, "Ready").is_some_and(|ready| ready.is_true()) => Assessment::Ready,
        _ => Assessment::counted(0, 1, if is_service { "it to become ready" } else { "it to end" }),
    }
}

pub(super) fn has_succeeded(object: &Object) -> bool {
    object.text_at(&["status", "phase"]) == Some("Succeeded")
}

fn failure(object: &Object) -> String {
    let text = |key: &str| object.text_at(&["status", key]).filter(|text| !text.is_empty());
    match (text("reason"), text("message")) {
        (Some(reason), Some(message)) => format!("the pod failed: {message} ({reason})"),
        (Some(only), None) | (None, Some(only)) => format!("the pod failed: {only}"),
        (None, None) => "the pod failed".to_string(),
    }
}
