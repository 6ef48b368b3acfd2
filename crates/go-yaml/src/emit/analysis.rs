//! Analyses which styles a text can be written in, in one pass.

/// The result of the analysis.
#[derive(Clone, Copy, Default)]
pub(super) struct Analysis {
    pub(super) multiline: bool,
    /// There are line breaks other than line feeds.
    pub(super) rare_breaks: bool,
    pub(super) line_feed: bool,
    /// There are spaces at which lines may be folded.
    pub(super) spaces: bool,
    pub(super) ascii: bool,
    pub(super) plain: bool,
    pub(super) single_quoted: bool,
    pub(super) block: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Last {
    Start,
    Space,
    Tab,
    Break,
    Other,
}

const SAFE: u8 = 0;
const SPACE: u8 = 1;
const COLON: u8 = 2;
const HASH: u8 = 3;
const LINE_FEED: u8 = 4;
const TAB: u8 = 5;
const CONTROL: u8 = 6;
const WIDE: u8 = 7;

static CLASS: [u8; 256] = {
    let mut class = [SAFE; 256];
    let mut b = 0;
    while b < 256 {
        class[b] = match b as u8 {
            b' ' => SPACE,
            b':' => COLON,
            b'#' => HASH,
            b'\n' => LINE_FEED,
            b'\t' => TAB,
            0..=0x1F | 0x7F => CONTROL,
            0x80.. => WIDE,
            _ => SAFE,
        };
        b += 1;
    }
    class
};

/// Analyses a text, which is not empty. Pretty texts may keep tabs in block scalars.
pub(super) fn analyze(text: &str, pretty: bool) -> Analysis {
    let bytes = text.as_bytes();
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(b' ');
    let mut indicators = starts_with_indicator(bytes);
    let (mut special, mut tabs, mut breaks) = (false, false, false);
    let (mut break_space, mut space_break) = (false, false);
    let mut found = Analysis { ascii: true, ..Analysis::default() };
    let mut last = Last::Start;
    let mut at = 0;
    while let Some(&b) = bytes.get(at) {
        let mut width = 1;
        match CLASS[b as usize] {
            SAFE => last = Last::Other,
            SPACE => {
                break_space |= last == Last::Break;
                found.spaces = true;
                last = Last::Space;
            }
            COLON => {
                indicators |= matches!(byte(at + 1), b' ' | b'\t');
                last = Last::Other;
            }
            HASH => {
                indicators |= last != Last::Other;
                last = Last::Other;
            }
            LINE_FEED => {
                found.line_feed = true;
                breaks = true;
                space_break |= last == Last::Space;
                last = Last::Break;
            }
            TAB => {
                tabs = true;
                last = Last::Tab;
            }
            CONTROL => {
                special = true;
                if b == b'\r' {
                    breaks = true;
                    space_break |= last == Last::Space;
                    last = Last::Break;
                } else {
                    // Go treats a NUL as white space here.
                    last = if b == 0 { Last::Tab } else { Last::Other };
                }
            }
            _ => {
                found.ascii = false;
                let c = text.get(at..).and_then(|t| t.chars().next()).unwrap_or('\u{FFFD}');
                width = c.len_utf8();
                special |= !is_printable(c);
                if matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}') {
                    (breaks, found.rare_breaks) = (true, true);
                    space_break |= last == Last::Space;
                    last = Last::Break;
                } else {
                    last = Last::Other;
                }
            }
        }
        at += width;
    }
    let leading = matches!(byte(0), b' ' | b'\n' | b'\r') || text.starts_with(['\u{85}', '\u{2028}', '\u{2029}']);
    let trailing = matches!(last, Last::Space | Last::Break);
    special |= tabs && !pretty;
    found.multiline = breaks;
    found.single_quoted = !break_space && !space_break && !special && !tabs;
    found.plain = found.single_quoted && !breaks && !leading && !trailing && !indicators;
    found.block = !space_break && !special && last != Last::Space;
    found
}

/// Whether the text starts like something other than a plain scalar in a block.
fn starts_with_indicator(bytes: &[u8]) -> bool {
    matches!(
        bytes,
        [b'-', b'-', b'-', ..]
            | [b'.', b'.', b'.', ..]
            | [b'#' | b',' | b'[' | b']' | b'{' | b'}' | b'&' | b'*' | b'!' | b'|' | b'>' | b'\'' | b'"', ..]
            | [b'%' | b'@' | b'`', ..]
            | [b'?' | b':' | b'-']
            | [b'?' | b':' | b'-', b' ' | b'\t', ..]
    )
}

/// Whether a character beyond ASCII can stand unescaped.
pub(super) fn is_printable(c: char) -> bool {
    matches!(c, '\u{A0}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}') && c != '\u{FEFF}'
}
