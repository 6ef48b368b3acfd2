//! Go's replacement templates: `$1`, `${name}`, `$$`.

use std::ops::Range;

use skeg_go_template::fmt::decode_rune;

/// Finds the next `$` of a template: the text before it, the replacement, and the rest of the template.
pub(super) fn expand(
    out: &mut Vec<u8>,
    mut template: &[u8],
    names: &[Option<String>],
    source: &[u8],
    group: impl Fn(usize) -> Option<Range<usize>>,
) {
    while let Some(dollar) = template.iter().position(|&b| b == b'$') {
        out.extend_from_slice(&template[..dollar]);
        template = &template[dollar + 1..];
        if let Some(rest) = template.strip_prefix(b"$") {
            out.push(b'$');
            template = rest;
            continue;
        }
        let Some((name, rest)) = extract(template) else {
            out.push(b'$');
            continue;
        };
        template = rest;
        let found = match group_number(name) {
            Some(number) => group(number),
            None => (0..names.len())
                .filter(|&i| names[i].as_deref().map(str::as_bytes) == Some(name))
                .find_map(|i| group(i + 1)),
        };
        out.extend_from_slice(found.and_then(|range| source.get(range)).unwrap_or_default());
    }
    out.extend_from_slice(template);
}

/// The longest name after a `$`, and the rest. `None` if there is none.
fn extract(template: &[u8]) -> Option<(&[u8], &[u8])> {
    let braced = template.first() == Some(&b'{');
    let text = &template[usize::from(braced)..];
    let mut end = 0;
    while end < text.len() {
        let (c, width) = decode_rune(&text[end..]);
        if !(c.is_alphabetic() || c.is_numeric() || c == '_') {
            break;
        }
        end += width;
    }
    if end == 0 {
        return None;
    }
    let rest = &text[end..];
    let rest = if braced { rest.strip_prefix(b"}")? } else { rest };
    Some((&text[..end], rest))
}

/// The group number if the name consists of digits; with leading zeros it is a name.
fn group_number(name: &[u8]) -> Option<usize> {
    if !name.iter().all(u8::is_ascii_digit) || (name.len() > 1 && name[0] == b'0') || name.len() > 9 {
        return None;
    }
    std::str::from_utf8(name).ok()?.parse().ok()
}
