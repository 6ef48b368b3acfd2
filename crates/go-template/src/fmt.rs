//! Go's `fmt` and `strconv` on template values.

use crate::Value;

/// `fmt.Sprintf`.
pub fn sprintf(_format: &[u8], _args: &[Value]) -> Vec<u8> {
    todo!()
}

/// `fmt.Sprint`: blanks between operands when neither is a string.
pub fn sprint(_args: &[Value]) -> Vec<u8> {
    todo!()
}

/// `fmt.Sprintln`.
pub fn sprintln(_args: &[Value]) -> Vec<u8> {
    todo!()
}

/// Appends what `%v` prints of one value (nil: `<nil>`).
pub fn write_value(_out: &mut Vec<u8>, _value: &Value) {
    todo!()
}

/// `strconv.Quote`.
pub fn quote(_text: &[u8]) -> String {
    todo!()
}

/// `strconv.FormatFloat(f, 'g', -1, 64)` with fmt's `%v` exponent rule (exponent form below 1e-4 and from 1e21 on).
pub fn format_float(_f: f64) -> String {
    todo!()
}
