//! Tells from a refusal whether it is because of fields that cannot be changed in place.
//!
//! Only causes count, and all of them must be of this sort: an object that is also wrong in another way would be deleted
//! and then not created. The texts are those of Kubernetes' own validation, `field is immutable` and its kin.

use serde_json::Value;
use skeg_resources::{Object, cause_detail};

use crate::observation::{Refusal, RefusalCause};

/// Texts of causes, as parts of the detail behind the refused value.
const PHRASES: &[&str] = &[
    "immutable",
    "may not change once set",
    "can not be unset",
    "cannot change roleRef",
    "may not be changed in an update",
    "updates may not change fields other than",
    "updates may not add or remove containers",
    // What a rule `self == oldSelf` of a custom resource says when it has no message of its own.
    "== oldSelf",
    "oldSelf ==",
];

/// The fields that cannot be changed, where these and nothing else are why the wanted object was refused.
pub(crate) fn immutable_fields(refusal: &Refusal, wanted: &Object, live: &Object) -> Option<Vec<String>> {
    if refusal.code != 422 || refusal.causes.is_empty() || !refusal.causes.iter().all(is_immutable) {
        return None;
    }
    let mut fields: Vec<String> = refusal
        .causes
        .iter()
        .flat_map(|cause| fields_of(cause, wanted, live))
        .filter(|field| !field.is_empty())
        .collect();
    fields.sort();
    fields.dedup();
    Some(fields)
}

fn is_immutable(cause: &RefusalCause) -> bool {
    // Of metadata only annotations can differ between what is wanted and what is there and still be the same object.
    if cause.field.starts_with("metadata") && !cause.field.starts_with("metadata.annotations") {
        return false;
    }
    let detail = cause_detail(&cause.message);
    let is_forbidden_update = detail.starts_with("updates to ") && detail.contains("forbidden");
    is_forbidden_update || PHRASES.iter().any(|phrase| detail.contains(phrase))
}

/// The fields of a cause. One that only lists what could be changed is asked the other way round.
fn fields_of(cause: &RefusalCause, wanted: &Object, live: &Object) -> Vec<String> {
    let allowed = cause_detail(&cause.message).split_once("for fields other than ").map(|(_, allowed)| allowed);
    let (Some(allowed), Some(wanted)) = (allowed, wanted.at(&[&cause.field]).and_then(Value::as_object)) else {
        return vec![cause.field.clone()];
    };
    let live = live.at(&[&cause.field]);
    let changed = wanted.iter().filter(|(key, value)| {
        !allowed.contains(&format!("'{key}'"))
            && !live.and_then(|live| live.get(key)).is_some_and(|live| is_within(value, live))
    });
    let fields: Vec<String> = changed.map(|(key, _)| format!("{}.{key}", cause.field)).collect();
    if fields.is_empty() { vec![cause.field.clone()] } else { fields }
}

/// Whether all that is wanted is in the live value, which has the server's defaults too.
fn is_within(wanted: &Value, live: &Value) -> bool {
    match (wanted, live) {
        (Value::Object(wanted), Value::Object(live)) => {
            wanted.iter().all(|(key, value)| live.get(key).is_some_and(|live| is_within(value, live)))
        }
        (Value::Array(wanted), Value::Array(live)) => {
            wanted.len() == live.len() && wanted.iter().zip(live).all(|(wanted, live)| is_within(wanted, live))
        }
        _ => wanted == live,
    }
}
