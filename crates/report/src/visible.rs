//! Makes text safe to print on a terminal.
//!
//! Charts, records, pods and names of lock holders end up on the screen. Control characters in them move the cursor,
//! ring, retitle the window or hide output; bidirectional marks make a line read as another one. All of these are
//! replaced by the escapes that Go, YAML and JSON use.

use std::borrow::Cow;

/// Escapes everything that a terminal would interpret or not show. Line ends and tabs stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    let Some(first) = first_unseen(text) else { return Cow::Borrowed(text) };
    let mut shown = String::with_capacity(text.len() + 16);
    shown.push_str(&text[..first]);
    let mut rest = text[first..].chars().peekable();
    while let Some(letter) = rest.next() {
        match letter {
            '\r' if rest.peek() == Some(&'\n') => shown.push(letter),
            letter if is_unseen(letter) => push_escape(&mut shown, letter),
            letter => shown.push(letter),
        }
    }
    Cow::Owned(shown)
}

/// The same for bytes: invalid UTF-8 is escaped as well, since terminals of other encodings interpret some of it.
pub fn visible_bytes(bytes: &[u8]) -> Cow<'_, [u8]> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return match visible(text) {
            Cow::Borrowed(_) => Cow::Borrowed(bytes),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        };
    }
    let mut shown = String::with_capacity(bytes.len() + 16);
    for chunk in bytes.utf8_chunks() {
        shown.push_str(&visible(chunk.valid()));
        chunk.invalid().iter().for_each(|byte| shown.push_str(&format!("\\x{byte:02x}")));
    }
    Cow::Owned(shown.into_bytes())
}

fn first_unseen(text: &str) -> Option<usize> {
    // Most texts are printable ASCII and line ends.
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    let start = text.bytes().position(|byte| !is_plain(byte))?;
    let start = text.floor_char_boundary(start);
    text[start..].char_indices().find(|(_, letter)| is_unseen(*letter)).map(|(at, _)| start + at)
}

/// Whether a terminal would interpret a character, or people not see it. Joiners of emoji and of several scripts are
/// not among them.
pub(crate) fn is_unseen(letter: char) -> bool {
    match letter {
        '\n' | '\t' | ' '..='~' => false,
        '\u{ad}' | '\u{61c}' | '\u{180e}' => true,
        // Spaces without width, marks and overrides of direction, separators of lines and paragraphs, isolates.
        '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => true,
        letter => letter.is_control(),
    }
}

/// Appends the escape of a character.
pub(crate) fn push_escape(text: &mut String, letter: char) {
    let number = u32::from(letter);
    match number {
        0x0d => text.push_str("\\r"),
        ..0x80 => text.push_str(&format!("\\x{number:02x}")),
        0x80..0x10000 => text.push_str(&format!("\\u{number:04x}")),
        _ => text.push_str(&format!("\\U{number:08x}")),
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{visible, visible_bytes};

    #[test]
    fn what_a_terminal_would_obey_is_written_out() {
        for (text, shown) in [
            ("\x1b[31mred\x1b]0;title\x07", "\\x1b[31mred\\x1b]0;title\\x07"),
            ("done\rfailed\r\nnext\r", "done\\rfailed\r\nnext\\r"),
            ("\0\x08\x7f", "\\x00\\x08\\x7f"),
            ("\u{85}\u{9b}2J", "\\u0085\\u009b2J"),
            ("a\u{202e}b\u{2066}c\u{2069}\u{200f}\u{61c}", "a\\u202eb\\u2066c\\u2069\\u200f\\u061c"),
            ("a\u{200b}b\u{2028}c\u{feff}", "a\\u200bb\\u2028c\\ufeff"),
            ("\u{e0041}", "\\U000e0041"),
        ] {
            assert_eq!(visible(text), shown);
            assert_eq!(visible_bytes(text.as_bytes()), shown.as_bytes());
        }
        assert_eq!(visible_bytes(b"a\x9b2J\xff\x1b"), &b"a\\x9b2J\\xff\\x1b"[..]);
    }

    #[test]
    fn all_else_stays() {
        let texts =
            ["", "plain\n\ttext", "üñí ± → ●○ │ ╭ …", "日本語 עברית", "\u{1f468}\u{200d}\u{1f469}", "می\u{200c}خواهم"];
        for text in texts {
            assert!(matches!(visible(text), Cow::Borrowed(same) if same == text), "{text:?}");
            assert!(matches!(visible_bytes(text.as_bytes()), Cow::Borrowed(_)), "{text:?}");
        }
    }
}
