//! Base64 as `!!binary` has it: the standard alphabet, padded, line breaks anywhere.

/// Decodes the text; `None` where it is not base64.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let mut bytes = text.bytes().filter(|b| !matches!(b, b'\n' | b'\r'));
    loop {
        let mut group = [0u8; 4];
        let mut padding = 0;
        for (k, slot) in group.iter_mut().enumerate() {
            match bytes.next() {
                None if k == 0 => return Some(out),
                Some(b'=') if k >= 2 => padding += 1,
                Some(b) if padding == 0 => *slot = digit(b)?,
                _ => return None,
            }
        }
        let [a, b, c, d] = group;
        let decoded = [(a << 2) | (b >> 4), (b << 4) | (c >> 2), (c << 6) | d];
        out.extend_from_slice(decoded.get(..3 - padding)?);
        if padding > 0 {
            return bytes.next().is_none().then_some(out);
        }
    }
}

fn digit(b: u8) -> Option<u8> {
    Some(match b {
        b'A'..=b'Z' => b - b'A',
        b'a'..=b'z' => b - b'a' + 26,
        b'0'..=b'9' => b - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}
