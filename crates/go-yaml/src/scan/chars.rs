//! Character classes of the scanner.

/// Ends a word: blank, line break or the end of the text.
const BLANKZ: u8 = 1;
/// Ends a plain scalar inside `[]` and `{}`.
const FLOW: u8 = 2;
/// Ends a plain scalar when a blank follows.
const COLON: u8 = 4;
/// May begin one of the rare line breaks.
const RARE: u8 = 8;
/// A letter, a digit, `_` or `-`.
const ALPHA: u8 = 16;
/// May stand in a tag besides the letters.
const URI: u8 = 32;

static CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut b = 0;
    while b < 256 {
        class[b] = match b as u8 {
            0 | b' ' | b'\t' | b'\n' | b'\r' => BLANKZ,
            b'?' | b'[' | b']' | b',' => FLOW | URI,
            b'{' | b'}' => FLOW,
            b':' => COLON | URI,
            0xC2 | 0xE2 => RARE,
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'-' => ALPHA,
            b';' | b'/' | b'@' | b'&' | b'=' | b'+' | b'$' | b'.' | b'!' => URI,
            b'~' | b'*' | b'\'' | b'(' | b')' | b'%' => URI,
            _ => 0,
        };
        b += 1;
    }
    class
};

fn has(b: u8, class: u8) -> bool {
    CLASS[b as usize] & class != 0
}

/// Whether the byte is a blank, CR, LF or the end.
pub(super) fn is_blankz(b: u8) -> bool {
    has(b, BLANKZ)
}

pub(super) fn is_blank(b: u8) -> bool {
    b == b' ' || b == b'\t'
}

pub(super) fn is_alpha(b: u8) -> bool {
    has(b, ALPHA)
}

pub(super) fn is_uri(b: u8) -> bool {
    has(b, ALPHA | URI)
}

/// Whether a plain scalar may continue over this byte without a closer look.
pub(super) fn is_plain(b: u8, flow: bool) -> bool {
    !has(b, if flow { BLANKZ | COLON | RARE | FLOW } else { BLANKZ | COLON | RARE })
}
