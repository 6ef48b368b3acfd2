//! Namespace: active. One that goes says what holds it.

use skeg_resources::Object;

use super::assessment::Assessment;
use super::status::conditions;

pub(super) fn assess(object: &Object) -> Assessment {
    if object.text_at(&["status", "phase"]) == Some("Active") && !object.is_being_deleted() {
        return Assessment::Ready;
    }
    if !object.is_being_deleted() {
        return Assessment::waits("it to become active");
    }
    let reasons: Vec<&str> = conditions(object).filter(|held| held.is_true()).map(|held| held.message).collect();
    if reasons.is_empty() {
        return Assessment::waits("it is being deleted");
    }
    Assessment::waits(format!("it is being deleted: {}", reasons.join("; ")))
}
