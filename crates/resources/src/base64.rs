//! Base64, as Secrets keep their data.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut digits = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = (byte(0) << 16) | (byte(1) << 8) | byte(2);
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at)) as usize & 63];
            digits.push(if at > group.len() { '=' } else { digit as char });
        }
    }
    digits
}

/// None for what is no base64. Line feeds are left out, as Kubernetes does.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.bytes().filter(|byte| !matches!(byte, b'\n' | b'\r')).collect();
    if !digits.len().is_multiple_of(4) {
        return None;
    }
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3);
    for (at, group) in digits.chunks(4).enumerate() {
        let is_last = (at + 1) * 4 == digits.len();
        let padding = group.iter().rev().take_while(|digit| **digit == b'=').count();
        if padding > 2 || (padding > 0 && !is_last) {
            return None;
        }
        let mut bits = 0;
        for digit in &group[..4 - padding] {
            bits = (bits << 6) | DIGITS.iter().position(|known| known == digit)?;
        }
        bits <<= 6 * padding;
        bytes.extend([16, 8, 0].iter().take(3 - padding).map(|shift| (bits >> shift) as u8));
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};

    #[test]
    fn base64_of_rfc_4648() {
        let cases = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (text, digits) in cases {
            assert_eq!(encode(text.as_bytes()), digits);
            assert_eq!(decode(digits).unwrap(), text.as_bytes());
        }
        for wrong in ["Zg", "Zg=a", "Z===", "Zg==Zg==", "Z!==", "====ö"] {
            assert_eq!(decode(wrong), None, "{wrong}");
        }
    }
}
