//! Namespace: active. One that is being deleted says what blocks it.

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
    match what_holds(object) {
        None => Assessment::waits("it is being deleted"),
        Some(why) => Assessment::waits(format!("it is being deleted: {why}")),
    }
}

/// What a namespace that is being deleted still waits for, if its conditions say so.
pub fn what_holds(namespace: &Object) -> Option<String> {
    let reasons: Vec<&str> = conditions(namespace).filter(|held| held.is_true()).map(|held| held.message).collect();
    if reasons.is_empty() { None } else { Some(reasons.join("; ")) }
}
