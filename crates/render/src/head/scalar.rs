//! Keys and scalars as the quick reader takes them; `None` where the real parser had better look.

use super::flow;

/// A value on one line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scalar<'t> {
    /// No value on this line.
    Nothing,
    /// A literal or folded block follows.
    Block,
    /// `{}`
    EmptyMap,
    /// A list or map between brackets, on this line.
    Flow,
    Plain(&'t [u8]),
    /// A plain scalar followed by a comment: it cannot continue on the next line.
    Commented(&'t [u8]),
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
            Scalar::Plain(text) | Scalar::Commented(text) if is_word(text) || is_integer(text) => text,
            _ => return None,
        };
        String::from_utf8(text.to_vec()).ok()
    }
}

/// Which bytes plain keys consist of.
const IS_OF_KEY: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'/' | b'-' | b'$');
        byte += 1;
    }
    table
};

/// The key that a text starts with, and how long it is with its colon.
pub(super) fn read_key(text: &[u8]) -> Option<(&[u8], usize)> {
    const LONGEST: usize = 512;
    let start = &text[..text.len().min(LONGEST)];
    let (key, end) = match *text.first()? {
        quote @ (b'"' | b'\'') => {
            let end = 1 + start[1..].iter().position(|b| *b == quote || *b == b'\n')?;
            let key = &text[1..end];
            if text[end] != quote || key.contains(&b'\\') {
                return None;
            }
            (key, end + 1)
        }
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'/' => {
            let end = start.iter().position(|b| !IS_OF_KEY[usize::from(*b)])?;
            let key = &text[..end];
            if is_null(key) {
                return None;
            }
            (key, end)
        }
        _ => return None,
    };
    (text.get(end)? == &b':' && matches!(text.get(end + 1), None | Some(b' ' | b'\n'))).then_some((key, end + 1))
}

/// The scalar that a line continues with.
pub(super) fn read_scalar(text: &[u8]) -> Option<Scalar<'_>> {
    let text = text.trim_ascii();
    let Some(&first) = text.first() else {
        return Some(Scalar::Nothing);
    };
    match first {
        b'#' => Some(Scalar::Nothing),
        b'|' | b'>' => matches!(&text[1..], b"" | b"-" | b"+").then_some(Scalar::Block),
        b'{' if text == b"{}" => Some(Scalar::EmptyMap),
        b'{' | b'[' => is_end(flow::pass(text, 0)?).then_some(Scalar::Flow),
        b'"' | b'\'' => {
            let (scalar, length) = read_quoted(text)?;
            is_end(&text[length..]).then_some(scalar)
        }
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | 0x80.. => read_plain(text),
        b'_' | b'/' | b'.' | b'$' | b'(' | b'+' | b'^' | b'=' | b'~' | b';' | b'\\' => read_plain(text),
        b'-' | b':' if !matches!(text.get(1), None | Some(b' ')) => read_plain(text),
        _ => None,
    }
}

/// Whether a line can be all of a plain scalar, or a further line of one: no key in it, and no comment.
pub(super) fn is_plain_line(text: &[u8]) -> bool {
    memchr::memchr2_iter(b':', b'#', text).all(|at| match text[at] {
        b'#' => at > 0 && text[at - 1] != b' ',
        _ => !matches!(text.get(at + 1), None | Some(b' ')),
    })
}

fn read_plain(text: &[u8]) -> Option<Scalar<'_>> {
    if !is_plain_line(text) {
        let comment = memchr::memmem::find(text, b" #")?;
        return match read_plain(text[..comment].trim_ascii_end())? {
            Scalar::Plain(text) => Some(Scalar::Commented(text)),
            _ => None,
        };
    }
    let unsigned = text.strip_prefix(b"+").or(text.strip_prefix(b"-")).unwrap_or(text);
    let is_endless = unsigned.eq_ignore_ascii_case(b".inf") || unsigned.eq_ignore_ascii_case(b".nan");
    (!is_endless).then_some(Scalar::Plain(text))
}

/// A text in quotes, which may go over lines, and how long it is with its quotes.
pub(super) fn read_quoted(text: &[u8]) -> Option<(Scalar<'_>, usize)> {
    let end = match text.first()? {
        b'"' => double_quoted_end(text)?,
        _ => single_quoted_end(text)?,
    };
    let inner = &text[1..end];
    let scalar = match inner.iter().any(|b| matches!(b, b'\\' | b'\'' | b'\n')) {
        true => Scalar::Escaped,
        false => Scalar::Quoted(inner),
    };
    Some((scalar, end + 1))
}

fn double_quoted_end(text: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        at += memchr::memchr2(b'"', b'\\', text.get(at..)?)?;
        if text[at] == b'"' {
            return Some(at);
        }
        at += match text.get(at + 1)? {
            b'"' | b'\\' | b'n' | b't' | b'r' | b' ' | b'\n' => 2,
            b'u' if is_character(text.get(at + 2..at + 6)?) => 6,
            _ => return None,
        };
    }
}

/// Four digits that stand for a character, not for half of one.
fn is_character(digits: &[u8]) -> bool {
    digits.iter().all(u8::is_ascii_hexdigit) && !digits[0].eq_ignore_ascii_case(&b'd')
}

fn single_quoted_end(text: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        at += memchr::memchr(b'\'', text.get(at..)?)?;
        if text.get(at + 1) != Some(&b'\'') {
            return Some(at);
        }
        at += 2;
    }
}

/// Nothing, or a comment.
pub(super) fn is_end(text: &[u8]) -> bool {
    text.is_empty() || text.starts_with(b" ") && text.trim_ascii_start().starts_with(b"#")
}

pub(super) fn is_null(text: &[u8]) -> bool {
    matches!(text, b"null" | b"Null" | b"NULL")
}

/// A plain scalar that is certainly a string: it starts with a letter and is not a word with a meaning.
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
