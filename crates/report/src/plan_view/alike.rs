//! Groups resources with the same change: a new version of a chart changes a label of everything.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use skeg_plan::ChangeKind;

use super::model::{ChangeView, FieldView, PlanView};

/// The smallest group.
const FEWEST: usize = 3;
/// Resources with more changed fields are listed one by one.
const MOST_FIELDS: usize = 3;
/// The longest value, in characters, that is shown in one line.
const MOST_LETTERS: usize = 80;

/// Resources with the same change.
#[derive(Clone, Debug)]
pub(super) struct Alike<'a> {
    /// The fields of the first of them; none has other owners.
    pub(super) fields: &'a [FieldView],
    pub(super) changes: Vec<&'a ChangeView>,
}

/// The groups of a plan, largest first, and the ungrouped changes in the order of the plan.
pub(super) fn split(view: &PlanView) -> (Vec<Alike<'_>>, Vec<&ChangeView>) {
    let changes: Vec<&ChangeView> = view.deploys().collect();
    let mut found: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, change) in changes.iter().enumerate() {
        if let Some(key) = key(change) {
            found.entry(key).or_default().push(at);
        }
    }
    let mut groups: Vec<Vec<usize>> = found.into_values().filter(|members| members.len() >= FEWEST).collect();
    groups.sort_by_key(|members| (std::cmp::Reverse(members.len()), members[0]));
    let grouped: BTreeSet<usize> = groups.iter().flatten().copied().collect();
    let group = |members: Vec<usize>| Alike {
        fields: &changes[members[0]].fields,
        changes: members.into_iter().map(|at| changes[at]).collect(),
    };
    let alone = changes.iter().enumerate().filter(|(at, _)| !grouped.contains(at)).map(|(_, change)| *change);
    let alone = alone.collect();
    (groups.into_iter().map(group).collect(), alone)
}

/// The key of changes that can be grouped; `None` for changes to list individually.
fn key(change: &ChangeView) -> Option<String> {
    let is_plain = change.kind == ChangeKind::Update
        && change.refused.is_empty()
        && change.message.is_none()
        && change.reason.is_empty()
        && change.risk.is_none()
        && change.renamed.is_none()
        && change.adopted_from.is_none()
        && change.folded.is_none()
        && !change.is_sensitive
        && !change.then_deleted;
    let is_small = !change.fields.is_empty() && change.fields.len() <= MOST_FIELDS;
    if !is_plain || !is_small || !change.fields.iter().all(|field| field.owners.is_empty() && is_short(field)) {
        return None;
    }
    Some(change.fields.iter().map(|field| one_line(field) + "\n").collect())
}

fn is_short(field: &FieldView) -> bool {
    let is_short = |value: &Value| match value {
        Value::Object(_) | Value::Array(_) => false,
        Value::String(text) => text.len() <= MOST_LETTERS && !text.contains('\n'),
        _ => true,
    };
    [&field.before, &field.after].into_iter().flatten().all(is_short)
}

/// `spec.replicas: 1 → 2`, `data.a: added b`.
pub(super) fn one_line(field: &FieldView) -> String {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let what = match (&field.before, &field.after) {
        (Some(before), Some(after)) => format!("{} → {}", text(before), text(after)),
        (None, Some(after)) => format!("added {}", text(after)),
        (Some(before), None) => format!("removed {}", text(before)),
        (None, None) => String::new(),
    };
    format!("{}: {what}", field.path)
}
