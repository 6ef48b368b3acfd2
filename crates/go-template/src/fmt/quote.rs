//! Go's quoting of strings and runes.

use super::is_print;
use super::rune::{decode_rune, push_rune};

const HEX: &[u8; 16] = b"0123456789abcdef";

/// Appends `strconv.Quote(text)`.
pub fn write_quoted(out: &mut Vec<u8>, text: &[u8]) {
    write_quoted_with(out, text, false);
}

/// Appends `strconv.QuoteToASCII(text)`.
pub fn write_quoted_ascii(out: &mut Vec<u8>, text: &[u8]) {
    write_quoted_with(out, text, true);
}

/// `strconv.QuoteRune`.
pub fn quote_rune(rune: char) -> String {
    let mut out = Vec::with_capacity(12);
    write_quoted_rune(&mut out, rune, false);
    super::into_string(out)
}

pub(super) fn write_quoted_rune(out: &mut Vec<u8>, rune: char, ascii_only: bool) {
    out.push(b'\'');
    write_escaped(out, rune, b'\'', ascii_only);
    out.push(b'\'');
}

fn write_quoted_with(out: &mut Vec<u8>, text: &[u8], ascii_only: bool) {
    out.reserve(text.len() + 2);
    out.push(b'"');
    let mut rest = text;
    while !rest.is_empty() {
        let plain = rest.iter().position(|&b| !is_plain(b)).unwrap_or(rest.len());
        let (run, special) = rest.split_at(plain);
        out.extend_from_slice(run);
        let (rune, width) = decode_rune(special);
        match special.first() {
            Some(&byte) if width == 1 && rune == char::REPLACEMENT_CHARACTER => {
                out.extend_from_slice(b"\\x");
                push_hex(out, u32::from(byte), 2);
            }
            Some(_) => write_escaped(out, rune, b'"', ascii_only),
            None => {}
        }
        rest = special.get(width..).unwrap_or_default();
    }
    out.push(b'"');
}

/// Bytes that are not escaped in double quotes.
fn is_plain(byte: u8) -> bool {
    matches!(byte, 0x20..=0x7e) && byte != b'"' && byte != b'\\'
}

fn write_escaped(out: &mut Vec<u8>, rune: char, quote: u8, ascii_only: bool) {
    if rune == char::from(quote) || rune == '\\' {
        out.push(b'\\');
        return push_rune(out, rune);
    }
    if is_print(rune) && (!ascii_only || rune.is_ascii()) {
        return push_rune(out, rune);
    }
    let short = match rune {
        '\x07' => b'a',
        '\x08' => b'b',
        '\x0c' => b'f',
        '\n' => b'n',
        '\r' => b'r',
        '\t' => b't',
        '\x0b' => b'v',
        _ => return write_hex_escape(out, rune),
    };
    out.extend_from_slice(&[b'\\', short]);
}

fn write_hex_escape(out: &mut Vec<u8>, rune: char) {
    let code = u32::from(rune);
    let (lead, digits) = match code {
        0..0x20 | 0x7f => (b'x', 2),
        0..0x10000 => (b'u', 4),
        _ => (b'U', 8),
    };
    out.extend_from_slice(&[b'\\', lead]);
    push_hex(out, code, digits);
}

fn push_hex(out: &mut Vec<u8>, code: u32, digits: u32) {
    out.extend((0..digits).rev().map(|i| HEX[(code >> (4 * i) & 0xf) as usize]));
}

/// `strconv.CanBackquote`: whether the text can be written in backquotes on one line.
pub(super) fn can_backquote(text: &[u8]) -> bool {
    std::str::from_utf8(text)
        .is_ok_and(|text| text.chars().all(|c| !matches!(c, '\0'..='\x08' | '\n'..='\x1f' | '`' | '\x7f' | '\u{feff}')))
}
