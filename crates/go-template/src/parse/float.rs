//! Floating-point numbers, hexadecimal ones included (Go's `strconv.ParseFloat`).

use super::integer::are_underscores_ok;

/// The kind of error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FloatError {
    Syntax,
    Range,
}

/// Parses a text that is entirely a float.
pub(super) fn parse_float(text: &[u8]) -> Result<f64, FloatError> {
    let (is_negative, unsigned) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    if !are_underscores_ok(text) {
        return Err(FloatError::Syntax);
    }
    let value = match unsigned {
        [b'0', b'x' | b'X', rest @ ..] if !rest.is_empty() => parse_hexadecimal(rest)?,
        _ => parse_decimal(unsigned)?,
    };
    if value.is_infinite() {
        return Err(FloatError::Range);
    }
    Ok(if is_negative { -value } else { value })
}

fn parse_decimal(text: &[u8]) -> Result<f64, FloatError> {
    // Rust would also take "inf", "nan" and the like.
    if !text.iter().all(|b| matches!(b, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-' | b'_')) {
        return Err(FloatError::Syntax);
    }
    if matches!(text.first(), Some(b'+' | b'-')) {
        return Err(FloatError::Syntax);
    }
    let text: String = text.iter().filter(|b| **b != b'_').map(|b| *b as char).collect();
    text.parse().map_err(|_| FloatError::Syntax)
}

/// Parses the part after `0x`: digits with an optional point, then the exponent, which is required.
fn parse_hexadecimal(text: &[u8]) -> Result<f64, FloatError> {
    let split = text.iter().position(|b| matches!(b, b'p' | b'P')).ok_or(FloatError::Syntax)?;
    let (digits, exponent) = (&text[..split], &text[split + 1..]);
    let mut mantissa = 0u64;
    let mut exp = parse_exponent(exponent)?;
    let (mut saw_digits, mut saw_point, mut lost_bits) = (false, false, false);
    for b in digits {
        let digit = match b {
            b'_' => continue,
            b'.' if !saw_point => {
                saw_point = true;
                continue;
            }
            _ => (*b as char).to_digit(16).ok_or(FloatError::Syntax)?,
        };
        saw_digits = true;
        // Four bits stay free, so that one more digit always fits.
        if mantissa >> 60 == 0 {
            mantissa = mantissa << 4 | u64::from(digit);
            exp -= if saw_point { 4 } else { 0 };
        } else {
            lost_bits |= digit != 0;
            exp += if saw_point { 0 } else { 4 };
        }
    }
    if !saw_digits {
        return Err(FloatError::Syntax);
    }
    Ok(round(mantissa, lost_bits, exp))
}

fn parse_exponent(text: &[u8]) -> Result<i64, FloatError> {
    let (sign, digits) = match text {
        [b'-', rest @ ..] => (-1, rest),
        [b'+', rest @ ..] => (1, rest),
        _ => (1, text),
    };
    if !digits.first().is_some_and(u8::is_ascii_digit) {
        return Err(FloatError::Syntax);
    }
    let mut value = 0i64;
    for b in digits {
        match b {
            b'_' => {}
            // Beyond any exponent the value does not matter, as long as it does not overflow.
            b'0'..=b'9' if value < 10_000 => value = value * 10 + i64::from(b - b'0'),
            b'0'..=b'9' => {}
            _ => return Err(FloatError::Syntax),
        }
    }
    Ok(sign * value)
}

/// Rounds `mantissa * 2^exp` to the nearest float, ties to even. `lost_bits` breaks ties.
fn round(mantissa: u64, lost_bits: bool, exp: i64) -> f64 {
    if mantissa == 0 {
        return 0.0;
    }
    let shift = mantissa.leading_zeros();
    let mantissa = mantissa << shift;
    // The value is 1.xxx * 2^top.
    let top = exp + 63 - i64::from(shift);
    if top > 1023 {
        return f64::INFINITY;
    }
    // 53 bits are kept, fewer for subnormal numbers.
    let kept = if top >= -1022 { 53 } else { 53 - (-1022 - top) };
    if kept < 0 {
        return 0.0;
    }
    let dropped = 64 - kept as u32;
    let whole = mantissa.checked_shr(dropped).unwrap_or(0);
    let fraction = if dropped == 64 { mantissa } else { mantissa & ((1 << dropped) - 1) };
    let half = 1u64 << (dropped - 1);
    let up = fraction > half || fraction == half && (lost_bits || whole & 1 == 1);
    let significand = whole + u64::from(up);
    // A carry out of the significand correctly increments the exponent bits.
    let bits = if top >= -1022 { ((top + 1022) as u64) << 52 } else { 0 } + significand;
    f64::from_bits(bits)
}
