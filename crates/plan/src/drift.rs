//! Drift: how the cluster changed since a plan was made.
//!
//! Objects are compared by content, not by resourceVersion, which changes with every status update. Fields that the
//! cluster sets by itself and the plan does not touch are no drift either.

mod fields;

use std::fmt;

use serde_json::Value;
use skeg_resources::managed_fields::is_clusters;
use skeg_resources::{Masker, Object, ResourceId, redact_change, sensitivity};

use crate::change::{Change, ChangeKind};
use crate::decision::without_server_fields;
use crate::plan::{Plan, Target};
pub use fields::FieldDrift;

/// An object that changed since the review.
#[derive(Clone, Debug, PartialEq)]
pub struct Drift {
    /// The object.
    pub id: ResourceId,
    /// How it changed.
    pub what: Drifted,
}

/// How it changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Drifted {
    /// It was to be created, and exists already.
    Appeared,
    /// It existed, and is gone.
    Vanished,
    /// Another object has its name.
    Replaced,
    /// These fields changed; sensitive values are hidden.
    Changed(Vec<FieldDrift>),
}

impl fmt::Display for Drift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.id)?;
        match &self.what {
            Drifted::Appeared => f.write_str("was to be created, but already exists"),
            Drifted::Vanished => f.write_str("existed, but is gone"),
            Drifted::Replaced => f.write_str("was deleted and created again"),
            Drifted::Changed(fields) => {
                f.write_str("changed")?;
                fields.iter().try_for_each(|field| write!(f, "\n  {field}"))
            }
        }
    }
}

/// The drift of the object that a change applies to, if any. `secrets` are masked everywhere.
pub fn drift(plan: &Plan, change: &Change, live: Option<&Object>, secrets: &Masker) -> Option<Drift> {
    let target = plan.targets.get(change.target)?;
    let what = match (&change.before, live) {
        (None, None) => return None,
        (None, Some(_)) => Drifted::Appeared,
        // It was to be deleted and is gone already.
        (Some(_), None) if change.kind == ChangeKind::Delete => return None,
        (Some(_), None) => Drifted::Vanished,
        (Some(before), Some(live)) if before.uid() != live.uid() => Drifted::Replaced,
        (Some(before), Some(live)) => Drifted::Changed(changed(target, before, live, secrets)?),
    };
    Some(Drift { id: target.id.clone(), what })
}

/// Whether a change was already made by an interrupted execution of the same plan.
pub fn is_made(plan: &Plan, change: &Change, live: Option<&Object>) -> bool {
    let wanted = plan.targets.get(change.target).and_then(|target| target.object.as_ref());
    match (change.kind, wanted, live) {
        (ChangeKind::Delete, _, None) => true,
        (ChangeKind::Delete, _, Some(live)) => {
            change.before.as_ref().is_some_and(|before| before.uid() != live.uid() || live.is_being_deleted())
        }
        // Created and deleted again as planned, or half-way through a recreation.
        (kind, Some(_), None) => change.then_deleted || kind == ChangeKind::Recreate,
        (_, Some(wanted), Some(live)) => {
            let is_as_foreseen = || {
                let after = change.after.as_ref().filter(|_| change.kind == ChangeKind::Update);
                after.is_some_and(|after| without_server_fields(after) == without_server_fields(live))
            };
            is_within(&Value::Object(without_server_fields(wanted)), &live.clone().into()) || is_as_foreseen()
        }
        (_, None, _) => false,
    }
}

/// All secrets that a plan contains.
pub fn secrets(plan: &Plan) -> Masker {
    let mut masker = Masker::default();
    for target in &plan.targets {
        target.object.iter().for_each(|object| masker.add_object(object, &target.sensitive));
    }
    for change in &plan.changes {
        let Some(target) = plan.targets.get(change.target) else { continue };
        for object in change.before.iter().chain(&change.after) {
            masker.add_object(object, &target.sensitive);
            masker.add_object(object, &sensitivity(object));
        }
    }
    masker
}

/// The fields that drifted; `None` if there are none.
fn changed(target: &Target, before: &Object, live: &Object, secrets: &Masker) -> Option<Vec<FieldDrift>> {
    if before.resource_version().is_some() && before.resource_version() == live.resource_version() {
        return None;
    }
    let mut secrets = secrets.clone();
    let mut sides = (before.clone(), live.clone());
    for sensitive in [&target.sensitive, &sensitivity(before), &sensitivity(live)] {
        secrets.add_object(live, sensitive);
        sides = redact_change(&sides.0, &sides.1, sensitive);
    }
    let (before, shown) = secrets.mask_change(&sides.0, &sides.1);
    let wanted = target.object.as_ref().map(|object| Value::Object(object.as_map().clone()));
    let counts = |field: &FieldDrift| {
        let keys = field.keys();
        let is_ours = wanted.as_ref().is_some_and(|wanted| says(wanted, &keys));
        is_ours || field.is_gone() || !is_clusters(live, &keys)
    };
    let found = fields::differences(&without_server_fields(&before), &without_server_fields(&shown));
    let found: Vec<FieldDrift> = found.into_iter().filter(counts).collect();
    (!found.is_empty()).then_some(found)
}

/// Whether a value has something at a path.
fn says(value: &Value, keys: &[&str]) -> bool {
    keys.iter().try_fold(value, |value, key| value.get(key)).is_some()
}

/// Whether one value contains all of another.
fn is_within(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Null, _) => true,
        (Value::Object(part), Value::Object(whole)) => {
            part.iter().all(|(key, value)| is_within(value, whole.get(key).unwrap_or(&Value::Null)))
        }
        (Value::Array(part), Value::Array(whole)) => {
            part.len() == whole.len() && part.iter().zip(whole).all(|(part, whole)| is_within(part, whole))
        }
        (part, whole) => part == whole,
    }
}
