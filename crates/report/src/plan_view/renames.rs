//! Finds probable renames: a resource is deleted, and one of the same kind with similar contents is created.

use std::collections::BTreeMap;

use serde_json::Value;
use skeg_plan::{Change, ChangeKind, Plan, significant};
use skeg_resources::{Object, to_yaml};

use super::content::within;

/// How much of two contents must be equal, in percent of their lines.
const ALIKE: usize = 80;
/// With more pairs than this nothing is compared: so many changes are not renames.
const MANY: usize = 2000;

/// Pairs of changes: the deleted one and the created one.
pub(super) fn find(plan: &Plan) -> Vec<(usize, usize)> {
    let of_kind = |kind: ChangeKind| plan.changes.iter().enumerate().filter(move |(_, change)| change.kind == kind);
    let mut pairs = Vec::new();
    for (gone, old) in of_kind(ChangeKind::Delete) {
        for (new, created) in of_kind(ChangeKind::Create) {
            let (Some(before), Some(after)) = (&old.before, &created.after) else { continue };
            if !is_same_kind(plan, old, created) || before.name() == after.name() {
                continue;
            }
            if pairs.len() == MANY {
                return Vec::new();
            }
            pairs.push((likeness(before, after), gone, new));
        }
    }
    pairs.retain(|(likeness, ..)| *likeness >= ALIKE);
    // The best pair first; each resource is in one pair only.
    pairs.sort_by_key(|(likeness, gone, new)| (std::cmp::Reverse(*likeness), *gone, *new));
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (_, gone, new) in pairs {
        if !found.iter().any(|pair| pair.0 == gone || pair.1 == new) {
            found.push((gone, new));
        }
    }
    found
}

fn is_same_kind(plan: &Plan, one: &Change, other: &Change) -> bool {
    let id = |change: &Change| &plan.targets[change.target].id;
    id(one).group_kind() == id(other).group_kind()
}

/// How many of the lines of both contents are equal, in percent. Contents with nothing but a name match nothing.
fn likeness(before: &Object, after: &Object) -> usize {
    let after_body = body(after);
    let before_body = within(&body(before), &after_body);
    let lines = |body: &Value, object: &Object| {
        let text = to_yaml(body);
        // A resource's own name is often in its labels and selectors.
        let name = object.name().unwrap_or_default();
        if name.len() < 2 { text } else { text.replace(name, "\u{0}") }
    };
    if after_body.as_object().is_none_or(|body| body.is_empty()) {
        return 0;
    }
    let (old, new) = (lines(&before_body, before), lines(&after_body, after));
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for line in old.lines() {
        *counts.entry(line).or_default() += 1;
    }
    let mut common = 0;
    for line in new.lines() {
        if let Some(count) = counts.get_mut(line).filter(|count| **count > 0) {
            *count -= 1;
            common += 1;
        }
    }
    2 * 100 * common / (old.lines().count() + new.lines().count()).max(1)
}

/// Everything except its identity.
fn body(object: &Object) -> Value {
    let mut map = significant(object);
    ["apiVersion", "kind", "metadata"].iter().for_each(|key| drop(map.remove(*key)));
    Value::Object(map)
}
