//! The shapes of versions and constraints in a text, matched greedily from a place.
//!
//! What may follow a version never continues one, so greedy matching gives what the Go library's expressions give.

use std::ops::Range;

/// Where the parts of a version are in a text. Minor and patch include their dot, the others their sign.
pub(crate) struct Shape {
    pub(crate) start: usize,
    pub(crate) major: Range<usize>,
    pub(crate) minor: Range<usize>,
    pub(crate) patch: Range<usize>,
    pub(crate) pre: Range<usize>,
    pub(crate) metadata: Range<usize>,
    pub(crate) end: usize,
}

/// Characters of a number in a constraint. The bar is there in the original too.
pub(crate) fn is_wild_digit(b: &u8) -> bool {
    b.is_ascii_digit() || matches!(b, b'x' | b'X' | b'*' | b'|')
}

/// Matches a version at a place.
pub(crate) fn version_at(text: &[u8], start: usize, is_digit: fn(&u8) -> bool) -> Option<Shape> {
    let begin = if text.get(start) == Some(&b'v') { start + 1 } else { start };
    let major = begin..skip(text, begin, is_digit);
    if major.is_empty() {
        return None;
    }
    let minor = dotted(text, major.end, is_digit);
    // Both groups are optional, but the second finds nothing if the first found nothing.
    let patch = dotted(text, minor.end, is_digit);
    let pre = identifiers(text, patch.end, b'-');
    let metadata = identifiers(text, pre.end, b'+');
    let end = metadata.end;
    Some(Shape { start, major, minor, patch, pre, metadata, end })
}

fn skip(text: &[u8], from: usize, accept: fn(&u8) -> bool) -> usize {
    from + text.get(from..).unwrap_or_default().iter().take_while(|b| accept(b)).count()
}

fn dotted(text: &[u8], at: usize, is_digit: fn(&u8) -> bool) -> Range<usize> {
    if text.get(at) != Some(&b'.') {
        return at..at;
    }
    let end = skip(text, at + 1, is_digit);
    if end == at + 1 { at..at } else { at..end }
}

fn identifiers(text: &[u8], at: usize, sign: u8) -> Range<usize> {
    fn is_part(b: &u8) -> bool {
        b.is_ascii_alphanumeric() || *b == b'-'
    }
    if text.get(at) != Some(&sign) {
        return at..at;
    }
    let mut end = skip(text, at + 1, is_part);
    if end == at + 1 {
        return at..at;
    }
    while text.get(end) == Some(&b'.') {
        let next = skip(text, end + 1, is_part);
        if next == end + 1 {
            break;
        }
        end = next;
    }
    at..end
}

pub(crate) fn skip_blanks(text: &[u8], from: usize) -> usize {
    skip(text, from, |b| matches!(b, b' ' | b'\t' | b'\n' | b'\x0c' | b'\r'))
}

/// The operator at a place, perhaps empty. Longer ones win, since no version starts with an operator's character.
pub(crate) fn operator_at(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    match rest {
        [b'!', b'=', ..] | [b'>', b'=', ..] | [b'<', b'=', ..] | [b'=', b'>' | b'<', ..] | [b'~', b'>', ..] => at + 2,
        [b'=' | b'>' | b'<' | b'~' | b'^', ..] => at + 1,
        _ => at,
    }
}

/// Rewrites each `a - b` into the two comparisons it stands for.
pub(crate) fn rewrite_ranges(text: &str) -> String {
    let mut out = text.to_string();
    let mut at = 0;
    while at < text.len() {
        match range_at(text.as_bytes(), at) {
            Some((low, high, end)) => {
                let bounds = format!(">= {}, <= {} ", &text[low], &text[high]);
                out = out.replacen(&text[at..end], &bounds, 1);
                at = end;
            }
            None => at += 1,
        }
    }
    out
}

fn range_at(text: &[u8], at: usize) -> Option<(Range<usize>, Range<usize>, usize)> {
    let low = version_at(text, skip_blanks(text, at), is_wild_digit)?;
    let hyphen = skip_blanks(text, low.end);
    if hyphen == low.end || text.get(hyphen) != Some(&b'-') {
        return None;
    }
    let start = skip_blanks(text, hyphen + 1);
    if start == hyphen + 1 {
        return None;
    }
    let high = version_at(text, start, is_wild_digit)?;
    Some((low.start..low.end, high.start..high.end, skip_blanks(text, high.end)))
}
