//! Looks at eight bytes of a line at a time.

const ONES: u64 = u64::from_ne_bytes([1; 8]);
const TOP_BITS: u64 = u64::from_ne_bytes([0x80; 8]);

/// How many blanks a text starts with.
pub(super) fn count_blanks(text: &[u8]) -> usize {
    const BLANKS: u64 = u64::from_ne_bytes([b' '; 8]);
    let mut count = 0;
    while let Some(chunk) = text[count..].first_chunk() {
        let others = u64::from_le_bytes(*chunk) ^ BLANKS;
        if others != 0 {
            return count + (others.trailing_zeros() / 8) as usize;
        }
        count += chunk.len();
    }
    count + text[count..].iter().take_while(|b| **b == b' ').count()
}

/// Where the line ends that a place is in, and whether there is a colon or a number sign before that.
pub(super) fn scan_line(text: &[u8], from: usize) -> (usize, bool) {
    let mut at = from;
    let mut has_marks = false;
    while let Some(chunk) = text[at..].first_chunk() {
        let word = u64::from_le_bytes(*chunk);
        let marks = places(word, b':') | places(word, b'#');
        let breaks = places(word, b'\n');
        if breaks != 0 {
            let before = (breaks & breaks.wrapping_neg()) - 1;
            return (at + (breaks.trailing_zeros() / 8) as usize, has_marks || marks & before != 0);
        }
        has_marks |= marks != 0;
        at += chunk.len();
    }
    let rest = &text[at..];
    let end = rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
    (at + end, has_marks || rest[..end].iter().any(|b| matches!(b, b':' | b'#')))
}

/// The top bits of the bytes that are this one. Behind the first there may be others that are not, but none before it.
fn places(word: u64, byte: u8) -> u64 {
    let others = word ^ (ONES * u64::from(byte));
    others.wrapping_sub(ONES) & !others & TOP_BITS
}

#[cfg(test)]
mod tests {
    use super::{count_blanks, scan_line};

    #[test]
    fn blanks_are_counted() {
        for count in 0..40 {
            for behind in ["", "x", "\n", "xxxxxxxxxxxx", "\n        "] {
                let text = format!("{}{behind}", " ".repeat(count));
                assert_eq!(count_blanks(text.as_bytes()), count, "{text:?}");
            }
        }
    }

    #[test]
    fn lines_are_scanned_as_byte_by_byte() {
        let mut state = 7_u64;
        let mut next = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        // With the neighbours of what is looked for, which borrows could mistake for it.
        let bytes = b"\n\x0b:;#\"aaaaaaaaaaaaaaaaaaaaaaaaaaa\xff";
        for _ in 0..20_000 {
            let text: Vec<u8> = (0..next(60)).map(|_| bytes[next(bytes.len())]).collect();
            let from = next(text.len() + 1);
            let end = text[from..].iter().position(|b| *b == b'\n').map_or(text.len(), |end| from + end);
            let has_marks = text[from..end].iter().any(|b| matches!(b, b':' | b'#'));
            assert_eq!(scan_line(&text, from), (end, has_marks), "{text:?} {from}");
        }
    }
}
