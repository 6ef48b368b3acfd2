//! Standard base64 with padding, as Go's `base64.StdEncoding`.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const NONE: u8 = 0xff;

static VALUES: [u8; 256] = {
    let mut values = [NONE; 256];
    let mut i = 0;
    while i < 64 {
        values[ALPHABET[i] as usize] = i as u8;
        i += 1;
    }
    values
};

/// Encodes bytes.
pub(crate) fn encode(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len().div_ceil(3) * 4);
    let letter = |bits: u32, shift: u32| ALPHABET[(bits >> shift & 63) as usize];
    let mut groups = bytes.chunks_exact(3);
    for group in &mut groups {
        let bits = u32::from(group[0]) << 16 | u32::from(group[1]) << 8 | u32::from(group[2]);
        out.extend_from_slice(&[letter(bits, 18), letter(bits, 12), letter(bits, 6), letter(bits, 0)]);
    }
    match groups.remainder() {
        [a] => {
            let bits = u32::from(*a) << 16;
            out.extend_from_slice(&[letter(bits, 18), letter(bits, 12), b'=', b'=']);
        }
        [a, b] => {
            let bits = u32::from(*a) << 16 | u32::from(*b) << 8;
            out.extend_from_slice(&[letter(bits, 18), letter(bits, 12), letter(bits, 6), b'=']);
        }
        _ => {}
    }
    out
}

/// Decodes text, skipping line breaks; an error is the offset Go reports.
pub(crate) fn decode(text: &[u8]) -> Result<Vec<u8>, usize> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let mut at = 0;
    let mut group = [0u8; 4];
    let mut filled = 0;
    while at < text.len() {
        let byte = text[at];
        at += 1;
        let value = VALUES[usize::from(byte)];
        if value != NONE {
            group[filled] = value;
            filled += 1;
            if filled == 4 {
                write_group(&mut out, group, 4);
                filled = 0;
                group = [0; 4];
            }
        } else if !is_break(byte) {
            if byte != b'=' || filled < 2 {
                return Err(at - 1);
            }
            at = expect_padding_end(text, at, filled)?;
            write_group(&mut out, group, filled);
            filled = 0;
        }
    }
    // Without the padding the group is not complete.
    if filled > 0 { Err(at - filled) } else { Ok(out) }
}

fn is_break(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

/// Reads on after the first `=`: a second one where the group has two letters, and nothing more.
fn expect_padding_end(text: &[u8], mut at: usize, filled: usize) -> Result<usize, usize> {
    let skip_breaks = |mut at: usize| {
        while at < text.len() && is_break(text[at]) {
            at += 1;
        }
        at
    };
    if filled == 2 {
        at = skip_breaks(at);
        match text.get(at) {
            None => return Err(text.len()),
            Some(b'=') => at += 1,
            Some(_) => return Err(at - 1),
        }
    }
    at = skip_breaks(at);
    if at < text.len() { Err(at) } else { Ok(at) }
}

fn write_group(out: &mut Vec<u8>, group: [u8; 4], filled: usize) {
    let bits = group.iter().fold(0u32, |bits, value| bits << 6 | u32::from(*value));
    let bytes = [(bits >> 16) as u8, (bits >> 8) as u8, bits as u8];
    out.extend_from_slice(&bytes[..filled - 1]);
}
