//! Recognizes abbreviations of time zones.

use super::super::duration::leading_int;

/// The length of the abbreviation at the start of a text; `None` if there is none.
pub(super) fn length(value: &[u8]) -> Option<usize> {
    if value.len() < 3 {
        return None;
    }
    if value.starts_with(b"ChST") || value.starts_with(b"MeST") {
        return Some(4);
    }
    if let Some(offset) = value.strip_prefix(b"GMT") {
        return Some(3 + signed_hours(offset));
    }
    if matches!(value[0], b'+' | b'-') {
        return Some(signed_hours(value)).filter(|length| *length > 0);
    }
    match value.iter().take(6).take_while(|b| b.is_ascii_uppercase()).count() {
        3 => Some(3),
        4 if value[3] == b'T' || value.starts_with(b"WITA") => Some(4),
        5 if value[4] == b'T' => Some(5),
        _ => None,
    }
}

/// The length of a sign with hours up to 23; 0 if there is none.
fn signed_hours(value: &[u8]) -> usize {
    let Some((b'+' | b'-', digits)) = value.split_first() else { return 0 };
    match leading_int(digits) {
        Some((hours, rest)) if hours <= 23 && rest.len() < digits.len() => value.len() - rest.len(),
        _ => 0,
    }
}
