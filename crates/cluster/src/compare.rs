//! Whether a live object is what was sent, if the response was lost. Pure.

use serde_json::Value;
use skeg_resources::Object;

/// Metadata that only the server sets or that never changes.
const SET_BY_SERVER: &[&str] =
    &["resourceVersion", "managedFields", "generation", "creationTimestamp", "namespace", "uid", "selfLink"];

/// Whether the live object contains everything that was sent; it may have more, such as defaults.
pub(crate) fn is_within(wanted: &Object, live: &Object) -> bool {
    holds(&essence(live), &essence(wanted))
}

/// Whether the live object is exactly what was sent. Errs on the side of "different": defaults that were not sent count
/// as a difference.
pub(crate) fn is_same(wanted: &Object, live: &Object) -> bool {
    let (mut wanted, mut live) = (essence(wanted), essence(live));
    for value in [&mut wanted, &mut live] {
        if let Value::Object(map) = value {
            map.remove("status");
        }
    }
    holds(&live, &wanted) && holds(&wanted, &live)
}

fn essence(object: &Object) -> Value {
    let mut object = object.clone();
    if let Some(metadata) = object.metadata_mut() {
        metadata.retain(|key, _| !SET_BY_SERVER.contains(&key.as_str()));
    }
    // The server merges it into data; which value won for a duplicate key cannot be seen later.
    object.as_map_mut().remove("stringData");
    Value::Object(object.as_map().clone())
}

fn holds(live: &Value, wanted: &Value) -> bool {
    match (live, wanted) {
        (Value::Object(live), Value::Object(wanted)) => wanted
            .iter()
            .all(|(key, wanted)| live.get(key).map_or_else(|| is_empty(wanted), |live| holds(live, wanted))),
        (Value::Array(live), Value::Array(wanted)) => {
            live.len() == wanted.len() && live.iter().zip(wanted).all(|(live, wanted)| holds(live, wanted))
        }
        (live, wanted) => live == wanted,
    }
}

/// Values that the server omits in responses.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(value) => !value,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(map) => map.values().all(is_empty),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use skeg_resources::Object;

    use super::{is_same, is_within};

    fn object(mut value: Value) -> Object {
        value["apiVersion"] = "v1".into();
        value["kind"] = "ConfigMap".into();
        Object::try_from(value).unwrap()
    }

    #[test]
    fn what_was_sent_is_found_again() {
        let live = json!({
            "metadata": {"name": "a", "namespace": "n", "uid": "u", "resourceVersion": "2", "labels": {"a": "b"}},
            "data": {"k": "1", "l": "2"},
        });
        let with = |data: Value| json!({"metadata": {"name": "a", "labels": {"a": "b"}}, "data": data});
        let table = [
            (with(json!({"k": "1", "l": "2"})), true, true),
            (with(json!({"k": "1"})), true, false),
            (with(json!({"k": "1", "l": "3"})), false, false),
            (with(json!({"k": "1", "l": "2", "m": "3"})), false, false),
            (json!({"metadata": {"name": "a"}, "data": {"k": "1", "l": "2"}}), true, false),
            (
                json!({"metadata": {"name": "a", "annotations": {}, "labels": {"a": "b"}}, "data": {"k": "1", "l": "2"}}),
                true,
                true,
            ),
        ];
        for (wanted, within, same) in table {
            let (wanted, live) = (object(wanted), object(live.clone()));
            assert_eq!((is_within(&wanted, &live), is_same(&wanted, &live)), (within, same), "{wanted:?}");
        }
    }

    #[test]
    fn what_is_empty_may_be_left_out() {
        let live = object(json!({"metadata": {"name": "a"}}));
        for data in [json!({}), json!(null), json!({"a": [], "b": ""})] {
            let wanted = object(json!({"metadata": {"name": "a"}, "data": data}));
            assert!(is_within(&wanted, &live) && is_same(&wanted, &live), "{wanted:?}");
        }
    }
}
