//! Go's `fmt` and `strconv` on template values.
//!
//! In: values and maybe a format. Out: the bytes that Go would print, including complaints such as `%!d(string=a)`;
//! nothing here fails.

mod flags;
mod float;
mod format;
mod integer;
mod printable;
mod printer;
mod quote;
mod rune;
#[cfg(test)]
mod tests;

pub use float::write_float;
pub use integer::{write_int, write_uint};
pub use printable::is_print;
pub use quote::{quote_rune, write_quoted, write_quoted_ascii};
pub use rune::{decode_rune, rune_count};

use crate::Value;
use printer::Printer;

/// `fmt.Sprintf`.
pub fn sprintf(format: &[u8], args: &[Value]) -> Vec<u8> {
    let mut out = Vec::with_capacity(format.len() + 16 * args.len());
    write_formatted(&mut out, format, args);
    out
}

/// Appends what `fmt.Sprintf` returns.
pub fn write_formatted(out: &mut Vec<u8>, format: &[u8], args: &[Value]) {
    format::write(&mut Printer::new(out), format, args);
}

/// `fmt.Sprint`: blanks between operands when neither is a string.
pub fn sprint(args: &[Value]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut after_string = true;
    for arg in args {
        let is_string = arg.kind() == "string";
        if !is_string && !after_string {
            out.push(b' ');
        }
        write_value(&mut out, arg);
        after_string = is_string;
    }
    out
}

/// `fmt.Sprintln`.
pub fn sprintln(args: &[Value]) -> Vec<u8> {
    let mut out = Vec::new();
    for (i, arg) in args.iter().enumerate() {
        if i > 0 {
            out.push(b' ');
        }
        write_value(&mut out, arg);
    }
    out.push(b'\n');
    out
}

/// Appends what `%v` prints of one value (nil: `<nil>`).
pub fn write_value(out: &mut Vec<u8>, value: &Value) {
    match value {
        Value::Nil => out.extend_from_slice(b"<nil>"),
        Value::Bool(b) => out.extend_from_slice(if *b { b"true" } else { b"false" }),
        Value::Int(kind, n) if kind.is_unsigned() => write_uint(out, *n as u64),
        Value::Int(_, n) => write_int(out, *n),
        Value::Float(f) => write_float(out, *f, b'g', None),
        Value::Str(s) => out.extend_from_slice(s),
        _ => Printer::new(out).print_arg(value, 'v'),
    }
}

/// Appends what the action `{{ x }}` prints for a value: like `%v`, but nil is `<no value>` and a pointer is followed,
/// so that a struct behind one has no `&` in front.
pub fn write_printable(out: &mut Vec<u8>, value: &Value) {
    match value {
        Value::Nil => out.extend_from_slice(b"<no value>"),
        Value::Object(o) if o.kind() == "ptr" => match (o.string(), o.go_fields()) {
            (Some(text), _) => out.extend_from_slice(&text),
            (None, Some(fields)) => Printer::new(out).print_struct(&fields, 'v', 0),
            (None, None) => write_value(out, value),
        },
        _ => write_value(out, value),
    }
}

/// `strconv.Quote`.
pub fn quote(text: &[u8]) -> String {
    let mut out = Vec::with_capacity(text.len() + 2);
    write_quoted(&mut out, text);
    into_string(out)
}

/// `strconv.FormatFloat(f, 'g', -1, 64)`, which is also `%v`: the shortest digits that read back as `f`, in exponent form
/// below 1e-4 and from 1e6 on (`1e+06`).
pub fn format_float(f: f64) -> String {
    let mut out = Vec::with_capacity(24);
    write_float(&mut out, f, b'g', None);
    into_string(out)
}

/// Makes a string of bytes that are known to be UTF-8.
fn into_string(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
