//! Checks of single values, with the messages of Go's `strconv` and `time`.

use std::time::Duration;

use super::Kind;
use crate::quote::quote;

/// Whether this is a value of the kind.
pub(super) fn check(kind: Kind, value: &str) -> Result<(), String> {
    match kind {
        Kind::Switch if !is_true(value) && !is_false(value) => Err(not_parsed("ParseBool", value)),
        Kind::Int if int(value).is_none() => Err(not_parsed("ParseInt", value)),
        Kind::Float if value.parse::<f32>().is_err() => Err(not_parsed("ParseFloat", value)),
        Kind::Duration => duration(value).map(|_| ()),
        Kind::Choice(words) if !words.all.contains(&value) => {
            Err(format!("{} is not one of {}", quote(value), words.all.join(", ")))
        }
        _ => Ok(()),
    }
}

/// Whether Go reads it as `true`.
pub(super) fn is_true(value: &str) -> bool {
    matches!(value, "1" | "t" | "T" | "true" | "TRUE" | "True")
}

fn is_false(value: &str) -> bool {
    matches!(value, "0" | "f" | "F" | "false" | "FALSE" | "False")
}

fn not_parsed(function: &str, value: &str) -> String {
    format!("strconv.{function}: parsing {}: invalid syntax", quote(value))
}

/// A whole number, also in another base: `0x10`.
pub(super) fn int(value: &str) -> Option<i64> {
    let digits = value.strip_prefix(['+', '-']).unwrap_or(value);
    let sign: i64 = if value.starts_with('-') { -1 } else { 1 };
    let based = |base: u32| i64::from_str_radix(&digits[2..], base).ok()?.checked_mul(sign);
    match digits.get(..2).map(str::to_ascii_lowercase).as_deref() {
        Some("0x") => based(16),
        Some("0o") => based(8),
        Some("0b") => based(2),
        _ if digits.starts_with(|c: char| c.is_ascii_digit()) => value.parse().ok(),
        _ => None,
    }
}

/// Numbers with units (`1h30m`, `1.5s`), or 0. A negative one is invalid.
pub(super) fn duration(value: &str) -> Result<Duration, String> {
    let invalid = || format!("time: invalid duration {}", quote(value));
    let is_negative = value.starts_with('-');
    let mut rest = value.strip_prefix(['+', '-']).unwrap_or(value);
    if rest == "0" {
        return Ok(Duration::ZERO);
    }
    if rest.is_empty() {
        return Err(invalid());
    }
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let number = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
        let count = rest[..number].parse::<f64>().map_err(|_| invalid())?;
        rest = &rest[number..];
        let unit = rest.find(|c: char| c.is_ascii_digit() || c == '.').unwrap_or(rest.len());
        seconds += count
            * match &rest[..unit] {
                "" => return Err(format!("time: missing unit in duration {}", quote(value))),
                "ns" => 1e-9,
                "us" | "µs" | "μs" => 1e-6,
                "ms" => 1e-3,
                "s" => 1.0,
                "m" => 60.0,
                "h" => 3600.0,
                other => return Err(format!("time: unknown unit {} in duration {}", quote(other), quote(value))),
            };
        rest = &rest[unit..];
    }
    if is_negative {
        return Ok(Duration::ZERO);
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| invalid())
}
