//! Go's durations: nanoseconds with a text form such as `1h2m3.5s`.

use super::parse::quote;

pub(super) const SECOND: i64 = 1_000_000_000;
pub(super) const MINUTE: i64 = 60 * SECOND;
pub(super) const HOUR: i64 = 60 * MINUTE;

/// `time.ParseDuration`: nanoseconds, or Go's error.
pub(super) fn parse(text: &[u8]) -> Result<i64, String> {
    let error = |message: &str| format!("time: {message} {}", quote(text));
    let invalid = || error("invalid duration");
    let (negative, mut rest) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    if rest == b"0" {
        return Ok(0);
    }
    if rest.is_empty() {
        return Err(invalid());
    }
    let mut total: u64 = 0;
    while !rest.is_empty() {
        if !(rest[0] == b'.' || rest[0].is_ascii_digit()) {
            return Err(invalid());
        }
        let (whole, after) = leading_int(rest).ok_or_else(invalid)?;
        let mut digits = after.len() < rest.len();
        rest = after;
        let (mut fraction, mut scale) = (0, 1.0);
        if let Some(after) = rest.strip_prefix(b".") {
            (fraction, scale, rest) = leading_fraction(after);
            digits |= rest.len() < after.len();
        }
        if !digits {
            return Err(invalid());
        }
        let length = rest.iter().take_while(|b| **b != b'.' && !b.is_ascii_digit()).count();
        let (name, after) = rest.split_at(length);
        rest = after;
        if name.is_empty() {
            return Err(error("missing unit in duration"));
        }
        let unit = unit(name).ok_or_else(|| error(&format!("unknown unit {} in duration", quote(name))))?;
        let mut value = whole.checked_mul(unit).filter(|v| *v <= 1 << 63).ok_or_else(invalid)?;
        if fraction > 0 {
            value += (fraction as f64 * (unit as f64 / scale)) as u64;
        }
        total = total.checked_add(value).filter(|t| *t <= 1 << 63).ok_or_else(invalid)?;
    }
    match (negative, total) {
        (true, total) => Ok((total as i64).wrapping_neg()),
        (false, total) => i64::try_from(total).map_err(|_| invalid()),
    }
}

fn unit(name: &[u8]) -> Option<u64> {
    Some(match name {
        b"ns" => 1,
        // The micro sign and the Greek letter.
        b"us" | b"\xc2\xb5s" | b"\xce\xbcs" => 1000,
        b"ms" => 1_000_000,
        b"s" => SECOND as u64,
        b"m" => MINUTE as u64,
        b"h" => HOUR as u64,
        _ => return None,
    })
}

/// Parses digits; `None` above 2^63.
pub(super) fn leading_int(text: &[u8]) -> Option<(u64, &[u8])> {
    let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
    let mut value: u64 = 0;
    for b in &text[..digits] {
        value = value.checked_mul(10)?.checked_add(u64::from(b - b'0')).filter(|v| *v <= 1 << 63)?;
    }
    Some((value, &text[digits..]))
}

/// Parses digits after a point, ignoring those beyond the precision.
fn leading_fraction(text: &[u8]) -> (u64, f64, &[u8]) {
    let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
    let (mut value, mut scale): (u64, f64) = (0, 1.0);
    for b in &text[..digits] {
        if value > (i64::MAX as u64) / 10 {
            break;
        }
        let next = value * 10 + u64::from(b - b'0');
        if next > 1 << 63 {
            break;
        }
        value = next;
        scale *= 10.0;
    }
    (value, scale, &text[digits..])
}

/// `Duration.String`.
pub(super) fn to_text(nanos: i64) -> String {
    if nanos == 0 {
        return "0s".to_string();
    }
    let sign = if nanos < 0 { "-" } else { "" };
    let n = nanos.unsigned_abs();
    if n < SECOND as u64 {
        return match n {
            0..1000 => format!("{sign}{n}ns"),
            1000..1_000_000 => format!("{sign}{}µs", decimal(n, 3)),
            _ => format!("{sign}{}ms", decimal(n, 6)),
        };
    }
    let (minutes, seconds) = (n / MINUTE as u64, decimal(n % MINUTE as u64, 9));
    match (minutes / 60, minutes % 60) {
        (0, 0) => format!("{sign}{seconds}s"),
        (0, minutes) => format!("{sign}{minutes}m{seconds}s"),
        (hours, minutes) => format!("{sign}{hours}h{minutes}m{seconds}s"),
    }
}

/// A number with this many digits after the point, without trailing zeros.
fn decimal(n: u64, places: u32) -> String {
    let unit = 10u64.pow(places);
    let (whole, fraction) = (n / unit, n % unit);
    if fraction == 0 {
        return whole.to_string();
    }
    let fraction = format!("{fraction:0width$}", width = places as usize);
    format!("{whole}.{}", fraction.trim_end_matches('0'))
}

/// `Duration.Truncate`: towards zero to a multiple.
pub(super) fn truncate(nanos: i64, unit: i64) -> i64 {
    if unit <= 0 { nanos } else { nanos - nanos % unit }
}

/// `Duration.Round`: to the nearest multiple, halves away from zero.
pub(super) fn round(nanos: i64, unit: i64) -> i64 {
    if unit <= 0 {
        return nanos;
    }
    let rest = nanos % unit;
    if u128::from(rest.unsigned_abs()) * 2 < unit as u128 {
        return nanos - rest;
    }
    if nanos < 0 {
        nanos.checked_sub(unit + rest).unwrap_or(i64::MIN)
    } else {
        nanos.checked_add(unit - rest).unwrap_or(i64::MAX)
    }
}
