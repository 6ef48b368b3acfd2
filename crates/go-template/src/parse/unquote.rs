//! The values of quoted strings and characters (Go's `strconv.Unquote`).

use std::borrow::Cow;

/// The value of a quoted string that the lexer accepted. `None`: invalid escapes.
pub(crate) fn unquote(quoted: &[u8]) -> Option<Cow<'_, [u8]>> {
    let (&quote, inner) = quoted.split_first()?;
    let (_, inner) = inner.split_last()?;
    if quote == b'`' {
        return Some(match inner.contains(&b'\r') {
            true => Cow::Owned(inner.iter().copied().filter(|b| *b != b'\r').collect()),
            false => inner.into(),
        });
    }
    if !inner.contains(&b'\\') && std::str::from_utf8(inner).is_ok() {
        return Some(inner.into());
    }
    let mut value = Vec::with_capacity(inner.len());
    let mut rest = inner;
    while !rest.is_empty() {
        let (unit, tail) = unquote_char(rest, quote)?;
        unit.write_to(&mut value);
        rest = tail;
    }
    Some(value.into())
}

/// A character, or a single byte from a numeric escape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unit {
    Byte(u8),
    Char(char),
}

impl Unit {
    /// The number of the character.
    pub(super) fn code(self) -> u32 {
        match self {
            Unit::Byte(b) => u32::from(b),
            Unit::Char(c) => c as u32,
        }
    }

    fn write_to(self, out: &mut Vec<u8>) {
        match self {
            Unit::Byte(b) => out.push(b),
            Unit::Char(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
}

/// Parses one character or escape inside quotes; also returns the rest.
pub(super) fn unquote_char(text: &[u8], quote: u8) -> Option<(Unit, &[u8])> {
    let (&first, rest) = text.split_first()?;
    match first {
        b'\\' => unquote_escape(rest, quote),
        0x80.. => {
            let len = (1..=4).find(|n| text.get(..*n).is_some_and(|b| std::str::from_utf8(b).is_ok())).unwrap_or(1);
            let (head, tail) = text.split_at(len);
            let c = String::from_utf8_lossy(head).chars().next()?;
            Some((Unit::Char(c), tail))
        }
        _ if first == quote => None,
        _ => Some((Unit::Byte(first), rest)),
    }
}

fn unquote_escape(text: &[u8], quote: u8) -> Option<(Unit, &[u8])> {
    let (&letter, rest) = text.split_first()?;
    let byte = match letter {
        b'a' => 0x07,
        b'b' => 0x08,
        b'f' => 0x0c,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 0x0b,
        b'\\' => b'\\',
        b'\'' | b'"' if letter == quote => letter,
        b'x' => {
            let (code, rest) = read_digits(rest, 2, 16)?;
            return Some((Unit::Byte(u8::try_from(code).ok()?), rest));
        }
        b'u' | b'U' => {
            let (code, rest) = read_digits(rest, if letter == b'u' { 4 } else { 8 }, 16)?;
            return Some((Unit::Char(char::from_u32(code)?), rest));
        }
        b'0'..=b'7' => {
            let (code, rest) = read_digits(text, 3, 8)?;
            return Some((Unit::Byte(u8::try_from(code).ok()?), rest));
        }
        _ => return None,
    };
    Some((Unit::Byte(byte), rest))
}

fn read_digits(text: &[u8], count: usize, base: u32) -> Option<(u32, &[u8])> {
    let (digits, rest) = text.split_at_checked(count)?;
    let mut code = 0u32;
    for digit in digits {
        code = code.checked_mul(base)?.checked_add((*digit as char).to_digit(base)?)?;
    }
    Some((code, rest))
}
