//! Standard base32 with padding, as Go's `base32.StdEncoding`.

const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Encodes bytes.
pub(crate) fn encode(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len().div_ceil(5) * 8);
    for group in bytes.chunks(5) {
        let mut bits = [0u8; 5];
        bits[..group.len()].copy_from_slice(group);
        let bits = bits.iter().fold(0u64, |bits, byte| bits << 8 | u64::from(*byte));
        let letters = (group.len() * 8).div_ceil(5);
        for i in 0..8 {
            out.push(if i < letters { ALPHABET[(bits >> (35 - 5 * i) & 31) as usize] } else { b'=' });
        }
    }
    out
}

fn value_of(letter: u8) -> Option<u8> {
    match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'2'..=b'7' => Some(letter - b'2' + 26),
        _ => None,
    }
}

/// Decodes text, ignoring line breaks; an error is the offset that Go reports, which does not count the breaks.
pub(crate) fn decode(text: &[u8]) -> Result<Vec<u8>, usize> {
    let text: Vec<u8> = text.iter().copied().filter(|b| *b != b'\r' && *b != b'\n').collect();
    let mut out = Vec::with_capacity(text.len() / 8 * 5 + 5);
    let mut at = 0;
    while at < text.len() {
        let (group, filled, next) = read_group(&text, at)?;
        let bits = group.iter().fold(0u64, |bits, value| bits << 5 | u64::from(*value));
        let bytes = (bits << 24).to_be_bytes();
        out.extend_from_slice(&bytes[..filled * 5 / 8]);
        at = next;
        if filled < 8 {
            break;
        }
    }
    Ok(out)
}

/// Reads eight letters, or fewer followed by padding.
fn read_group(text: &[u8], mut at: usize) -> Result<([u8; 8], usize, usize), usize> {
    let mut group = [0u8; 8];
    let mut filled = 0;
    while filled < 8 {
        let Some(&letter) = text.get(at) else { return Err(at - filled) };
        at += 1;
        let left = text.len() - at;
        if letter == b'=' && filled >= 2 && left < 8 {
            if left + filled < 7 {
                return Err(text.len());
            }
            for k in 0..7 - filled {
                if text.get(at + k).is_some_and(|b| *b != b'=') {
                    return Err(at + k - 1);
                }
            }
            if filled == 3 || filled == 6 {
                return Err(at - 1);
            }
            return Ok((group, filled, at));
        }
        group[filled] = value_of(letter).ok_or(at - 1)?;
        filled += 1;
    }
    Ok((group, 8, at))
}
