//! Finds the rule of a kind and asks it.

use skeg_resources::Object;

use super::assessment::{Assessment, Surroundings};
use super::table::{is_ready_once_present, rule_of};
use super::{custom, known_custom};

/// How far a resource is on its way to be ready.
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

/// Whether something that runs to its end has ended well. That stays true when it is deleted.
pub fn has_succeeded(object: &Object) -> bool {
    rule_of(object.group(), object.kind()).is_some_and(|rule| (rule.has_succeeded)(object))
}
