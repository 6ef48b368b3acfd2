//! Finds the rule of a kind and applies it.

use skeg_resources::Object;

use super::assessment::{Assessment, Surroundings};
use super::table::{is_ready_once_present, rule_of};
use super::{custom, known_custom};

/// The readiness of a resource.
pub fn assess(object: &Object, surroundings: &Surroundings) -> Assessment {
    let (group, kind) = (object.group(), object.kind());
    let rule = rule_of(group, kind);
    if object.is_being_deleted() && !rule.is_some_and(|rule| rule.tells_of_deletion) {
        return Assessment::waits("it is being deleted");
    }
    match rule {
        Some(rule) => (rule.assess)(object, surroundings),
        None if is_ready_once_present(group, kind) => Assessment::Ready,
        None => known_custom::assess(object).unwrap_or_else(|| custom::assess(object, surroundings)),
    }
}

/// Whether something that runs to completion has succeeded. That stays true when it is deleted.
pub fn has_succeeded(object: &Object) -> bool {
    rule_of(object.group(), object.kind()).is_some_and(|rule| (rule.has_succeeded)(object))
}
