//! `html`, `js` and `urlquery`: escape text for other languages.

use crate::fmt::{decode_rune, is_print, write_printable};
use crate::{Str, Value};

/// Escapes the printed arguments.
pub(super) fn with(escape: fn(&[u8]) -> Vec<u8>, args: &[Value]) -> Value {
    match args {
        [Value::Str(text)] => Value::Str(Str::from(escape(text))),
        _ => Value::Str(Str::from(escape(&printed(args)))),
    }
}

/// Like `print`, but follows pointers and prints nil as `<no value>`.
fn printed(args: &[Value]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut after_string = true;
    for arg in args {
        let is_string = arg.is_nil() || arg.kind() == "string";
        if !is_string && !after_string {
            out.push(b' ');
        }
        write_printable(&mut out, arg);
        after_string = is_string;
    }
    out
}

/// Go's `template.HTMLEscapeString`.
pub fn escape_html(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for &byte in text {
        match byte {
            0 => out.extend_from_slice("\u{fffd}".as_bytes()),
            b'"' => out.extend_from_slice(b"&#34;"),
            b'\'' => out.extend_from_slice(b"&#39;"),
            b'&' => out.extend_from_slice(b"&amp;"),
            b'<' => out.extend_from_slice(b"&lt;"),
            b'>' => out.extend_from_slice(b"&gt;"),
            _ => out.push(byte),
        }
    }
    out
}

/// Go's `template.JSEscapeString`.
pub fn escape_js(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let (rune, width) = decode_rune(rest);
        let (bytes, after) = rest.split_at(width.clamp(1, rest.len()));
        match rune {
            '\\' | '\'' | '"' => {
                out.push(b'\\');
                out.extend_from_slice(bytes);
            }
            '<' | '>' | '&' | '=' => push_unicode_escape(&mut out, rune),
            '\x7f' => out.push(0x7f),
            _ if is_print(rune) => out.extend_from_slice(bytes),
            _ => push_unicode_escape(&mut out, rune),
        }
        rest = after;
    }
    out
}

fn push_unicode_escape(out: &mut Vec<u8>, rune: char) {
    out.extend_from_slice(format!("\\u{:04X}", u32::from(rune)).as_bytes());
}

/// Go's `url.QueryEscape`.
pub fn escape_query(text: &[u8]) -> Vec<u8> {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut out = Vec::with_capacity(text.len());
    for &byte in text {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => out.push(byte),
            b' ' => out.push(b'+'),
            _ => out.extend_from_slice(&[b'%', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]),
        }
    }
    out
}
