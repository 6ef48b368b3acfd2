//! Recognizes refusals because of immutable fields.
//!
//! All causes must be of this kind: an object that is also invalid in another way would be deleted and then not
//! created.

use serde_json::Value;
use skeg_resources::Object;

use crate::observation::{Refusal, RefusalCause};

/// The immutable fields, if they are the only reason why the object was refused.
pub(crate) fn immutable_fields(refusal: &Refusal, wanted: &Object, live: &Object) -> Option<Vec<String>> {
    if refusal.code != 422 || refusal.causes.is_empty() || !refusal.causes.iter().all(RefusalCause::is_immutable) {
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

/// The fields of a cause. If the message lists only the mutable fields, those that differ are taken.
fn fields_of(cause: &RefusalCause, wanted: &Object, live: &Object) -> Vec<String> {
    let (Some(allowed), Some(wanted)) = (cause.changeable(), wanted.at(&[&cause.field]).and_then(Value::as_object))
    else {
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

/// Whether the live value contains everything that is wanted; it has the server's defaults too.
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
