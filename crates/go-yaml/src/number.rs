//! Numbers as Go's strconv parses and prints them.

/// Parses an integer with a prefix for its base (0x, 0o, 0b or 0) and an optional sign.
pub(crate) fn parse_int(text: &str) -> Option<i64> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, text.get(1..)?),
        b'+' => (false, text.get(1..)?),
        _ => (false, text),
    };
    let value = parse_uint(digits)?;
    if negative { (value <= 1 << 63).then(|| (value as i64).wrapping_neg()) } else { i64::try_from(value).ok() }
}

/// Reads an integer without a sign.
pub(crate) fn parse_uint(text: &str) -> Option<u64> {
    let (base, digits) = match text.as_bytes() {
        [b'0', b'x' | b'X', _, ..] => (16, text.get(2..)?),
        [b'0', b'o' | b'O', _, ..] => (8, text.get(2..)?),
        [b'0', b'b' | b'B', _, ..] => (2, text.get(2..)?),
        [b'0'] => return Some(0),
        [b'0', ..] => (8, text.get(1..)?),
        _ => (10, text),
    };
    // The standard library would accept a plus sign here.
    if digits.starts_with('+') { None } else { u64::from_str_radix(digits, base).ok() }
}

/// Parses a decimal number, with or without fraction and exponent; `None` if it is too large.
pub(crate) fn parse_decimal(text: &str) -> Option<f64> {
    let rest = text.strip_prefix(['-', '+']).unwrap_or(text).as_bytes();
    let digits = |from: usize| rest.iter().skip(from).take_while(|b| b.is_ascii_digit()).count();
    let mut at = digits(0);
    if rest.get(at) == Some(&b'.') {
        let fraction = digits(at + 1);
        if at == 0 && fraction == 0 {
            return None;
        }
        at += 1 + fraction;
    } else if at == 0 {
        return None;
    }
    if let Some(b'e' | b'E') = rest.get(at) {
        at += 1;
        at += usize::from(matches!(rest.get(at), Some(b'+' | b'-')));
        let exponent = digits(at);
        if exponent == 0 {
            return None;
        }
        at += exponent;
    }
    if at != rest.len() {
        return None;
    }
    text.parse().ok().filter(|f: &f64| f.is_finite())
}

/// Parses a decimal number with underscores between digits.
pub(crate) fn parse_grouped_decimal(text: &str) -> Option<f64> {
    if !text.contains('_') {
        return parse_decimal(text);
    }
    let mut groups = text.split('_').peekable();
    while let Some(group) = groups.next() {
        if groups.peek().is_some_and(|next| !next.starts_with(|c: char| c.is_ascii_digit()))
            || (groups.peek().is_some() && !group.ends_with(|c: char| c.is_ascii_digit()))
        {
            return None;
        }
    }
    parse_decimal(&text.replace('_', ""))
}

/// The shortest text that reads back as the same float, as `strconv.FormatFloat(f, 'g', -1, 64)` prints it.
pub fn format_float(f: f64) -> String {
    general(f, &shortest(f))
}

/// The same by the precision of a float32.
pub fn format_float32(f: f64) -> String {
    let f = f as f32;
    general(f64::from(f), &round_half_even(format!("{f:e}"), f64::from(f), 6))
}

/// The shortest digits in Rust's scientific form `d.ddde-n`.
fn shortest(f: f64) -> String {
    round_half_even(format!("{f:e}"), f, 15)
}

/// If two shortest texts are equally close to the number, Rust takes the larger and Go the even one. That only happens
/// with as many digits as the type represents exactly.
fn round_half_even(text: String, f: f64, sure_digits: usize) -> String {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = mantissa.bytes().filter(u8::is_ascii_digit).count();
    let odd = mantissa.bytes().next_back().is_some_and(|b| b.is_ascii_digit() && b % 2 == 1);
    if digits < sure_digits || !odd {
        return text;
    }
    // All significant digits: exactly in the middle means a 5 and then only zeros.
    let exact = format!("{f:.*e}", digits + 30);
    let below = exact.get(..mantissa.len()).unwrap_or_default();
    let rest = exact.get(mantissa.len()..).and_then(|r| r.split_once('e')).map_or("", |r| r.0);
    if below < mantissa && rest.starts_with('5') && rest.bytes().skip(1).all(|b| b == b'0') {
        return format!("{below}e{exponent}");
    }
    text
}

/// Rewrites Rust's scientific form `d.ddde-n` into Go's general one.
fn general(f: f64, scientific: &str) -> String {
    if f.is_nan() {
        return "NaN".into();
    }
    if f.is_infinite() {
        return if f > 0.0 { "+Inf".into() } else { "-Inf".into() };
    }
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if !(-4..6).contains(&exponent) {
        return format!("{mantissa}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs());
    }
    plain_digits(mantissa, exponent)
}

/// A number without an exponent.
fn plain_digits(mantissa: &str, exponent: i32) -> String {
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", mantissa),
    };
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    if exponent < 0 {
        let zeros = "0".repeat(usize::try_from(-exponent - 1).unwrap_or(0));
        return format!("{sign}0.{zeros}{digits}");
    }
    let whole = exponent as usize + 1;
    if digits.len() <= whole {
        let zeros = "0".repeat(whole - digits.len());
        return format!("{sign}{digits}{zeros}");
    }
    let (a, b) = digits.split_at(whole);
    format!("{sign}{a}.{b}")
}

/// A float as encoding/json prints it: no exponent from 1e-6 up to 1e21.
pub(crate) fn format_json_float(f: f64) -> String {
    let text = shortest(f);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let size = f.abs();
    if f != 0.0 && !(1e-6..1e21).contains(&size) {
        return format!("{mantissa}e{}{}", if exponent < 0 { '-' } else { '+' }, exponent.abs());
    }
    plain_digits(mantissa, exponent)
}
