//! Classes of ASCII characters for the lexer.

const SPACE: u8 = 1;
/// May stand in a name.
const NAME: u8 = 2;
/// May follow a name.
const TERMINATOR: u8 = 4;
const DIGIT: u8 = 8;
/// Needs no attention between quotes.
const ORDINARY: u8 = 16;

static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut i = 0;
    while i < 256 {
        let b = i as u8;
        classes[i] = match b {
            b' ' | b'\t' | b'\r' => SPACE | TERMINATOR | ORDINARY,
            b'\n' => SPACE | TERMINATOR,
            b'.' | b',' | b'|' | b':' | b')' | b'(' => TERMINATOR | ORDINARY,
            b'0'..=b'9' => NAME | DIGIT | ORDINARY,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => NAME | ORDINARY,
            b'"' | b'\'' | b'\\' | 0x80.. => 0,
            _ => ORDINARY,
        };
        i += 1;
    }
    classes
};

#[inline]
pub(super) fn is_space(b: u8) -> bool {
    CLASSES[b as usize] & SPACE != 0
}

#[inline]
pub(super) fn is_name(b: u8) -> bool {
    CLASSES[b as usize] & NAME != 0
}

/// Starts a name, or a keyword.
#[inline]
pub(super) fn is_name_start(b: u8) -> bool {
    CLASSES[b as usize] & (NAME | DIGIT) == NAME
}

#[inline]
pub(super) fn is_terminator(b: u8) -> bool {
    CLASSES[b as usize] & TERMINATOR != 0
}

/// Needs no attention between quotes of any kind.
#[inline]
pub(super) fn is_ordinary(b: u8) -> bool {
    CLASSES[b as usize] & ORDINARY != 0
}
