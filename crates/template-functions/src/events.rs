//! Walks a value and tells a YAML or JSON writer what it sees, as `encoding/json` sees Go values.

use std::cmp::Ordering;

use skeg_go_template::{CallError, Map, Object, Str, Value};
use skeg_go_yaml::{Events, sort_by_key_order};

use crate::base64;

/// How deep values may nest; from here on Go looks for maps that contain themselves.
const MAX_DEPTH: usize = 1000;

/// How two keys compare.
pub(crate) type KeyOrder = fn(&[u8], &[u8]) -> Ordering;

/// How a writer wants its values.
#[derive(Clone, Copy)]
pub(crate) struct Form {
    /// The order of keys; none where a map's own, bytewise order is wanted and fields stay as they are declared.
    pub(crate) order: Option<KeyOrder>,
    /// Whether nil lists and maps are null, or merely empty.
    pub(crate) nil_is_null: bool,
}

/// Sends the events of a value.
pub(crate) fn send<E: Events>(value: &Value, events: &mut E, form: Form) -> Result<(), CallError> {
    send_at(value, events, form, 0)
}

fn send_at<E: Events>(value: &Value, events: &mut E, form: Form, depth: usize) -> Result<(), CallError> {
    match value {
        Value::Nil => events.null(),
        Value::Bool(b) => events.bool(*b),
        Value::Int(kind, n) if kind.is_unsigned() => events.uint(*n as u64),
        Value::Int(_, n) => events.int(*n),
        Value::Float(f) => events.float(*f),
        Value::Str(s) => events.str(s),
        Value::Bytes(bytes) => events.str(&base64::encode(bytes)),
        Value::List(list) if list.is_nil() && form.nil_is_null => events.null(),
        Value::List(list) => {
            check_depth(value, depth)?;
            events.begin_list(list.len());
            for item in list.iter() {
                send_at(item, events, form, depth + 1)?;
            }
            events.end_list();
        }
        Value::Map(map) if map.is_nil() && form.nil_is_null => events.null(),
        Value::Map(map) => {
            check_depth(value, depth)?;
            send_map(map, events, form, depth)?;
        }
        Value::Object(object) => {
            check_depth(value, depth)?;
            send_object(&**object, events, form, depth)?;
        }
    }
    Ok(())
}

fn check_depth(value: &Value, depth: usize) -> Result<(), CallError> {
    if depth < MAX_DEPTH {
        return Ok(());
    }
    Err(CallError::text(format!("json: unsupported value: encountered a cycle via {}", value.type_name())))
}

fn send_map<E: Events>(map: &Map, events: &mut E, form: Form, depth: usize) -> Result<(), CallError> {
    map.with(|entries| {
        events.begin_map(entries.len());
        match form.order {
            // One entry is in any order.
            Some(order) if entries.len() > 1 => {
                let mut sorted: Vec<(&Str, &Value)> = entries.iter().collect();
                sort_by_key_order(&mut sorted, |a, b| order(a.0, b.0));
                for (key, value) in sorted {
                    events.key(key);
                    send_at(value, events, form, depth + 1)?;
                }
            }
            _ => {
                for (key, value) in entries {
                    events.key(key);
                    send_at(value, events, form, depth + 1)?;
                }
            }
        }
        events.end_map();
        Ok(())
    })
}

fn send_object<E: Events>(object: &dyn Object, events: &mut E, form: Form, depth: usize) -> Result<(), CallError> {
    let Some(mut fields) = object.json_fields() else {
        return send_at(&object.json()?, events, form, depth + 1);
    };
    if let Some(order) = form.order {
        sort_by_key_order(&mut fields, |a, b| order(a.0.as_bytes(), b.0.as_bytes()));
    }
    events.begin_map(fields.len());
    for (name, value) in &fields {
        events.key(name.as_bytes());
        send_at(value, events, form, depth + 1)?;
    }
    events.end_map();
    Ok(())
}
