//! Go's view of text: bytes decoded rune by rune, with the categories and simple case mappings of Go's `unicode`.
//!
//! In: bytes that need not be UTF-8. Out: runes, with a U+FFFD for each invalid byte.

use skeg_go_template::fmt::decode_rune as decode;
use unicode_general_category::{GeneralCategory as Category, get_general_category};

/// Replaces a byte of invalid UTF-8.
pub(crate) const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;

/// Decodes the last rune and returns its length in bytes.
pub(crate) fn decode_last(text: &[u8]) -> (char, usize) {
    for width in 1..=text.len().min(4) {
        let tail = &text[text.len() - width..];
        let (rune, taken) = decode(tail);
        if taken == width && (width > 1 || rune != REPLACEMENT) {
            return (rune, width);
        }
    }
    (REPLACEMENT, text.len().min(1))
}

/// The runes of a text with their widths.
pub(crate) struct Runes<'t>(pub(crate) &'t [u8]);

impl Iterator for Runes<'_> {
    type Item = (char, usize);

    fn next(&mut self) -> Option<(char, usize)> {
        if self.0.is_empty() {
            return None;
        }
        let (rune, width) = decode(self.0);
        self.0 = &self.0[width..];
        Some((rune, width))
    }
}

/// Appends a rune.
pub(crate) fn push(out: &mut Vec<u8>, rune: char) {
    out.extend_from_slice(rune.encode_utf8(&mut [0; 4]).as_bytes());
}

/// `unicode.IsSpace`.
pub(crate) fn is_space(c: char) -> bool {
    matches!(
        c,
        '\t' | '\n' | '\u{b}' | '\u{c}' | '\r' | ' ' | '\u{85}' | '\u{a0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200a}' | '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

/// `unicode.IsLetter`.
pub(crate) fn is_letter(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphabetic();
    }
    matches!(
        get_general_category(c),
        Category::UppercaseLetter
            | Category::LowercaseLetter
            | Category::TitlecaseLetter
            | Category::ModifierLetter
            | Category::OtherLetter
    )
}

/// `unicode.IsUpper`.
pub(crate) fn is_upper(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_uppercase() } else { get_general_category(c) == Category::UppercaseLetter }
}

/// `unicode.IsLower`.
pub(crate) fn is_lower(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_lowercase() } else { get_general_category(c) == Category::LowercaseLetter }
}

/// `unicode.IsTitle`.
pub(crate) fn is_title(c: char) -> bool {
    !c.is_ascii() && get_general_category(c) == Category::TitlecaseLetter
}

/// `unicode.IsDigit`.
pub(crate) fn is_digit(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_digit() } else { get_general_category(c) == Category::DecimalNumber }
}

/// `unicode.IsNumber`.
pub(crate) fn is_number(c: char) -> bool {
    matches!(get_general_category(c), Category::DecimalNumber | Category::LetterNumber | Category::OtherNumber)
}

/// `unicode.IsPunct`.
pub(crate) fn is_punct(c: char) -> bool {
    matches!(
        get_general_category(c),
        Category::ConnectorPunctuation
            | Category::DashPunctuation
            | Category::OpenPunctuation
            | Category::ClosePunctuation
            | Category::InitialPunctuation
            | Category::FinalPunctuation
            | Category::OtherPunctuation
    )
}

/// Letters whose case pairs were added after Unicode 15, the version that Go uses.
fn is_paired_after_unicode_15(c: char) -> bool {
    matches!(c, '\u{19b}' | '\u{264}' | '\u{1c89}' | '\u{1c8a}' | '\u{a7cb}'..='\u{a7cf}' | '\u{a7d2}'..='\u{a7d5}'
        | '\u{a7da}'..='\u{a7dc}' | '\u{10d50}'..='\u{10d85}' | '\u{16ea0}'..='\u{16ed3}')
}

fn only(mut chars: impl Iterator<Item = char>) -> Option<char> {
    let first = chars.next()?;
    chars.next().is_none().then_some(first)
}

/// `unicode.ToUpper`: the simple mapping of one rune to one rune.
pub(crate) fn to_upper(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_uppercase();
    }
    match c {
        '\u{1f80}'..='\u{1f87}' | '\u{1f90}'..='\u{1f97}' | '\u{1fa0}'..='\u{1fa7}' => shifted(c, 8),
        '\u{1fb3}' | '\u{1fc3}' | '\u{1ff3}' => shifted(c, 9),
        _ if is_paired_after_unicode_15(c) => c,
        _ => only(c.to_uppercase()).unwrap_or(c),
    }
}

fn shifted(c: char, by: u32) -> char {
    char::from_u32(c as u32 + by).unwrap_or(c)
}

/// `unicode.ToLower`: the simple mapping of one rune to one rune.
pub(crate) fn to_lower(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    match c {
        '\u{130}' => 'i',
        _ if is_paired_after_unicode_15(c) => c,
        _ => only(c.to_lowercase()).unwrap_or(c),
    }
}

/// `unicode.ToTitle`: upper case except for the digraphs and Georgian.
pub(crate) fn to_title(c: char) -> char {
    match c {
        '\u{1c4}'..='\u{1c6}' => '\u{1c5}',
        '\u{1c7}'..='\u{1c9}' => '\u{1c8}',
        '\u{1ca}'..='\u{1cc}' => '\u{1cb}',
        '\u{1f1}'..='\u{1f3}' => '\u{1f2}',
        '\u{10d0}'..='\u{10fa}' | '\u{10fd}'..='\u{10ff}' => c,
        _ => to_upper(c),
    }
}

/// `strings.Map`: maps every rune; invalid bytes become U+FFFD.
pub(crate) fn map(text: &[u8], mut mapping: impl FnMut(char) -> char) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for (rune, _) in Runes(text) {
        push(&mut out, mapping(rune));
    }
    out
}
