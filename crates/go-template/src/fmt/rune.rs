//! Runes in byte strings as Go decodes them: every byte that is not part of valid UTF-8 is a separate U+FFFD.

/// The rune at the start of `text` and its length in bytes. Invalid bytes give U+FFFD and 1; the end gives U+FFFD and
/// 0.
pub fn decode_rune(text: &[u8]) -> (char, usize) {
    let Some(&first) = text.first() else { return (char::REPLACEMENT_CHARACTER, 0) };
    let width = match first {
        0..=0x7f => return (char::from(first), 1),
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return (char::REPLACEMENT_CHARACTER, 1),
    };
    let rune = text.get(..width).and_then(|bytes| std::str::from_utf8(bytes).ok()).and_then(|s| s.chars().next());
    match rune {
        Some(rune) => (rune, width),
        None => (char::REPLACEMENT_CHARACTER, 1),
    }
}

/// `utf8.RuneCount`.
pub fn rune_count(text: &[u8]) -> usize {
    text.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum()
}

/// The first `count` runes of `text`.
pub(super) fn truncate(text: &[u8], count: usize) -> &[u8] {
    if text.len() <= count {
        return text;
    }
    let mut end = 0;
    for _ in 0..count {
        let rest = text.get(end..).unwrap_or_default();
        match decode_rune(rest).1 {
            0 => break,
            width => end += width,
        }
    }
    text.get(..end).unwrap_or(text)
}

/// Appends a rune as UTF-8.
pub(super) fn push_rune(out: &mut Vec<u8>, rune: char) {
    out.extend_from_slice(rune.encode_utf8(&mut [0; 4]).as_bytes());
}
