//! Tells from a refusal whether it is because of fields that cannot be changed in place.
//!
//! Only causes count, and all of them must be of this sort: an object that is also wrong in another way would be deleted
//! and then not created.

use serde_json::Value;
use skeg_resources::Object;

use crate::observation::{Refusal, RefusalCause};

/// The fields that cannot be changed, where these and nothing else are why the wanted object was refused.
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

/// The fields of a cause. One that only lists what could be changed is asked the other way round.
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
