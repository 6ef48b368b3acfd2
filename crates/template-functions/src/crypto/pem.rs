//! PEM blocks as Go writes and reads them.

use crate::base64;

/// A block: what it is, and its bytes.
pub(super) struct Block {
    pub(super) kind: String,
    pub(super) bytes: Vec<u8>,
}

/// Writes a block, 64 characters a line.
pub(super) fn encode(kind: &str, bytes: &[u8]) -> Vec<u8> {
    let body = base64::encode(bytes).into_bytes();
    let mut out = format!("-----BEGIN {kind}-----\n").into_bytes();
    for line in body.chunks(64) {
        out.extend_from_slice(line);
        out.push(b'\n');
    }
    out.extend_from_slice(format!("-----END {kind}-----\n").as_bytes());
    out
}

/// Finds the first block of a text; what is around it does not matter.
pub(super) fn decode(text: &[u8]) -> Option<Block> {
    let text = String::from_utf8_lossy(text);
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(kind) = line.trim_end().strip_prefix("-----BEGIN ").and_then(|rest| rest.strip_suffix("-----")) else {
            continue;
        };
        let end = format!("-----END {kind}-----");
        let mut body = String::new();
        let mut closed = false;
        for line in lines.by_ref() {
            let line = line.trim();
            if line == end {
                closed = true;
                break;
            }
            // Headers come before the body.
            if !line.contains(':') {
                body.push_str(line);
            }
        }
        if closed && let Ok(bytes) = base64::decode(body.as_bytes()) {
            return Some(Block { kind: kind.to_string(), bytes });
        }
    }
    None
}
