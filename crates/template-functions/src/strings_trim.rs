//! Go's `strings.TrimSpace` and `strings.Trim`.

use skeg_go_template::fmt::decode_rune;

use crate::runes::{self, Runes};

/// Removes white space from both ends.
pub(crate) fn space(text: &[u8]) -> &[u8] {
    trim(text, runes::is_space)
}

/// Removes runes of the set from both ends.
pub(crate) fn cutset<'t>(text: &'t [u8], set: &[u8]) -> &'t [u8] {
    let set: Vec<char> = Runes(set).map(|(rune, _)| rune).collect();
    trim(text, |rune| set.contains(&rune))
}

fn trim(mut text: &[u8], cut: impl Fn(char) -> bool) -> &[u8] {
    while !text.is_empty() {
        let (rune, width) = decode_rune(text);
        if !cut(rune) {
            break;
        }
        text = &text[width..];
    }
    while !text.is_empty() {
        let (rune, width) = runes::decode_last(text);
        if !cut(rune) {
            break;
        }
        text = &text[..text.len() - width];
    }
    text
}
