//! Integers with base prefixes and underscores (Go's `strconv.ParseUint` and `ParseInt` with base 0).

/// Parses an unsigned integer without a sign. `None`: invalid, or too large.
pub(super) fn parse_uint(text: &[u8]) -> Option<u64> {
    let (base, digits) = match text {
        [] => return None,
        [b'0', b'b' | b'B', rest @ ..] if !rest.is_empty() => (2, rest),
        [b'0', b'o' | b'O', rest @ ..] if !rest.is_empty() => (8, rest),
        [b'0', b'x' | b'X', rest @ ..] if !rest.is_empty() => (16, rest),
        [b'0', rest @ ..] => (8, rest),
        _ => (10, text),
    };
    let mut value = 0u64;
    for digit in digits {
        if *digit != b'_' {
            let digit = (*digit as char).to_digit(base)?;
            value = value.checked_mul(u64::from(base))?.checked_add(u64::from(digit))?;
        }
    }
    are_underscores_ok(text).then_some(value)
}

/// Parses a signed integer.
pub(super) fn parse_int(text: &[u8]) -> Option<i64> {
    match text {
        [b'-', digits @ ..] => 0i64.checked_sub_unsigned(parse_uint(digits)?),
        [b'+', digits @ ..] => i64::try_from(parse_uint(digits)?).ok(),
        _ => i64::try_from(parse_uint(text)?).ok(),
    }
}

/// Whether every underscore is between digits; a base prefix counts as a digit.
pub(super) fn are_underscores_ok(text: &[u8]) -> bool {
    if !text.contains(&b'_') {
        return true;
    }
    let text = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    let (is_hex, digits) = match text {
        [b'0', b'x' | b'X', rest @ ..] => (true, rest),
        [b'0', b'b' | b'B' | b'o' | b'O', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let mut after_digit = digits.len() < text.len();
    let mut after_underscore = false;
    for b in digits {
        let is_digit = b.is_ascii_digit() || is_hex && b.is_ascii_hexdigit();
        if *b == b'_' && !after_digit || *b != b'_' && !is_digit && after_underscore {
            return false;
        }
        after_digit = is_digit;
        after_underscore = *b == b'_';
    }
    !after_underscore
}
