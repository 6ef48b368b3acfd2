//! Streams a value to a YAML or JSON writer, as `encoding/json` sees Go values.

use std::borrow::Cow;
use std::cmp::Ordering;

use skeg_go_template::{CallError, LARGEST, Map, Object, Str, Value};
use skeg_go_yaml::{Events, sort_by_key_order};

use crate::base64;

/// How deep values may nest; from this depth on Go looks for maps that contain themselves.
const MAX_DEPTH: usize = 1000;

/// Compares two keys.
pub(crate) type KeyOrder = fn(&[u8], &[u8]) -> Ordering;

/// A writer's options.
#[derive(Clone, Copy)]
pub(crate) struct Form {
    /// The order of keys; `None` for bytewise order, with struct fields as declared.
    pub(crate) order: Option<KeyOrder>,
    /// Whether nil lists and maps are null, or merely empty.
    pub(crate) nil_is_null: bool,
    /// Whether structs are written as Go's YAML library does, without a detour through JSON.
    pub(crate) yaml_fields: bool,
}

/// Sends the events of a value.
pub(crate) fn send<E: Events>(value: &Value, events: &mut E, form: Form) -> Result<(), CallError> {
    send_at(value, events, form, &mut Room { depth: 0, left: LARGEST })
}

/// The refusal to write a value that would exhaust the memory.
const TOO_LARGE: &str = "the value is too large to be written";

/// How much may still be written, and the current depth.
struct Room {
    depth: usize,
    left: usize,
}

impl Room {
    /// Subtracts a text's size; every line of it is indented.
    fn take(&mut self, text: &[u8]) -> Result<(), CallError> {
        const SHALLOW: usize = 16;
        let lines = if self.depth > SHALLOW && !text.is_empty() { memchr::memchr_iter(b'\n', text).count() } else { 0 };
        let bytes = text.len() + (lines + 1) * (self.depth + 1) * 2;
        self.left = self.left.checked_sub(bytes).ok_or_else(|| CallError::Limit(TOO_LARGE.to_string()))?;
        Ok(())
    }

    /// Enters a nested value.
    fn enter(&mut self, value: &Value) -> Result<(), CallError> {
        if self.depth >= MAX_DEPTH {
            let type_name = value.type_name();
            return Err(CallError::text(format!("json: unsupported value: encountered a cycle via {type_name}")));
        }
        self.depth += 1;
        Ok(())
    }
}

fn send_at<E: Events>(value: &Value, events: &mut E, form: Form, room: &mut Room) -> Result<(), CallError> {
    room.take(if let Value::Str(text) | Value::Bytes(text) = value { text } else { b"" })?;
    match value {
        Value::Nil => events.null(),
        Value::Bool(b) => events.bool(*b),
        Value::Int(kind, n) if kind.is_unsigned() => events.uint(*n as u64),
        Value::Int(_, n) => events.int(*n),
        Value::Float(f) => events.float(*f),
        Value::Str(s) => events.str(s),
        Value::Bytes(bytes) => events.str(base64::encode(bytes).as_bytes()),
        Value::List(list) if list.is_nil() && form.nil_is_null => events.null(),
        Value::List(list) => {
            room.enter(value)?;
            events.begin_list(list.len());
            for item in list.iter() {
                send_at(item, events, form, room)?;
            }
            events.end_list();
            room.depth -= 1;
        }
        Value::Map(map) if map.is_nil() && form.nil_is_null => events.null(),
        Value::Map(map) => {
            room.enter(value)?;
            send_map(map, events, form, room)?;
            room.depth -= 1;
        }
        Value::Object(object) => {
            room.enter(value)?;
            send_object(&**object, events, form, room)?;
            room.depth -= 1;
        }
    }
    Ok(())
}

fn send_map<E: Events>(map: &Map, events: &mut E, form: Form, room: &mut Room) -> Result<(), CallError> {
    map.with(|entries| {
        events.begin_map(entries.len());
        match form.order {
            // A single entry is always sorted.
            Some(order) if entries.len() > 1 => {
                let mut sorted: Vec<(&Str, &Value)> = entries.iter().collect();
                // Checked before sorting: a large map that contains itself would be sorted at every depth.
                sorted.iter().try_for_each(|(key, _)| room.take(key))?;
                sort_by_key_order(&mut sorted, |a, b| order(a.0, b.0));
                for (key, value) in sorted {
                    events.key(key);
                    send_at(value, events, form, room)?;
                }
            }
            _ => {
                for (key, value) in entries.iter() {
                    room.take(key)?;
                    events.key(key);
                    send_at(value, events, form, room)?;
                }
            }
        }
        events.end_map();
        Ok(())
    })
}

fn send_object<E: Events>(object: &dyn Object, events: &mut E, form: Form, room: &mut Room) -> Result<(), CallError> {
    if let Some(fields) = form.yaml_fields.then(|| object.yaml_fields()).flatten() {
        return send_fields(&fields, events, form, room);
    }
    let Some(mut fields) = object.json_fields() else {
        return send_at(&object.json()?, events, form, room);
    };
    if let Some(order) = form.order {
        sort_by_key_order(&mut fields, |a, b| order(a.0.as_bytes(), b.0.as_bytes()));
    }
    events.begin_map(fields.len());
    for (name, value) in &fields {
        events.key(name.as_bytes());
        send_at(value, events, form, room)?;
    }
    events.end_map();
    Ok(())
}

fn send_fields<E: Events>(
    fields: &[(Cow<'static, str>, Value)],
    events: &mut E,
    form: Form,
    room: &mut Room,
) -> Result<(), CallError> {
    events.begin_map(fields.len());
    for (name, value) in fields {
        events.key(name.as_bytes());
        send_at(value, events, form, room)?;
    }
    events.end_map();
    Ok(())
}
