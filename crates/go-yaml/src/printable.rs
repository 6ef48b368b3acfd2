//! Which texts YAML prints unescaped.

/// Whether a text is UTF-8 with only characters that YAML prints, and no line breaks except LF.
pub fn is_printable(text: &[u8]) -> bool {
    // Most texts are ASCII, for which one comparison per byte is enough.
    are_all(text, |b| (b.wrapping_sub(b' ') < 0x5f) | (b == b'\n'))
        || std::str::from_utf8(text).is_ok_and(is_printable_text)
}

fn is_printable_text(text: &str) -> bool {
    let bytes = text.as_bytes();
    // All other refused characters start with one of three bytes.
    are_all(bytes, |b| (b >= b' ') & (b != 0x7f) | (b == b'\n'))
        && memchr::memchr3_iter(0xc2, 0xe2, 0xef, bytes).all(|at| {
            !matches!(
                bytes[at..],
                [0xc2, 0x80..=0x9f, ..]
                    | [0xe2, 0x80, 0xa8 | 0xa9, ..]
                    | [0xef, 0xbb, 0xbf, ..]
                    | [0xef, 0xbf, 0xbe | 0xbf, ..]
            )
        })
}

/// Checks whole chunks of a fixed size without early exit, so that the compiler vectorizes it.
fn are_all(bytes: &[u8], is_fine: impl Fn(u8) -> bool) -> bool {
    let (chunks, rest) = bytes.as_chunks::<64>();
    chunks.iter().all(|chunk| chunk.iter().fold(true, |all, b| all & is_fine(*b))) && rest.iter().all(|b| is_fine(*b))
}

#[cfg(test)]
mod tests {
    use super::is_printable;

    /// Each character, at every position.
    #[test]
    fn every_character_is_told_as_the_rules_have_it() {
        let is_fine = |c: char| match c {
            ' '..='~' | '\n' => true,
            '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => false,
            _ => c >= '\u{a0}',
        };
        for c in ('\0'..='\u{2fff}').chain('\u{d7f0}'..='\u{10400}') {
            for before in ["", "a\u{e9}\u{2014}"] {
                assert_eq!(is_printable(format!("{before}{c}").as_bytes()), is_fine(c), "{c:?}");
            }
        }
        let long = "x".repeat(200);
        for at in 0..200 {
            assert!(!is_printable(format!("{}\t{}", &long[..at], &long[at..]).as_bytes()));
        }
        assert!(is_printable(long.as_bytes()) && is_printable(b""));
        assert!(!is_printable(b"\xff") && !is_printable(b"\xc3"));
    }
}
