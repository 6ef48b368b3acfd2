//! The scanner's input: decoded from UTF-8 or UTF-16 and checked for characters that YAML forbids.
//!
//! Go's reader works in windows of 512 bytes and reports an error in a window only when the scanner reaches it. So an
//! invalid character ends the text at the start of its window, and the error is deferred until the scanner gets there.

use std::borrow::Cow;

use crate::Error;

/// Bytes Go's reader decodes at a time.
const WINDOW: usize = 512;

const INCOMPLETE: &str = "incomplete UTF-8 octet sequence";

/// Checked text, with properties that the scanner needs.
pub(crate) struct Source<'a> {
    pub(crate) text: Cow<'a, str>,
    /// Every byte is a character.
    pub(crate) ascii: bool,
    /// There may be line breaks other than CR and LF: NEL, LS, PS.
    pub(crate) rare_breaks: bool,
    /// The error in what follows the text.
    pub(crate) problem: Option<&'static str>,
    /// Up to here Go takes any character at a line start for the second byte order mark at the start of the text.
    pub(crate) bom_end: usize,
}

impl<'a> Source<'a> {
    /// Decodes and checks `bytes`.
    pub(crate) fn new(bytes: &'a [u8]) -> Result<Source<'a>, Error> {
        if bytes.len() > (i32::MAX as usize) {
            return Err(Error::other("yaml: input is too large"));
        }
        match bytes {
            [0xFF, 0xFE, rest @ ..] => Ok(Source::utf16(rest, u16::from_le_bytes)),
            [0xFE, 0xFF, rest @ ..] => Ok(Source::utf16(rest, u16::from_be_bytes)),
            [0xEF, 0xBB, 0xBF, rest @ ..] => Ok(Source::utf8(rest, WINDOW - 3)),
            _ => Ok(Source::utf8(bytes, WINDOW)),
        }
    }

    fn utf8(bytes: &'a [u8], first_window: usize) -> Source<'a> {
        let mut source = Source { text: Cow::Borrowed(""), ascii: true, rare_breaks: false, problem: None, bom_end: 0 };
        let mut good = plain_ascii_len(bytes);
        if good < bytes.len() {
            source.ascii = false;
            good = source.check_wide(bytes, good, first_window);
        }
        match std::str::from_utf8(bytes.get(..good).unwrap_or_default()) {
            Ok(text) => source.text = Cow::Borrowed(text),
            Err(_) => source.problem = Some("invalid Unicode character"),
        }
        if source.text.starts_with('\u{FEFF}') {
            source.bom_end = first_window;
        }
        source
    }

    /// Checks the characters from `at` on; returns the length of the text that the scanner may see.
    fn check_wide(&mut self, bytes: &[u8], mut at: usize, first_window: usize) -> usize {
        while let Some(rest) = bytes.get(at..).filter(|r| !r.is_empty()) {
            match decode(rest) {
                Ok((c, width)) if allowed(c) => {
                    self.rare_breaks |= matches!(c, 0x85 | 0x2028 | 0x2029);
                    at += width;
                    at += bytes.get(at..).map_or(0, plain_ascii_len);
                }
                Ok(_) => {
                    self.problem = Some("control characters are not allowed");
                    return window_start(bytes, at, first_window);
                }
                Err(problem) => {
                    self.problem = Some(problem);
                    // A truncated character is only reached after everything before it was read.
                    return if problem == INCOMPLETE { at } else { window_start(bytes, at, first_window) };
                }
            }
        }
        at
    }

    fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Source<'a> {
        let mut text = String::with_capacity(bytes.len());
        let mut problem = None;
        let mut at = 0;
        let mut window = (WINDOW - 2, 0);
        while let Some(rest) = bytes.get(at..).filter(|r| !r.is_empty()) {
            let (c, width) = match decode16(rest, unit) {
                Ok(found) => found,
                Err(text) => {
                    problem = Some(text);
                    break;
                }
            };
            if at + width > window.0 {
                window = (at + WINDOW, text.len());
            }
            match char::from_u32(c) {
                Some(ch) if allowed(c) => text.push(ch),
                _ => {
                    problem = Some("control characters are not allowed");
                    break;
                }
            }
            at += width;
        }
        if problem.is_some_and(|p| !p.starts_with("incomplete")) {
            text.truncate(window.1);
        }
        let rare_breaks = text.contains(['\u{85}', '\u{2028}', '\u{2029}']);
        Source { ascii: text.is_ascii(), rare_breaks, problem, bom_end: 0, text: Cow::Owned(text) }
    }
}

/// The length of the leading run of bytes that are plain printable ASCII, tab or line break.
fn plain_ascii_len(bytes: &[u8]) -> usize {
    let plain = |b: u8| matches!(b, b' '..=b'~' | b'\n' | b'\t' | b'\r');
    let mut len = 0;
    for chunk in bytes.chunks(64) {
        // Without a branch per byte, the compiler vectorizes this.
        if chunk.iter().fold(true, |all, &b| all & plain(b)) {
            len += chunk.len();
        } else {
            return len + chunk.iter().take_while(|&&b| plain(b)).count();
        }
    }
    len
}

/// The start of the reader's window that holds byte `bad`.
fn window_start(bytes: &[u8], bad: usize, first_window: usize) -> usize {
    let mut start = 0;
    let mut end = first_window;
    while end <= bad && end < bytes.len() {
        start = end;
        // A character that does not fit moves to the next window.
        while start > 0 && bytes.get(start).is_some_and(|b| b & 0xC0 == 0x80) {
            start -= 1;
        }
        end = start + WINDOW;
    }
    start
}

fn allowed(c: u32) -> bool {
    matches!(c, 0x09 | 0x0A | 0x0D | 0x20..=0x7E | 0x85 | 0xA0..=0xD7FF | 0xE000..=0xFFFD | 0x10000..=0x10FFFF)
}

/// Decodes one UTF-8 character, with the reader's error messages.
fn decode(bytes: &[u8]) -> Result<(u32, usize), &'static str> {
    let first = bytes.first().copied().unwrap_or_default();
    let (width, mut value) = match first {
        0x00..=0x7F => (1, u32::from(first)),
        0xC0..=0xDF => (2, u32::from(first & 0x1F)),
        0xE0..=0xEF => (3, u32::from(first & 0x0F)),
        0xF0..=0xF7 => (4, u32::from(first & 0x07)),
        _ => return Err("invalid leading UTF-8 octet"),
    };
    let tail = bytes.get(1..width).ok_or(INCOMPLETE)?;
    for &b in tail {
        if b & 0xC0 != 0x80 {
            return Err("invalid trailing UTF-8 octet");
        }
        value = (value << 6) | u32::from(b & 0x3F);
    }
    let shortest = [0, 0, 0x80, 0x800, 0x10000][width];
    if value < shortest {
        return Err("invalid length of a UTF-8 sequence");
    }
    if matches!(value, 0xD800..=0xDFFF) || value > 0x10FFFF {
        return Err("invalid Unicode character");
    }
    Ok((value, width))
}

/// Decodes one UTF-16 character.
fn decode16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<(u32, usize), &'static str> {
    let read = |at: usize| match bytes.get(at..at + 2) {
        Some(&[a, b]) => Some(u32::from(unit([a, b]))),
        _ => None,
    };
    let high = read(0).ok_or("incomplete UTF-16 character")?;
    match high & 0xFC00 {
        0xDC00 => Err("unexpected low surrogate area"),
        0xD800 => {
            let low = read(2).ok_or("incomplete UTF-16 surrogate pair")?;
            if low & 0xFC00 != 0xDC00 {
                return Err("expected low surrogate area");
            }
            Ok((0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF), 4))
        }
        _ => Ok((high, 2)),
    }
}
