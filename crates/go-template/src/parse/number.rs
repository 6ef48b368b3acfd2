//! Numeric constants, under every type that can represent them.

use super::float::{FloatError, parse_float};
use super::integer::{parse_int, parse_uint};
use super::unquote::unquote_char;
use crate::ast::Number;
use crate::fmt::quote;
use crate::lex::Kind;

/// Parses a `CharConstant`, `Complex` or `Number` token. The error is Go's message.
pub(crate) fn parse_number(text: &[u8], kind: Kind) -> Result<Number, String> {
    if let Some(number) = parse_plain(text) {
        return Ok(number);
    }
    let mut number = Number::default();
    match kind {
        Kind::CharConstant => set_character(&mut number, text)?,
        Kind::Complex => set_complex(&mut number, parse_complex(text)?),
        _ => match text.strip_suffix(b"i").and_then(|imaginary| parse_float(imaginary).ok()) {
            Some(imaginary) => set_complex(&mut number, (0.0, imaginary)),
            None => set_real(&mut number, text)?,
        },
    }
    Ok(number)
}

/// Digits alone, the first one not 0, and few enough for any type.
fn parse_plain(text: &[u8]) -> Option<Number> {
    if text.len() > 9 || text.first() == Some(&b'0') {
        return None;
    }
    let digit = |b: &u8| b.is_ascii_digit().then(|| u64::from(b - b'0'));
    let value = text.iter().try_fold(0, |value, b| Some(value * 10 + digit(b)?))?;
    Some(Number { int: Some(value as i64), uint: Some(value), float: Some(value as f64), complex: None })
}

fn set_character(number: &mut Number, text: &[u8]) -> Result<(), String> {
    let (unit, tail) = unquote_char(text.get(1..).unwrap_or_default(), b'\'').ok_or("invalid syntax")?;
    if tail != b"'" {
        return Err(format!("malformed character constant: {}", String::from_utf8_lossy(text)));
    }
    let code = unit.code();
    number.int = Some(i64::from(code));
    number.uint = Some(u64::from(code));
    number.float = Some(f64::from(code));
    Ok(())
}

fn set_real(number: &mut Number, text: &[u8]) -> Result<(), String> {
    number.uint = parse_uint(text);
    number.int = parse_int(text);
    if number.int == Some(0) {
        // For -0, which the unsigned parse refuses.
        number.uint = Some(0);
    }
    number.float = match (number.int, number.uint) {
        (Some(int), _) => Some(int as f64),
        (None, Some(uint)) => Some(uint as f64),
        (None, None) => {
            let float = parse_float(text).map_err(|_| format!("illegal number syntax: {}", quote(text)))?;
            // It parses as a float but looks like an integer, so it is an integer that is too large.
            if !text.iter().any(|b| b".eEpP".contains(b)) {
                return Err(format!("integer overflow: {}", quote(text)));
            }
            set_whole(number, float);
            Some(float)
        }
    };
    Ok(())
}

fn set_complex(number: &mut Number, (real, imaginary): (f64, f64)) {
    number.complex = Some((real, imaginary));
    if imaginary == 0.0 {
        number.float = Some(real);
        set_whole(number, real);
    }
}

/// Sets the integers that equal the float.
fn set_whole(number: &mut Number, float: f64) {
    const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;
    if float.trunc() != float {
        return;
    }
    if (-TWO_TO_63..TWO_TO_63).contains(&float) {
        number.int = Some(float as i64);
    }
    if (0.0..2.0 * TWO_TO_63).contains(&float) {
        number.uint = Some(float as u64);
    }
}

/// Parses `1+2i` as Go's `fmt.Sscan` does, which stops at the first invalid character.
fn parse_complex(text: &[u8]) -> Result<(f64, f64), String> {
    const SYNTAX: &str = "syntax error scanning complex number";
    let (real, rest) = text.split_at(float_extent(text));
    let Some(b'+' | b'-') = rest.first() else { return Err(SYNTAX.to_string()) };
    let (imaginary, rest) = rest.split_at(1 + float_extent(&rest[1..]));
    if rest.first() != Some(&b'i') {
        return Err(SYNTAX.to_string());
    }
    Ok((parse_part(real)?, parse_part(imaginary)?))
}

fn parse_part(text: &[u8]) -> Result<f64, String> {
    parse_float(text).map_err(|error| {
        let reason = match error {
            FloatError::Syntax => "invalid syntax",
            FloatError::Range => "value out of range",
        };
        format!("strconv.ParseFloat: parsing {}: {reason}", quote(text))
    })
}

/// The length of a float for Go's scanner.
fn float_extent(text: &[u8]) -> usize {
    let mut pos = 0;
    let mut accept = |is_it: &dyn Fn(u8) -> bool| {
        let accepted = text.get(pos).is_some_and(|b| is_it(*b));
        pos += usize::from(accepted);
        accepted
    };
    let is_sign = |b| matches!(b, b'+' | b'-');
    let is_decimal = |b: u8| b.is_ascii_digit() || b == b'_';
    let is_hexadecimal = |b: u8| b.is_ascii_hexdigit() || b == b'_';
    accept(&is_sign);
    // Trying to match "inf", it consumes an "i".
    accept(&|b| b == b'i');
    let is_hex = accept(&|b| b == b'0') && accept(&|b| matches!(b, b'x' | b'X'));
    let is_digit: &dyn Fn(u8) -> bool = if is_hex { &is_hexadecimal } else { &is_decimal };
    while accept(is_digit) {}
    if accept(&|b| b == b'.') {
        while accept(is_digit) {}
    }
    if accept(&|b| matches!(b, b'p' | b'P') || !is_hex && matches!(b, b'e' | b'E')) {
        accept(&is_sign);
        while accept(&is_decimal) {}
    }
    pos
}
