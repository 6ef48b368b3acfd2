//! How messages about schemas show strings and numbers.

use crate::go_text;

/// A string in single quotes.
pub(crate) fn quote(text: impl AsRef<[u8]>) -> String {
    let quoted = go_text::quote(text);
    let inner = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default();
    format!("'{}'", inner.replace("\\\"", "\"").replace('\'', "\\'"))
}

pub(crate) fn join_quoted<T: AsRef<[u8]>>(texts: impl IntoIterator<Item = T>) -> String {
    texts.into_iter().map(quote).collect::<Vec<_>>().join(", ")
}

/// A count with commas between thousands.
pub(crate) fn count(value: i64) -> String {
    group(&value.to_string())
}

/// A number as an English text shows it: 65,535 or 1.5×10⁰⁷.
pub(crate) fn number(value: f64) -> String {
    let plain = skeg_go_yaml::format_float(value);
    match plain.split_once('e') {
        Some((digits, exponent)) => {
            format!("{digits}×10{}", exponent.chars().filter_map(superscript).collect::<String>())
        }
        None => match plain.split_once('.') {
            Some((whole, fraction)) => format!("{}.{fraction}", group(whole)),
            None => group(&plain),
        },
    }
}

fn group(digits: &str) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    let mut out = String::from(sign);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn superscript(ch: char) -> Option<char> {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    match ch {
        '-' => Some('⁻'),
        digit => DIGITS.get(digit.to_digit(10)? as usize).copied(),
    }
}
