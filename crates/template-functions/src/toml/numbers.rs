//! Integers, floats and dates: recognized by their first characters, then validated.

use skeg_go_template::{Value, fmt};

use super::scan::{Scanner, Stop};
use crate::dates;

const DATE_CHARS: &str = "-:Tt .Zz+";

/// Parses a number or a date at a digit.
pub(super) fn number_or_date(scanner: &mut Scanner<'_>) -> Result<Value, Stop> {
    let start = scanner.at();
    if scanner.accept('0')? {
        let c = scanner.peek()?;
        let base = match c {
            Some('b') => Some(("binary", 2)),
            Some('o') => Some(("octal", 8)),
            Some('x') => Some(("hexadecimal", 16)),
            Some('_') => return decimal(scanner, start),
            Some('.' | 'e' | 'E') => return float(scanner, start),
            Some('0'..='9') => None,
            _ => return integer(scanner, start),
        };
        if let Some((name, base)) = base {
            scanner.next()?;
            let c = scanner.peek()?;
            if !c.is_some_and(|c| c.is_digit(base)) {
                let read = String::from_utf8_lossy(scanner.since(start)).into_owned();
                let article = if base == 8 { "an" } else { "a" };
                return Err(scanner.stop(format!("not {article} {name} number: '{read}{}'", c.unwrap_or('\0'))));
            }
            scanner.skip_while(|c| c.is_digit(base) || c == '_')?;
            return integer(scanner, start);
        }
    }
    scanner.skip_while(|c| c.is_ascii_digit())?;
    match scanner.peek()? {
        Some('-' | ':') => date(scanner, start),
        Some('_') => decimal(scanner, start),
        Some('.' | 'e' | 'E') => float(scanner, start),
        _ => integer(scanner, start),
    }
}

/// Parses a number after its sign.
pub(super) fn signed(scanner: &mut Scanner<'_>, start: usize) -> Result<Value, Stop> {
    let c = scanner.next()?;
    let word = match c {
        Some('i') => Some(['n', 'f']),
        Some('n') => Some(['a', 'n']),
        _ => None,
    };
    if let Some([second, third]) = word {
        if !scanner.accept(second)? || !scanner.accept(third)? {
            let read = String::from_utf8_lossy(scanner.since(start)).into_owned();
            return Err(scanner.stop(format!("invalid float: '{read}'")));
        }
        return finish_float(scanner, start);
    }
    match c {
        Some('.') => Err(scanner.stop("floats must start with a digit, not '.'")),
        Some('0'..='9') => {
            if let (Some('0'), Some(p @ ('b' | 'o' | 'x'))) = (c, scanner.peek()?) {
                let read = String::from_utf8_lossy(scanner.since(start)).into_owned();
                return Err(scanner.stop(format!("cannot use sign with non-decimal numbers: '{read}{p}'")));
            }
            decimal(scanner, start)
        }
        c => {
            let got = fmt::quote_rune(c.unwrap_or('\0'));
            Err(scanner.stop_after(c, format!("expected a digit but got {got}")))
        }
    }
}

fn decimal(scanner: &mut Scanner<'_>, start: usize) -> Result<Value, Stop> {
    scanner.skip_while(|c| c.is_ascii_digit() || c == '_')?;
    match scanner.peek()? {
        Some('.' | 'e' | 'E') => float(scanner, start),
        _ => integer(scanner, start),
    }
}

fn float(scanner: &mut Scanner<'_>, start: usize) -> Result<Value, Stop> {
    scanner.skip_while(|c| c.is_ascii_digit() || matches!(c, '_' | '.' | '-' | '+' | 'e' | 'E'))?;
    finish_float(scanner, start)
}

fn has_leading_zero(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']);
    match (unsigned, text.as_bytes()) {
        (Some(digits), _) => digits.len() > 1 && digits.starts_with('0'),
        (None, [b'0', b'b' | b'o' | b'x', ..]) => false,
        (None, [b'0', _, ..]) => true,
        _ => false,
    }
}

/// Whether each underscore, and the end, follows a digit.
fn underscores_fit(text: &str) -> bool {
    let mut after_digit = false;
    for b in text.bytes() {
        if b == b'_' && !after_digit {
            return false;
        }
        after_digit = b.is_ascii_hexdigit();
    }
    after_digit
}

fn integer(scanner: &Scanner<'_>, start: usize) -> Result<Value, Stop> {
    let text = String::from_utf8_lossy(scanner.since(start)).into_owned();
    let quoted = || fmt::quote(text.as_bytes());
    if !underscores_fit(&text) {
        return Err(scanner.stop(format!("Invalid integer {}: underscores must be surrounded by digits", quoted())));
    }
    if has_leading_zero(&text) {
        return Err(scanner.stop(format!("Invalid integer {}: cannot have leading zeroes", quoted())));
    }
    let digits = text.replace('_', "");
    let parsed = match digits.get(..2) {
        Some("0x") => i64::from_str_radix(&digits[2..], 16),
        Some("0o") => i64::from_str_radix(&digits[2..], 8),
        Some("0b") => i64::from_str_radix(&digits[2..], 2),
        _ => digits.parse(),
    };
    parsed.map(Value::int64).map_err(|_| scanner.stop(format!("{text} is out of range for int64")))
}

fn finish_float(scanner: &Scanner<'_>, start: usize) -> Result<Value, Stop> {
    let text = String::from_utf8_lossy(scanner.since(start)).into_owned();
    let quoted = || fmt::quote(text.as_bytes());
    let word = matches!(text.trim_start_matches(['+', '-']), "inf" | "nan");
    let parts: Vec<&str> = text.split(['.', 'e', 'E']).filter(|part| !part.is_empty()).collect();
    if !word && !parts.iter().all(|part| underscores_fit(part)) {
        return Err(scanner.stop(format!("Invalid float {}: underscores must be surrounded by digits", quoted())));
    }
    if parts.first().is_some_and(|first| has_leading_zero(first)) {
        return Err(scanner.stop(format!("Invalid float {}: cannot have leading zeroes", quoted())));
    }
    let mut after_points = text.split('.').skip(1);
    if !after_points.all(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
        let message = format!("Invalid float {}: '.' must be followed by one or more digits", quoted());
        return Err(scanner.stop(message));
    }
    match text.replace('_', "").parse::<f64>() {
        Ok(f) if f.is_infinite() && !word => Err(scanner.stop(format!("{text} is out of range for float64"))),
        Ok(f) => Ok(Value::Float(f)),
        Err(_) => Err(scanner.stop(format!("Invalid float value: {}", quoted()))),
    }
}

/// Parses `inf` or `nan` without a sign.
pub(super) fn float_word(scanner: &Scanner<'_>, start: usize) -> Result<Value, Stop> {
    finish_float(scanner, start)
}

fn date(scanner: &mut Scanner<'_>, start: usize) -> Result<Value, Stop> {
    scanner.skip_while(|c| c.is_ascii_digit() || DATE_CHARS.contains(c))?;
    let text: Vec<u8> = scanner.since(start).trim_ascii().to_vec();
    let text: Vec<u8> = text
        .into_iter()
        .map(|b| match b {
            b'z' => b'Z',
            b't' | b' ' => b'T',
            b => b,
        })
        .collect();
    dates::from_toml(&text).ok_or_else(|| scanner.stop(format!("invalid datetime: {}", fmt::quote(&text))))
}
