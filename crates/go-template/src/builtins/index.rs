//! `index`, `slice` and `len`.

use std::borrow::Cow;

use crate::{CallError, Elem, IntKind, List, Map, MapType, Value};

/// `len`'s error for an interface that holds nil, such as a null in a map. A missing value, which is what nil means to
/// the builtin, has another text.
pub const LEN_OF_NIL_INTERFACE: &str = "len of nil pointer";

/// The plain value behind a pointer or named type.
fn plain(value: &Value) -> Value {
    match value {
        Value::Object(o) => o.native().unwrap_or_else(|| value.clone()),
        _ => value.clone(),
    }
}

/// The type's name, without the pointer that leads to it.
fn indirect_type_name(value: &Value) -> Cow<'static, str> {
    let name = value.type_name();
    match name.strip_prefix('*') {
        Some(pointed) if value.kind() == "ptr" => pointed.to_string().into(),
        _ => name,
    }
}

/// Indexes the first argument by the others in turn.
pub(super) fn index(args: &[Value]) -> Result<Value, CallError> {
    let (item, indexes) = args.split_first().unwrap_or((&Value::Nil, &[]));
    if item.is_nil() {
        return Err(CallError::text("index of untyped nil"));
    }
    indexes.iter().try_fold(item.clone(), |item, index| index_one(&item, index))
}

fn index_one(item: &Value, index: &Value) -> Result<Value, CallError> {
    match plain(item) {
        Value::Nil => Err(CallError::text("index of nil pointer")),
        Value::Map(map) => index_map(&map, index),
        Value::List(list) => {
            let at = position(index, list.len())?;
            list.get(at).cloned().ok_or_else(|| CallError::text("reflect: slice index out of range"))
        }
        Value::Str(s) => {
            let at = position(index, s.len())?;
            s.get(at).map(byte).ok_or_else(|| CallError::text("reflect: string index out of range"))
        }
        Value::Bytes(s) => {
            let at = position(index, s.len())?;
            s.get(at).map(byte).ok_or_else(|| CallError::text("reflect: slice index out of range"))
        }
        _ => Err(CallError::text(format!("can't index item of type {}", indirect_type_name(item)))),
    }
}

fn byte(b: &u8) -> Value {
    Value::Int(IntKind::Uint8, i64::from(*b))
}

fn index_map(map: &Map, index: &Value) -> Result<Value, CallError> {
    match index {
        Value::Str(key) => Ok(map.get(key).unwrap_or_else(|| zero_of(map.map_type().elem()))),
        Value::Nil => Err(CallError::text("value is nil; should be of type string")),
        _ => Err(CallError::text(format!("value has type {}; should be string", index.type_name()))),
    }
}

/// The zero value of an element type.
fn zero_of(elem: Elem) -> Value {
    match elem {
        Elem::String => Value::str(""),
        Elem::Int => Value::int(0),
        Elem::AnyList => Value::List(List::nil(Elem::Any)),
        Elem::AnyMap => Value::Map(Map::with_type(MapType::Any, Default::default())),
        Elem::Named("[]uint8") => Value::Bytes(Default::default()),
        Elem::Any | Elem::Named(_) => Value::Nil,
    }
}

/// An index as an integer between 0 and `limit`, both included: Go checks the upper limit only later.
fn position(index: &Value, limit: usize) -> Result<usize, CallError> {
    match plain(index) {
        Value::Int(_, n) => match usize::try_from(n) {
            Ok(at) if at <= limit => Ok(at),
            _ => Err(CallError::text(format!("index out of range: {n}"))),
        },
        Value::Nil => Err(CallError::text("cannot index slice/array with nil")),
        _ => Err(CallError::text(format!("cannot index slice/array with type {}", index.type_name()))),
    }
}

/// Slices the first argument by up to three others. A list's capacity counts as its length.
pub(super) fn slice(args: &[Value]) -> Result<Value, CallError> {
    let (item, indexes) = args.split_first().unwrap_or((&Value::Nil, &[]));
    if item.is_nil() {
        return Err(CallError::text("slice of untyped nil"));
    }
    if indexes.len() > 3 {
        return Err(CallError::text(format!("too many slice indexes: {}", indexes.len())));
    }
    let plain = plain(item);
    let len = match &plain {
        Value::Str(_) if indexes.len() == 3 => return Err(CallError::text("cannot 3-index slice a string")),
        Value::Str(s) | Value::Bytes(s) => s.len(),
        Value::List(list) => list.len(),
        _ => return Err(CallError::text(format!("can't slice item of type {}", indirect_type_name(item)))),
    };
    let (from, to) = bounds(indexes, len)?;
    let part = |bytes: &[u8]| bytes.get(from..to).unwrap_or_default().to_vec();
    Ok(match &plain {
        Value::Str(s) => Value::str(part(s)),
        Value::Bytes(s) => Value::Bytes(part(s).into()),
        Value::List(list) if list.is_nil() => plain,
        Value::List(list) => Value::List(List::new(list.elem(), list.get(from..to).unwrap_or_default().to_vec())),
        _ => Value::Nil,
    })
}

fn bounds(indexes: &[Value], len: usize) -> Result<(usize, usize), CallError> {
    let mut bounds = [0, len, len];
    for (bound, index) in bounds.iter_mut().zip(indexes) {
        *bound = position(index, len)?;
    }
    let [from, to, cap] = bounds;
    for (low, high) in [(from, to), (to, cap)] {
        if low > high {
            return Err(CallError::text(format!("invalid slice index: {low} > {high}")));
        }
    }
    Ok((from, to))
}

/// The length of a string, list or map.
pub(super) fn len(item: &Value) -> Result<i64, CallError> {
    let len = match &plain(item) {
        Value::Nil => return Err(CallError::text("reflect: call of reflect.Value.Type on zero Value")),
        Value::Str(s) | Value::Bytes(s) => s.len(),
        Value::List(list) => list.len(),
        Value::Map(map) => map.len(),
        _ => return Err(CallError::text(format!("len of type {}", indirect_type_name(item)))),
    };
    Ok(len as i64)
}
