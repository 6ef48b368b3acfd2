//! `eq` and `lt`, from which the other comparisons follow.

use std::borrow::Cow;
use std::rc::Rc;

use crate::{CallError, Object, Value, fmt};

const BAD_TYPE: &str = "invalid type for comparison";

/// A value of a kind that supports ordering, or at least equality.
enum Basic<'v> {
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(f64),
    Str(&'v [u8]),
}

/// The value itself, or the number, string or bool that a named type is based on.
fn underlying(value: &Value) -> Cow<'_, Value> {
    match value {
        Value::Object(o) if !matches!(o.kind(), "struct" | "ptr" | "map" | "slice") => {
            o.native().map_or(Cow::Borrowed(value), Cow::Owned)
        }
        _ => Cow::Borrowed(value),
    }
}

fn basic(value: &Value) -> Option<Basic<'_>> {
    Some(match value {
        Value::Bool(b) => Basic::Bool(*b),
        Value::Int(kind, n) if kind.is_unsigned() => Basic::Uint(*n as u64),
        Value::Int(_, n) => Basic::Int(*n),
        Value::Float(f) => Basic::Float(*f),
        Value::Str(s) => Basic::Str(s),
        Value::Nil | Value::Bytes(_) | Value::List(_) | Value::Map(_) | Value::Object(_) => return None,
    })
}

/// Whether the first argument equals any of the others.
pub(super) fn eq(args: &[Value]) -> Result<bool, CallError> {
    let Some((first, others @ [_, ..])) = args.split_first() else {
        return Err(CallError::text("missing argument for comparison"));
    };
    for other in others {
        if equal(first, other)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn equal(a: &Value, b: &Value) -> Result<bool, CallError> {
    let (plain_a, plain_b) = (underlying(a), underlying(b));
    Ok(match (basic(&plain_a), basic(&plain_b)) {
        (Some(Basic::Bool(x)), Some(Basic::Bool(y))) => x == y,
        (Some(Basic::Int(x)), Some(Basic::Int(y))) => x == y,
        (Some(Basic::Uint(x)), Some(Basic::Uint(y))) => x == y,
        (Some(Basic::Int(n)), Some(Basic::Uint(u))) | (Some(Basic::Uint(u)), Some(Basic::Int(n))) => {
            u64::try_from(n) == Ok(u)
        }
        (Some(Basic::Float(x)), Some(Basic::Float(y))) => x == y,
        (Some(Basic::Str(x)), Some(Basic::Str(y))) => x == y,
        (None, None) => return equal_composites(a, b),
        _ if a.is_nil() || b.is_nil() => false,
        _ => return Err(incompatible(a, b)),
    })
}

/// Equality of nil, slices, maps, structs and pointers.
fn equal_composites(a: &Value, b: &Value) -> Result<bool, CallError> {
    if !a.is_nil() && !b.is_nil() && a.kind() != b.kind() {
        let (type_a, type_b) = (a.type_name(), b.type_name());
        let (text_a, text_b) = (printed(b"%s", a), printed(b"%v", b));
        return Err(CallError::text(format!("non-comparable types {text_a}: {type_a}, {type_b}: {text_b}")));
    }
    if is_nil(a) || is_nil(b) {
        return Ok(is_nil(a) && is_nil(b));
    }
    match (a, b) {
        (Value::Object(x), Value::Object(y)) if matches!(y.kind(), "ptr" | "struct" | "func") => Ok(same_object(x, y)),
        _ => Err(CallError::text(format!("non-comparable type {}: {}", printed(b"%s", b), b.type_name()))),
    }
}

fn is_nil(value: &Value) -> bool {
    match value {
        Value::Nil => true,
        Value::List(list) => list.is_nil(),
        _ => false,
    }
}

/// Go's `==`: pointers by identity, structs by their contents.
fn same_object(x: &Rc<dyn Object>, y: &Rc<dyn Object>) -> bool {
    Rc::ptr_eq(x, y) || x.kind() == "struct" && x.type_name() == y.type_name() && x.deep_equal(&**y)
}

fn printed(format: &[u8], value: &Value) -> String {
    String::from_utf8_lossy(&fmt::sprintf(format, std::slice::from_ref(value))).into_owned()
}

fn incompatible(a: &Value, b: &Value) -> CallError {
    CallError::Incomparable(format!("incompatible types for comparison: {} and {}", a.type_name(), b.type_name()))
}

/// Whether the first argument is less than the second.
pub(super) fn lt(args: &[Value]) -> Result<bool, CallError> {
    let [a, b] = args else { return Err(CallError::text(BAD_TYPE)) };
    let (plain_a, plain_b) = (underlying(a), underlying(b));
    Ok(match (basic(&plain_a), basic(&plain_b)) {
        (None, _) | (_, None) | (Some(Basic::Bool(_)), Some(Basic::Bool(_))) => {
            return Err(CallError::text(BAD_TYPE));
        }
        (Some(Basic::Int(x)), Some(Basic::Int(y))) => x < y,
        (Some(Basic::Uint(x)), Some(Basic::Uint(y))) => x < y,
        (Some(Basic::Int(x)), Some(Basic::Uint(y))) => i128::from(x) < i128::from(y),
        (Some(Basic::Uint(x)), Some(Basic::Int(y))) => i128::from(x) < i128::from(y),
        (Some(Basic::Float(x)), Some(Basic::Float(y))) => x < y,
        (Some(Basic::Str(x)), Some(Basic::Str(y))) => x < y,
        _ => return Err(incompatible(a, b)),
    })
}

/// Whether the first argument is less than or equal to the second.
pub(super) fn le(args: &[Value]) -> Result<bool, CallError> {
    Ok(lt(args)? || eq(args)?)
}
