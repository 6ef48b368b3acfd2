//! Base64 for strings that are not UTF-8, broken into lines as go-yaml does.

const LINE: usize = 70;
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub(super) fn encode(bytes: &[u8]) -> String {
    let mut digits = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |k: usize| u32::from(group.get(k).copied().unwrap_or(0));
        let bits = (byte(0) << 16) | (byte(1) << 8) | byte(2);
        for k in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * k)) as usize & 63];
            digits.push(if k > group.len() { '=' } else { digit as char });
        }
    }
    // As many digits as fit a line and one line feed each, where there is more than one line.
    if digits.len() / LINE == 0 {
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
