//! Shortens and wraps lines as goutils does: on bytes, with blanks between words.

use memchr::memchr;
use skeg_go_template::{Function, LARGEST, Param, Value};

use crate::args;

use Param::{Int, String};

pub(crate) static FUNCTIONS: &[Function] = &[
    Function::fixed("abbrev", &[Int, String], |_, a| {
        let width = args::int(a, 0);
        Ok(if width < 4 { args::take(a, 1) } else { Value::str(abbreviate(args::text(a, 1), 0, width)) })
    }),
    Function::fixed("abbrevboth", &[Int, Int, String], |_, a| {
        let (left, right) = (args::int(a, 0), args::int(a, 1));
        if right < 4 || left > 0 && right < 7 {
            return Ok(args::take(a, 2));
        }
        Ok(Value::str(abbreviate(args::text(a, 2), left, right)))
    }),
    Function::fixed("wrap", &[Int, String], |_, a| Ok(Value::str(wrap(args::text(a, 1), args::int(a, 0), b"", false)))),
    Function::fixed("wrapWith", &[Int, String, String], |_, a| {
        Ok(Value::str(wrap(args::text(a, 2), args::int(a, 0), args::text(a, 1), true)))
    }),
];

/// At most `width` bytes, with dots where text was cut; `offset` is a byte to keep.
fn abbreviate(text: &[u8], offset: i64, width: i64) -> Vec<u8> {
    let length = text.len() as i64;
    if text.is_empty() || width < 4 || length <= width {
        return if width < 4 { Vec::new() } else { text.to_vec() };
    }
    let mut offset = offset.min(length);
    if length.saturating_sub(offset) < width - 3 {
        offset = length - (width - 3);
    }
    if offset <= 4 {
        return [&text[..(width - 3) as usize], b"..."].concat();
    }
    if width < 7 {
        return Vec::new();
    }
    if offset + width - 3 < length {
        let inner = abbreviate(&text[offset as usize..], 0, width - 3);
        return [b"...", inner.as_slice()].concat();
    }
    [b"...", &text[(length - (width - 3)) as usize..]].concat()
}

/// Wraps lines; a result that is too large, and will be refused, ends early.
fn wrap(text: &[u8], width: i64, line_break: &[u8], cut_words: bool) -> Vec<u8> {
    let line_break = if line_break.is_empty() { b"\n" } else { line_break };
    let width = width.max(1) as usize;
    let mut out = Vec::with_capacity(text.len() + text.len() / width);
    let mut offset = 0;
    while text.len() - offset > width && out.len() <= LARGEST {
        let rest = &text[offset..];
        if rest[0] == b' ' {
            offset += 1;
            continue;
        }
        if let Some(blank) = rest[..=width].iter().rposition(|b| *b == b' ') {
            out.extend_from_slice(&rest[..blank]);
            out.extend_from_slice(line_break);
            offset += blank + 1;
        } else if cut_words {
            out.extend_from_slice(&rest[..width]);
            out.extend_from_slice(line_break);
            offset += width;
        } else if let Some(blank) = memchr(b' ', &rest[width..]) {
            out.extend_from_slice(&rest[..width + blank]);
            out.extend_from_slice(line_break);
            offset += width + blank + 1;
        } else {
            out.extend_from_slice(rest);
            offset = text.len();
        }
    }
    out.extend_from_slice(&text[offset..]);
    out
}
