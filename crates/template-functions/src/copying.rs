//! Deep copies, as copystructure makes them: maps and lists are copied, everything else is shared.

use skeg_go_template::{CallError, List, Machine, Map, Value};

/// How deep values may nest; Go overflows its stack on a map that contains itself.
const MAX_DEPTH: usize = 1000;

/// Copies a value with all maps and lists in it.
pub(crate) fn deep_copy(machine: &Machine<'_>, value: &Value) -> Result<Value, CallError> {
    if value.is_nil() {
        return Err(CallError::text("reflect: call of reflect.Value.Type on zero Value"));
    }
    machine.check_whole(value)?;
    copy(value, 0)
}

fn copy(value: &Value, depth: usize) -> Result<Value, CallError> {
    if depth > MAX_DEPTH {
        return Err(CallError::text("copying a value: nested too deep"));
    }
    Ok(match value {
        Value::Map(map) => {
            let entries = map.with(|entries| {
                let copies = entries.iter().map(|(key, value)| Ok((key.clone(), copy(value, depth + 1)?)));
                copies.collect::<Result<_, CallError>>()
            })?;
            Value::Map(Map::with_type(map.map_type(), entries))
        }
        Value::List(list) if list.iter().any(holds_reference) => {
            let copies = list.iter().map(|item| copy(item, depth + 1)).collect::<Result<_, _>>()?;
            Value::List(List::new(list.elem(), copies))
        }
        // Lists never change, so a list of plain values needs no copy.
        other => other.clone(),
    })
}

fn holds_reference(value: &Value) -> bool {
    matches!(value, Value::Map(_) | Value::List(_))
}
