//! PEM blocks: written as Go does, parsed as the `pem` crate does.

use pem::{EncodeConfig, LineEnding, Pem};

/// Writes a block with 64 characters per line.
pub(super) fn encode(kind: &str, bytes: impl Into<Vec<u8>>) -> Vec<u8> {
    let config = EncodeConfig::new().set_line_ending(LineEnding::LF);
    pem::encode_config(&Pem::new(kind, bytes), config).into_bytes()
}

/// The first block of a text; the text around it is ignored.
pub(super) fn decode(text: &[u8]) -> Option<Pem> {
    pem::parse(text).ok()
}
