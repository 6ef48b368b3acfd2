//! The effects of the detour through JSON: sigs.k8s.io/yaml writes JSON, parses it as YAML and writes that.

use std::borrow::Cow;
use std::str::Utf8Chunk;

use crate::number;

/// go-yaml only finds a `:` within this many characters after the start of a key.
const MAX_KEY: usize = 1024;

const FORBIDDEN: &str = "yaml: control characters are not allowed";

/// A float after the detour: an integer if it fits 64 bits.
pub(super) fn float(f: f64) -> Result<String, &'static str> {
    if f.is_nan() {
        return Err("json: unsupported value: NaN");
    }
    if f.is_infinite() {
        return Err(if f > 0.0 { "json: unsupported value: +Inf" } else { "json: unsupported value: -Inf" });
    }
    if f.fract() == 0.0 && f.abs() < 9e15 {
        return Ok((f as i64).to_string());
    }
    let text = number::format_json_float(f);
    let is_integer = number::parse_int(&text).is_some() || number::parse_uint(&text).is_some();
    Ok(if is_integer { text } else { number::format_float(f) })
}

/// A string after the detour, or go-yaml's error.
pub(super) fn string(bytes: &[u8], key: bool) -> Result<Cow<'_, str>, &'static str> {
    if key && bytes.len() > MAX_KEY / 6 && json_len(bytes) > MAX_KEY {
        return Err("yaml: did not find expected ',' or '}'");
    }
    // Folding over all bytes without a branch is much faster than stopping at the first bad one.
    if bytes.iter().fold(true, |all, b| all & (b' '..=b'~').contains(b)) {
        return std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|_| FORBIDDEN);
    }
    let text = crate::json::replace_invalid(bytes);
    let mut next_lines = false;
    for c in text.chars() {
        match c {
            '\u{85}' => next_lines = true,
            '\x7F'..='\u{9F}' | '\u{FFFE}' | '\u{FFFF}' => return Err(FORBIDDEN),
            _ => {}
        }
    }
    match (next_lines, key) {
        (false, _) => Ok(text),
        (true, true) => Err("yaml: did not find expected ',' or '}'"),
        (true, false) => fold_next_lines(&text).map(Cow::Owned),
    }
}

/// NEL is a line break in quotes: one becomes a space, more become line feeds, and spaces around them are dropped.
fn fold_next_lines(text: &str) -> Result<String, &'static str> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\u{85}') {
        let (head, tail) = rest.split_at(at);
        out.push_str(head.trim_end_matches(' '));
        let after = tail.trim_start_matches([' ', '\u{85}']);
        let (gap, _) = tail.split_at(tail.len() - after.len());
        match gap.matches('\u{85}').count() {
            1 => out.push(' '),
            n => out.extend(std::iter::repeat_n('\n', n - 1)),
        }
        let at_line_start = gap.ends_with('\u{85}');
        if at_line_start && ["---", "..."].iter().any(|m| after.strip_prefix(m).is_some_and(is_blank_start)) {
            return Err("yaml: found unexpected document indicator");
        }
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

fn is_blank_start(text: &str) -> bool {
    text.starts_with([' ', '\u{85}'])
}

/// The length of a string in JSON in characters, including quotes.
fn json_len(bytes: &[u8]) -> usize {
    let char_len = |c: char| match c {
        '"' | '\\' | '\n' | '\r' | '\t' | '\x08' | '\x0C' => 2,
        '\0'..='\x1F' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => 6,
        _ => 1,
    };
    // A byte that is not valid UTF-8 becomes an escape.
    let chunk_len =
        |chunk: Utf8Chunk<'_>| chunk.valid().chars().map(char_len).sum::<usize>() + 6 * chunk.invalid().len();
    2 + bytes.utf8_chunks().map(chunk_len).sum::<usize>()
}
