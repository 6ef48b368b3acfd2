//! Keys and one-line scalars as the quick reader takes them; `None` where the real parser had better look.

/// A value on one line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scalar<'t> {
    /// No value on this line.
    Nothing,
    /// A literal or folded block follows.
    Block,
    /// `{}` or `[]`.
    Empty,
    Plain(&'t [u8]),
    /// The text between quotes that has nothing to unescape.
    Quoted(&'t [u8]),
    /// A quoted text with escapes.
    Escaped,
}

impl Scalar<'_> {
    /// The text, where the scalar is surely a string, or an integer in its usual form.
    pub(super) fn text(self) -> Option<String> {
        let text = match self {
            Scalar::Quoted(text) => text,
            Scalar::Plain(text) if is_word(text) || is_integer(text) => text,
            _ => return None,
        };
        String::from_utf8(text.to_vec()).ok()
    }
}

/// A key with what follows its colon, where the text starts with one.
pub(super) fn read_key(text: &[u8]) -> Option<(&[u8], &[u8])> {
    const LONGEST: usize = 512;
    let (key, after) = match text.first()? {
        quote @ (b'"' | b'\'') => {
            let end = 1 + text[1..].iter().take(LONGEST).position(|b| b == quote)?;
            let key = &text[1..end];
            if key.contains(&b'\\') {
                return None;
            }
            (key, &text[end + 1..])
        }
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'/' => {
            let is_plain = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'/' | b'-' | b'$');
            let end = text.iter().take(LONGEST).position(|b| !is_plain(b))?;
            let key = &text[..end];
            if is_null(key) {
                return None;
            }
            (key, &text[end..])
        }
        _ => return None,
    };
    let value = after.strip_prefix(b":")?;
    matches!(value.first(), None | Some(b' ')).then_some((key, value))
}

/// The scalar that a line goes on with.
pub(super) fn read_scalar(text: &[u8]) -> Option<Scalar<'_>> {
    let text = text.trim_ascii();
    let Some(&first) = text.first() else {
        return Some(Scalar::Nothing);
    };
    match first {
        b'#' => Some(Scalar::Nothing),
        b'|' | b'>' => matches!(&text[1..], b"" | b"-" | b"+").then_some(Scalar::Block),
        b'{' | b'[' => matches!(text, b"{}" | b"[]").then_some(Scalar::Empty),
        b'"' => read_double_quoted(text),
        b'\'' => read_single_quoted(text),
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'/' | b'.' | b'$' | b'(' | b'+' => read_plain(text),
        b'-' if !matches!(text.get(1), None | Some(b' ')) => read_plain(text),
        _ => None,
    }
}

fn read_plain(text: &[u8]) -> Option<Scalar<'_>> {
    // Only `:` and `#` can end a plain scalar on its line.
    for at in memchr::memchr2_iter(b':', b'#', text) {
        match text[at] {
            b'#' if text[at - 1] == b' ' => {
                return read_plain(text[..at].trim_ascii_end());
            }
            b':' if matches!(text.get(at + 1), None | Some(b' ')) => return None,
            _ => {}
        }
    }
    let is_odd_number =
        matches!(text[0], b'.' | b'+' | b'-') && text.len() <= 5 && !text.iter().any(u8::is_ascii_digit);
    (!is_odd_number).then_some(Scalar::Plain(text))
}

fn read_double_quoted(text: &[u8]) -> Option<Scalar<'_>> {
    let mut at = 1;
    let mut has_escapes = false;
    loop {
        at += memchr::memchr2(b'"', b'\\', text.get(at..)?)?;
        if text[at] == b'"' {
            break;
        }
        if !matches!(text.get(at + 1), Some(b'"' | b'\\' | b'n' | b't' | b'r')) {
            return None;
        }
        has_escapes = true;
        at += 2;
    }
    is_end(&text[at + 1..]).then_some(if has_escapes { Scalar::Escaped } else { Scalar::Quoted(&text[1..at]) })
}

fn read_single_quoted(text: &[u8]) -> Option<Scalar<'_>> {
    let mut at = 1;
    let mut has_escapes = false;
    loop {
        at += memchr::memchr(b'\'', text.get(at..)?)?;
        if text.get(at + 1) != Some(&b'\'') {
            break;
        }
        has_escapes = true;
        at += 2;
    }
    is_end(&text[at + 1..]).then_some(if has_escapes { Scalar::Escaped } else { Scalar::Quoted(&text[1..at]) })
}

/// Nothing, or a comment.
fn is_end(text: &[u8]) -> bool {
    text.is_empty() || text.starts_with(b" ") && text.trim_ascii_start().starts_with(b"#")
}

fn is_null(text: &[u8]) -> bool {
    matches!(text, b"null" | b"Null" | b"NULL")
}

/// A plain scalar that is a string in any case: it starts with a letter and is none of the words with a meaning.
fn is_word(text: &[u8]) -> bool {
    const MEANINGS: &[&[u8]] = &[b"y", b"n", b"yes", b"no", b"on", b"off", b"true", b"false", b"null"];
    text.first().is_some_and(u8::is_ascii_alphabetic) && !MEANINGS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// A decimal integer as Go would print it again.
fn is_integer(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let is_canonical = matches!(digits, [b'0'] | [b'1'..=b'9', ..]) && text != b"-0";
    is_canonical && digits.len() < 18 && digits.iter().all(u8::is_ascii_digit)
}
