//! Lists and maps between brackets on one line, as the quick reader takes them.

use super::scalar::{is_null, read_quoted};

/// How deep brackets may stand inside each other.
const DEEPEST: usize = 16;

/// Passes over a list or map and returns what follows it.
pub(super) fn pass(text: &[u8], depth: usize) -> Option<&[u8]> {
    let (&open, mut rest) = text.split_first()?;
    let is_map = open == b'{';
    let close = if is_map { b'}' } else { b']' };
    if depth > DEEPEST {
        return None;
    }
    rest = rest.trim_ascii_start();
    if rest.first() == Some(&close) {
        return Some(&rest[1..]);
    }
    loop {
        if is_map {
            let (key, after) = pass_word(rest)?;
            if is_null(key) {
                return None;
            }
            rest = after.strip_prefix(b": ")?.trim_ascii_start();
        }
        rest = pass_item(rest, depth)?.trim_ascii_start();
        match rest.split_first()? {
            (b',', after) => rest = after.trim_ascii_start(),
            (last, after) if *last == close => return Some(after),
            _ => return None,
        }
    }
}

fn pass_item(text: &[u8], depth: usize) -> Option<&[u8]> {
    match text.first()? {
        b'[' | b'{' => pass(text, depth + 1),
        _ => pass_word(text).map(|(_, rest)| rest),
    }
}

/// A quoted text or a plain word of harmless letters, and what follows it.
fn pass_word(text: &[u8]) -> Option<(&[u8], &[u8])> {
    if matches!(text.first()?, b'"' | b'\'') {
        let (_, length) = read_quoted(text)?;
        return Some((b"quoted", &text[length..]));
    }
    let is_plain = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'/' | b'-');
    let length = text.iter().take_while(|b| is_plain(b)).count();
    let (word, rest) = text.split_at(length);
    word.first().is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_').then_some((word, rest))
}
