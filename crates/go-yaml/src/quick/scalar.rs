//! Scalars of one line.

use std::borrow::Cow;

use crate::Builder;
use crate::resolve::{Scalar, resolve_plain};

/// Whether a byte only occurs in plain words.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'/' | b'.') || byte == b'-'
}

/// Whether the rest of the line is empty or a comment.
pub(super) fn is_blank_end(rest: &str) -> bool {
    let trimmed = rest.trim_start_matches(' ');
    trimmed.is_empty() || (trimmed.len() < rest.len() && trimmed.starts_with('#'))
}

/// The scalar in a line, quoted or plain.
pub(super) fn read<B: Builder>(line: &str, builder: &mut B) -> Option<B::Value> {
    if !matches!(line.as_bytes().first()?, b'"' | b'\'') {
        return value(plain(line)?.0, builder);
    }
    let (text, length) = quoted(line)?;
    is_blank_end(line.get(length..)?).then(|| string(text, builder))
}

/// A string whose type is known.
pub(super) fn string<B: Builder>(text: Cow<'_, str>, builder: &mut B) -> B::Value {
    match text {
        Cow::Borrowed(text) => builder.string(text),
        Cow::Owned(text) => builder.owned_string(text),
    }
}

/// The plain scalar in a line without a comment after it, and whether there was one.
pub(super) fn plain(line: &str) -> Option<(&str, bool)> {
    let bytes = line.as_bytes();
    let is_first = match bytes.first()? {
        b'-' => bytes.get(1).is_some_and(|byte| is_word(*byte)),
        b'?' | b':' | b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!' | b'|' | b'>' | b'\'' | b'"'
        | b'%' | b'@' | b'`' | b' ' => false,
        _ => true,
    };
    if is_first { without_comment(line) } else { None }
}

/// A line of a plain scalar without a comment after it, and whether there was one. `None` if it contains a key.
pub(super) fn without_comment(line: &str) -> Option<(&str, bool)> {
    let bytes = line.as_bytes();
    let mut end = bytes.len();
    for at in memchr::memchr2_iter(b':', b'#', bytes) {
        if bytes[at] == b':' {
            if matches!(bytes.get(at + 1), None | Some(b' ')) {
                return None;
            }
        } else if at > 0 && bytes[at - 1] == b' ' {
            end = at;
            break;
        }
    }
    Some((line.get(..end)?.trim_end_matches(' '), end < bytes.len()))
}

/// The value of a plain scalar; numbers that JSON cannot represent are left to the parser.
pub(super) fn value<B: Builder>(text: &str, builder: &mut B) -> Option<B::Value> {
    Some(match resolve_plain(text) {
        Scalar::Null => builder.null(),
        Scalar::Bool(value) => builder.bool(value),
        Scalar::Int(value) => builder.int(value),
        Scalar::Uint(value) => builder.uint(value),
        Scalar::Float(value) if value.is_finite() => builder.float(value),
        Scalar::Float(_) => return None,
        Scalar::Str(text) => string(text, builder),
    })
}

/// The quoted text at the start of a line, and its length including quotes. Rare escapes are left to the parser.
pub(super) fn quoted(line: &str) -> Option<(Cow<'_, str>, usize)> {
    match line.as_bytes().first()? {
        b'\'' => single(line),
        b'"' => double(line),
        _ => None,
    }
}

fn single(line: &str) -> Option<(Cow<'_, str>, usize)> {
    let mut from = 1;
    loop {
        let end = from + memchr::memchr(b'\'', line.as_bytes().get(from..)?)?;
        if line.as_bytes().get(end + 1) != Some(&b'\'') {
            let text = line.get(1..end)?;
            let text = if from == 1 { text.into() } else { text.replace("''", "'").into() };
            return Some((text, end + 1));
        }
        from = end + 2;
    }
}

fn double(line: &str) -> Option<(Cow<'_, str>, usize)> {
    let bytes = line.as_bytes();
    let mut at = 1 + memchr::memchr2(b'"', b'\\', bytes.get(1..)?)?;
    if bytes[at] == b'"' {
        return Some((line.get(1..at)?.into(), at + 1));
    }
    let mut text = line.get(1..at)?.to_string();
    loop {
        if bytes[at] == b'"' {
            return Some((text.into(), at + 1));
        }
        text.push(unescaped(*bytes.get(at + 1)?)?);
        let next = at + 2 + memchr::memchr2(b'"', b'\\', bytes.get(at + 2..)?)?;
        text.push_str(line.get(at + 2..next)?);
        at = next;
    }
}

/// The character for a letter after a backslash.
pub(super) fn unescaped(letter: u8) -> Option<char> {
    match letter {
        b'n' => Some('\n'),
        b't' => Some('\t'),
        b'"' => Some('"'),
        b'\\' => Some('\\'),
        _ => None,
    }
}

/// The end of the quoted text at the start of a text, even on a later line.
pub(super) fn quoted_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    loop {
        let rest = bytes.get(at..)?;
        at += match bytes.first()? {
            b'\'' => memchr::memchr(b'\'', rest)?,
            _ => memchr::memchr2(b'"', b'\\', rest)?,
        };
        match (bytes[at], bytes.get(at + 1)) {
            (b'\\', _) | (b'\'', Some(b'\'')) => at += 2,
            _ => return Some(at),
        }
    }
}
