//! Go's `filepath.Match`: shell patterns that never cross a `/`.

use skeg_go_template::fmt::decode_rune;

/// A malformed pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadPattern;

impl std::fmt::Display for BadPattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("syntax error in pattern")
    }
}

impl std::error::Error for BadPattern {}

/// Whether the whole name matches. As in Go, a malformed part is not noticed if the match fails before it.
pub fn path_match(mut pattern: &[u8], mut name: &[u8]) -> Result<bool, BadPattern> {
    'pattern: while !pattern.is_empty() {
        let (star, chunk, rest) = scan_chunk(pattern);
        pattern = rest;
        if star && chunk.is_empty() {
            return Ok(!name.contains(&b'/'));
        }
        if let Some(left) = match_chunk(chunk, name)?
            && (left.is_empty() || !pattern.is_empty())
        {
            name = left;
            continue;
        }
        if star {
            let mut skipped = 0;
            while skipped < name.len() && name[skipped] != b'/' {
                skipped += 1;
                if let Some(left) = match_chunk(chunk, &name[skipped..])? {
                    if pattern.is_empty() && !left.is_empty() {
                        continue;
                    }
                    name = left;
                    continue 'pattern;
                }
            }
        }
        return Ok(false);
    }
    Ok(name.is_empty())
}

/// Splits off leading stars, and the part up to the next star outside of a class.
fn scan_chunk(pattern: &[u8]) -> (bool, &[u8], &[u8]) {
    let stars = pattern.iter().take_while(|&&b| b == b'*').count();
    let pattern = &pattern[stars..];
    let mut in_class = false;
    let mut at = 0;
    while let Some(&b) = pattern.get(at) {
        match b {
            b'\\' if at + 1 < pattern.len() => at += 1,
            b'[' => in_class = true,
            b']' => in_class = false,
            b'*' if !in_class => break,
            _ => {}
        }
        at += 1;
    }
    (stars > 0, &pattern[..at], &pattern[at..])
}

/// Matches a chunk at the start of a text; returns the rest of the text. The whole chunk is validated.
fn match_chunk<'t>(mut chunk: &[u8], mut text: &'t [u8]) -> Result<Option<&'t [u8]>, BadPattern> {
    let mut failed = false;
    while let Some(&b) = chunk.first() {
        failed |= text.is_empty();
        match b {
            b'[' => {
                let mut c = 0;
                if !failed {
                    let (rune, width) = decode_rune(text);
                    c = rune as u32;
                    text = &text[width..];
                }
                let (found, rest) = match_class(&chunk[1..], c)?;
                failed |= !found;
                chunk = rest;
                continue;
            }
            b'?' => {
                if !failed {
                    failed = text[0] == b'/';
                    text = &text[decode_rune(text).1..];
                }
            }
            _ => {
                if b == b'\\' {
                    chunk = &chunk[1..];
                }
                let Some(&literal) = chunk.first() else { return Err(BadPattern) };
                if !failed {
                    failed = literal != text[0];
                    text = &text[1..];
                }
            }
        }
        chunk = &chunk[1..];
    }
    Ok((!failed).then_some(text))
}

/// Matches a class after its `[`; returns the rest of the chunk.
fn match_class(mut chunk: &[u8], c: u32) -> Result<(bool, &[u8]), BadPattern> {
    let negated = chunk.first() == Some(&b'^');
    if negated {
        chunk = &chunk[1..];
    }
    let (mut found, mut ranges) = (false, 0);
    loop {
        if let Some(rest) = chunk.strip_prefix(b"]")
            && ranges > 0
        {
            return Ok((found != negated, rest));
        }
        let (low, rest) = class_char(chunk)?;
        let mut high = low;
        chunk = rest;
        if let Some(rest) = chunk.strip_prefix(b"-") {
            (high, chunk) = class_char(rest)?;
        }
        found |= low <= c && c <= high;
        ranges += 1;
    }
}

fn class_char(mut chunk: &[u8]) -> Result<(u32, &[u8]), BadPattern> {
    if matches!(chunk.first(), None | Some(b'-' | b']')) {
        return Err(BadPattern);
    }
    if chunk[0] == b'\\' {
        chunk = &chunk[1..];
    }
    if chunk.is_empty() {
        return Err(BadPattern);
    }
    let (c, width) = decode_rune(chunk);
    let broken = width == 1 && c == char::REPLACEMENT_CHARACTER;
    let rest = &chunk[width..];
    if broken || rest.is_empty() { Err(BadPattern) } else { Ok((c as u32, rest)) }
}
