//! Checks of single values, with the messages of Go's `strconv` and `time`.

use super::Kind;
use crate::quote::quote;

/// Is this a value of the kind?
pub(super) fn check(kind: Kind, value: &str) -> Result<(), String> {
    match kind {
        Kind::Switch if !is_true(value) && !is_false(value) => Err(not_parsed("ParseBool", value)),
        Kind::Int if !is_int(value) => Err(not_parsed("ParseInt", value)),
        Kind::Float if value.parse::<f32>().is_err() => Err(not_parsed("ParseFloat", value)),
        Kind::Duration => check_duration(value),
        Kind::Choice(words) if !words.contains(&value) => {
            Err(format!("{} is none of {}", quote(value), words.join(", ")))
        }
        _ => Ok(()),
    }
}

/// Reads as Go's `true`.
pub(super) fn is_true(value: &str) -> bool {
    matches!(value, "1" | "t" | "T" | "true" | "TRUE" | "True")
}

fn is_false(value: &str) -> bool {
    matches!(value, "0" | "f" | "F" | "false" | "FALSE" | "False")
}

fn not_parsed(function: &str, value: &str) -> String {
    format!("strconv.{function}: parsing {}: invalid syntax", quote(value))
}

fn is_int(value: &str) -> bool {
    let digits = value.strip_prefix(['+', '-']).unwrap_or(value);
    match digits.get(..2).map(str::to_ascii_lowercase).as_deref() {
        Some("0x") => i64::from_str_radix(&digits[2..], 16).is_ok(),
        Some("0o") => i64::from_str_radix(&digits[2..], 8).is_ok(),
        Some("0b") => i64::from_str_radix(&digits[2..], 2).is_ok(),
        _ => digits.starts_with(|c: char| c.is_ascii_digit()) && value.parse::<i64>().is_ok(),
    }
}

/// A sequence of numbers with units (`1h30m`, `1.5s`), or 0.
fn check_duration(value: &str) -> Result<(), String> {
    let invalid = || format!("time: invalid duration {}", quote(value));
    let mut rest = value.strip_prefix(['+', '-']).unwrap_or(value);
    if rest == "0" {
        return Ok(());
    }
    if rest.is_empty() {
        return Err(invalid());
    }
    while !rest.is_empty() {
        let number = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
        if rest[..number].parse::<f64>().is_err() {
            return Err(invalid());
        }
        rest = &rest[number..];
        let unit = rest.find(|c: char| c.is_ascii_digit() || c == '.').unwrap_or(rest.len());
        match &rest[..unit] {
            "" => return Err(format!("time: missing unit in duration {}", quote(value))),
            "ns" | "us" | "µs" | "μs" | "ms" | "s" | "m" | "h" => rest = &rest[unit..],
            other => return Err(format!("time: unknown unit {} in duration {}", quote(other), quote(value))),
        }
    }
    Ok(())
}
