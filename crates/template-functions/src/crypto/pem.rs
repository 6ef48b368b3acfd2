//! PEM blocks: written as Go does, read as the `pem` crate does.

use pem::{EncodeConfig, LineEnding, Pem};

/// Writes a block, 64 characters a line.
pub(super) fn encode(kind: &str, bytes: impl Into<Vec<u8>>) -> Vec<u8> {
    let config = EncodeConfig::new().set_line_ending(LineEnding::LF);
    pem::encode_config(&Pem::new(kind, bytes), config).into_bytes()
}

/// Finds the first block of a text; what is around it does not matter.
pub(super) fn decode(text: &[u8]) -> Option<Pem> {
    pem::parse(text).ok()
}
