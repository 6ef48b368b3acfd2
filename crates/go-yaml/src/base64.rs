//! Standard base64 with padding, as Go's `base64.StdEncoding` has it.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{GeneralPurpose, GeneralPurposeConfig};

/// Go ignores surplus bits in the last digit.
const GO: GeneralPurpose =
    GeneralPurpose::new(&STANDARD, GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true));

/// Encodes bytes.
pub fn encode(bytes: impl AsRef<[u8]>) -> String {
    GO.encode(bytes)
}

/// Decodes text with line breaks anywhere; `None` if it is not base64.
pub fn decode(text: impl AsRef<[u8]>) -> Option<Vec<u8>> {
    let is_break = |byte: &u8| matches!(byte, b'\n' | b'\r');
    match text.as_ref() {
        text if text.iter().any(is_break) => {
            GO.decode(text.iter().copied().filter(|byte| !is_break(byte)).collect::<Vec<u8>>()).ok()
        }
        text => GO.decode(text).ok(),
    }
}

/// Encodes bytes as go-yaml writes `!!binary`: if one line is too short, in lines of 70 digits with a line feed each.
pub(crate) fn encode_lines(bytes: &[u8]) -> String {
    const LINE: usize = 70;
    let digits = encode(bytes);
    if digits.len() < LINE {
        return digits;
    }
    let mut lines = String::with_capacity(digits.len() + digits.len() / LINE + 1);
    let mut rest = digits.as_str();
    while !rest.is_empty() {
        let (line, tail) = rest.split_at(rest.len().min(LINE));
        lines.push_str(line);
        lines.push('\n');
        rest = tail;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};

    #[test]
    fn what_go_decodes() {
        let cases = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (text, digits) in cases {
            assert_eq!(encode(text), digits);
            assert_eq!(decode(digits).unwrap(), text.as_bytes());
        }
        assert_eq!(decode("Zm\r\n9v\n").unwrap(), b"foo");
        assert_eq!(decode("Zm9=").unwrap(), b"fo", "bits left over");
        for wrong in ["Zg", "Zg=a", "Z===", "Zg==Zg==", "Z!==", "====ö", "Zm9v Zg=="] {
            assert_eq!(decode(wrong), None, "{wrong}");
        }
    }
}
