//! Standard base64 with padding, and the offset in Go's error.

pub(crate) use skeg_go_yaml::base64::encode;

/// Decodes text, ignoring line breaks; an error is the offset that Go reports.
pub(crate) fn decode(text: &[u8]) -> Result<Vec<u8>, usize> {
    skeg_go_yaml::base64::decode(text).ok_or_else(|| fault(text))
}

/// The offset at which Go fails for text that is not base64.
fn fault(text: &[u8]) -> usize {
    let mut filled = 0;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'\n' | b'\r' => {}
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'/' => filled = (filled + 1) % 4,
            b'=' if filled >= 2 => return fault_after_padding(text, at + 1, filled),
            _ => return at,
        }
    }
    // Without the padding the group is not complete.
    text.len() - filled
}

/// After the first `=`: a second one is required if the group has two letters, and then the end.
fn fault_after_padding(text: &[u8], at: usize, filled: usize) -> usize {
    let skip_breaks = |from: usize| {
        let breaks = text[from..].iter().take_while(|byte| matches!(byte, b'\n' | b'\r'));
        from + breaks.count()
    };
    let mut at = skip_breaks(at);
    if filled == 2 {
        match text.get(at) {
            None => return text.len(),
            Some(b'=') => at = skip_breaks(at + 1),
            Some(_) => return at - 1,
        }
    }
    at
}
