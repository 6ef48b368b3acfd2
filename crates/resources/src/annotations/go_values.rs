//! Parses values as Go's strconv and time packages do.

/// `strconv.ParseBool`.
pub(super) fn parse_bool(text: &str) -> Option<bool> {
    match text {
        "1" | "t" | "T" | "TRUE" | "true" | "True" => Some(true),
        "0" | "f" | "F" | "FALSE" | "false" | "False" => Some(false),
        _ => None,
    }
}

/// `strconv.Atoi`.
pub(super) fn parse_int(text: &str) -> Option<i64> {
    text.parse().ok()
}

/// `time.ParseDuration` for durations that are not negative, in whole milliseconds.
pub(super) fn parse_duration(text: &str) -> Option<u64> {
    let text = text.strip_prefix('+').unwrap_or(text);
    if text == "0" || text == "-0" {
        return Some(0);
    }
    if text.is_empty() {
        return None;
    }
    let mut nanoseconds = 0u128;
    let mut rest = text;
    while !rest.is_empty() {
        let (amount, tail) = parse_step(rest)?;
        nanoseconds = nanoseconds.checked_add(amount)?;
        rest = tail;
    }
    // Go keeps durations as signed nanoseconds.
    let nanoseconds = i64::try_from(nanoseconds).ok()?;
    u64::try_from(nanoseconds / 1_000_000).ok()
}

/// A number with its unit, in nanoseconds, and the rest of the text.
fn parse_step(text: &str) -> Option<(u128, &str)> {
    let number_end = text.find(|c: char| c != '.' && !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at(number_end);
    let unit_end = rest.find(|c: char| c == '.' || c.is_ascii_digit()).unwrap_or(rest.len());
    let (unit, rest) = rest.split_at(unit_end);
    let unit: u128 = match unit {
        "ns" => 1,
        "us" | "µs" | "μs" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => return None,
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() && fraction.is_empty() || fraction.contains('.') {
        return None;
    }
    let whole: u128 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    Some((whole.checked_mul(unit)?.checked_add(fraction_of(fraction, unit))?, rest))
}

/// The fraction of a unit that decimal digits denote, rounded down.
fn fraction_of(digits: &str, unit: u128) -> u128 {
    let digits = digits.get(..digits.len().min(18)).unwrap_or_default();
    let value: u128 = digits.parse().unwrap_or(0);
    let scale = 10u128.pow(u32::try_from(digits.len()).unwrap_or(0));
    value * unit / scale
}

#[cfg(test)]
mod tests {
    use super::{parse_bool, parse_duration, parse_int};

    #[test]
    fn durations_are_gos() {
        let good = [
            ("0", 0),
            ("+0", 0),
            ("5s", 5_000),
            ("+5s", 5_000),
            ("1h30m", 5_400_000),
            ("1.5s", 1_500),
            (".5m", 30_000),
            ("1.s", 1_000),
            ("100ms", 100),
            ("1500us", 1),
            ("2000µs", 2),
            ("3000000ns", 3),
            ("1m1m", 120_000),
            ("2540400h10m10.000000000s", 9_145_440_610_000),
        ];
        for (text, milliseconds) in good {
            assert_eq!(parse_duration(text), Some(milliseconds), "{text}");
        }
        for text in ["", "5", "-5s", "s", ".s", "5 s", "1.2.3s", "1d", "3000000h", "1e3s", "+", "five"] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }

    #[test]
    fn booleans_and_integers_are_gos() {
        let booleans = [("1", true), ("t", true), ("TRUE", true), ("True", true), ("f", false), ("False", false)];
        for (text, value) in booleans {
            assert_eq!(parse_bool(text), Some(value));
        }
        for text in ["", "yes", "tRUE", "on", "2"] {
            assert_eq!(parse_bool(text), None, "{text}");
        }
        assert_eq!([parse_int("-5"), parse_int("+5"), parse_int("007")], [Some(-5), Some(5), Some(7)]);
        for text in ["", "1.0", "0x1", "1_000", "--1", "9223372036854775808"] {
            assert_eq!(parse_int(text), None, "{text}");
        }
    }
}
