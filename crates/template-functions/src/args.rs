//! Arguments by position; the evaluator has checked them against the function's signature.
//!
//! If a check was missed, the result is the type's zero value; nothing here fails.

use skeg_go_template::{Map, Value};

/// A `string` argument.
pub(crate) fn text(args: &[Value], at: usize) -> &[u8] {
    match args.get(at) {
        Some(Value::Str(s) | Value::Bytes(s)) => s,
        _ => b"",
    }
}

/// An `int` or `int64` argument.
pub(crate) fn int(args: &[Value], at: usize) -> i64 {
    match args.get(at) {
        Some(Value::Int(_, n)) => *n,
        _ => 0,
    }
}

/// A `float64` argument.
pub(crate) fn float(args: &[Value], at: usize) -> f64 {
    match args.get(at) {
        Some(Value::Float(f)) => *f,
        Some(Value::Int(_, n)) => *n as f64,
        _ => 0.0,
    }
}

/// A `bool` argument.
pub(crate) fn boolean(args: &[Value], at: usize) -> bool {
    matches!(args.get(at), Some(Value::Bool(true)))
}

/// A `map[string]interface {}` argument; `None` for the nil map.
pub(crate) fn map(args: &[Value], at: usize) -> Option<&Map> {
    args.get(at).and_then(Value::as_map).filter(|map| !map.is_nil())
}

/// Takes an argument of any type out of the slice.
pub(crate) fn take(args: &mut [Value], at: usize) -> Value {
    args.get_mut(at).map(std::mem::take).unwrap_or_default()
}

/// An argument of any type.
pub(crate) fn any(args: &[Value], at: usize) -> &Value {
    args.get(at).unwrap_or(&Value::Nil)
}

/// The arguments from a position on.
pub(crate) fn rest(args: &[Value], from: usize) -> &[Value] {
    args.get(from..).unwrap_or_default()
}
