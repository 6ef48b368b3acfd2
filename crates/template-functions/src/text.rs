//! Converts values to text as sprig does: strings as they are, anything else like `%v`.

use std::borrow::Cow;

use skeg_go_template::{Str, Value, fmt};

/// sprig's `strval`: strings and byte slices as they are, `Error()` or `String()` if the type has it, otherwise `%v`.
pub(crate) fn strval(value: &Value) -> Cow<'_, [u8]> {
    match value {
        Value::Str(s) | Value::Bytes(s) => Cow::Borrowed(s),
        Value::Object(o) => match o.string() {
            Some(text) => Cow::Owned(text),
            None => Cow::Owned(verb_v(value)),
        },
        _ => Cow::Owned(verb_v(value)),
    }
}

/// `strval` as a string value, without a copy if the value is a string already.
pub(crate) fn strval_str(value: &Value) -> Str {
    match value {
        Value::Str(s) | Value::Bytes(s) => s.clone(),
        _ => strval(value).into_owned().into(),
    }
}

/// The output of `%v`.
pub(crate) fn verb_v(value: &Value) -> Vec<u8> {
    let mut out = Vec::new();
    fmt::write_value(&mut out, value);
    out
}

/// sprig's `strslice`: the elements of a list as strings, without nils; a scalar is a list of one.
pub(crate) fn strslice(value: &Value) -> Vec<Str> {
    if value.is_nil() {
        return Vec::new();
    }
    match crate::lists::elements(value) {
        Some(items) => items.iter().filter(|item| !item.is_nil()).map(strval_str).collect(),
        None => vec![strval_str(value)],
    }
}
