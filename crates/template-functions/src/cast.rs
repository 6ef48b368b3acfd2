//! Converts any value to a number as spf13/cast and `strconv` do; 0 if it cannot be converted.

use skeg_go_template::{IntKind, Value};

/// `cast.ToInt64`, which on 64 bits is `cast.ToInt` too.
pub(crate) fn to_int64(value: &Value) -> i64 {
    match value {
        Value::Int(_, n) => *n,
        Value::Float(f) => truncate(*f),
        Value::Str(s) => parse_int(without_zero_decimals(s), 0).unwrap_or(0),
        Value::Bool(b) => i64::from(*b),
        Value::Object(_) => named_number(value).map_or(0, |n| to_int64(&n)),
        _ => 0,
    }
}

/// `cast.ToFloat64`.
pub(crate) fn to_float64(value: &Value) -> f64 {
    match value {
        Value::Int(kind, n) if *kind == IntKind::Uint64 || *kind == IntKind::Uint => *n as u64 as f64,
        Value::Int(_, n) => *n as f64,
        Value::Float(f) => *f,
        Value::Str(s) => parse_float(s).unwrap_or(0.0),
        Value::Bool(b) => f64::from(u8::from(*b)),
        Value::Object(_) => named_number(value).map_or(0.0, |n| to_float64(&n)),
        _ => 0.0,
    }
}

/// The number in the named types that cast knows.
fn named_number(value: &Value) -> Option<Value> {
    let Value::Object(object) = value else { return None };
    matches!(&*object.type_name(), "time.Month" | "time.Weekday").then(|| object.native()).flatten()
}

/// Converts a float to an integer; out of range it becomes the smallest one, as the processor does for Go.
fn truncate(f: f64) -> i64 {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if (-LIMIT..LIMIT).contains(&f) { f as i64 } else { i64::MIN }
}

/// `5.00` is `5`; the fraction is only dropped if it is all zeros.
fn without_zero_decimals(text: &[u8]) -> &[u8] {
    let cut = text.iter().rposition(|b| *b != b'0');
    match cut {
        Some(at) if text[at] == b'.' && at + 1 < text.len() => &text[..at],
        _ => text,
    }
}

/// Why a text cannot be parsed as an integer.
pub(crate) enum NotInteger {
    Syntax,
    /// Out of range; the nearest integer.
    Range(i64),
}

/// `strconv.ParseInt` to 64 bits; base 0 accepts prefixes and underscores.
pub(crate) fn parse_integer(text: &[u8], base: u32) -> Result<i64, NotInteger> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let limit = if negative { i64::MIN } else { i64::MAX };
    let (base, digits, underscores) = match base {
        0 => {
            let (base, digits) = base_of(digits);
            (base, digits, true)
        }
        _ => (base, digits, false),
    };
    if digits.is_empty() {
        return Err(NotInteger::Syntax);
    }
    let mut magnitude: Option<u64> = Some(0);
    let mut saw_underscore = false;
    for byte in digits {
        if *byte == b'_' && underscores {
            saw_underscore = true;
            continue;
        }
        let Some(digit) = (*byte as char).to_digit(base) else { return Err(NotInteger::Syntax) };
        magnitude = magnitude.and_then(|m| m.checked_mul(u64::from(base))?.checked_add(u64::from(digit)));
    }
    if saw_underscore && !underscores_fit(text) {
        return Err(NotInteger::Syntax);
    }
    let signed = magnitude.and_then(|m| if negative { 0i64.checked_sub_unsigned(m) } else { i64::try_from(m).ok() });
    signed.ok_or(NotInteger::Range(limit))
}

/// `strconv.ParseInt`; any error gives `None`.
pub(crate) fn parse_int(text: &[u8], base: u32) -> Option<i64> {
    parse_integer(text, base).ok()
}

fn base_of(digits: &[u8]) -> (u32, &[u8]) {
    match digits {
        [b'0', b'b' | b'B', _, ..] => (2, &digits[2..]),
        [b'0', b'o' | b'O', _, ..] => (8, &digits[2..]),
        [b'0', b'x' | b'X', _, ..] => (16, &digits[2..]),
        [b'0', ..] if digits.len() > 1 => (8, &digits[1..]),
        _ => (10, digits),
    }
}

/// Underscores may stand only between digits, or after a base prefix.
fn underscores_fit(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    let prefixed = matches!(text, [b'0', b'b' | b'B' | b'o' | b'O' | b'x' | b'X', ..]);
    let hex = prefixed && text[1].eq_ignore_ascii_case(&b'x');
    let (mut after_digit, mut after_underscore) = (prefixed, false);
    for byte in &text[if prefixed { 2 } else { 0 }..] {
        if *byte == b'_' {
            if !after_digit {
                return false;
            }
            (after_digit, after_underscore) = (false, true);
        } else {
            after_digit = byte.is_ascii_digit() || hex && byte.is_ascii_hexdigit();
            if after_underscore && !after_digit {
                return false;
            }
            after_underscore = false;
        }
    }
    !after_underscore
}

/// `strconv.ParseFloat` to 64 bits; any error gives `None`.
pub(crate) fn parse_float(text: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(text).ok()?;
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if unsigned.starts_with(|c: char| c.is_ascii_alphabetic()) {
        let infinite = ["inf", "infinity"].iter().any(|name| unsigned.eq_ignore_ascii_case(name));
        let nan = text.eq_ignore_ascii_case("nan");
        return if infinite || nan { text.parse().ok() } else { None };
    }
    if text.contains('_') && !underscores_fit(text.as_bytes()) {
        return None;
    }
    let plain = text.replace('_', "");
    let unsigned = plain.strip_prefix(['+', '-']).unwrap_or(&plain);
    if let Some(hex) = unsigned.strip_prefix("0x").or(unsigned.strip_prefix("0X")) {
        let magnitude = parse_hex_float(hex)?;
        return Some(if plain.starts_with('-') { -magnitude } else { magnitude });
    }
    plain.parse::<f64>().ok().filter(|f| f.is_finite())
}

fn parse_hex_float(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let exponent_digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    if exponent_digits.is_empty() || !exponent_digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let exponent: i64 = exponent.parse().unwrap_or(if exponent.starts_with('-') { -100_000 } else { 100_000 });
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let (mut bits, mut scale) = (0u128, 0i64);
    for (i, digit) in whole.chars().chain(fraction.chars()).enumerate() {
        let digit = digit.to_digit(16)?;
        if bits >> 120 == 0 {
            bits = bits << 4 | u128::from(digit);
            scale -= if i >= whole.len() { 4 } else { 0 };
        } else {
            // Digits beyond the precision only break ties.
            bits |= u128::from(digit != 0);
            scale += if i >= whole.len() { 0 } else { 4 };
        }
    }
    let value = load_exponent(bits as f64, exponent.saturating_add(scale).clamp(-5000, 5000) as i32);
    value.is_finite().then_some(value)
}

/// `math.Ldexp`.
pub(crate) fn load_exponent(mut value: f64, mut exponent: i32) -> f64 {
    while exponent > 1000 {
        value *= 2f64.powi(1000);
        exponent -= 1000;
    }
    while exponent < -1000 {
        value *= 2f64.powi(-1000);
        exponent += 1000;
    }
    value * 2f64.powi(exponent)
}
