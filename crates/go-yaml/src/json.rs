//! JSON as Go's encoding/json parses and writes it.

mod read;
mod scanner;
mod write;

use std::borrow::Cow;

pub use read::{Decoded, decode_prefix, read, read_tree};
pub use write::Writer;

/// The text with every byte that is not UTF-8 replaced by U+FFFD: one for each byte, as Go does.
pub fn replace_invalid(bytes: &[u8]) -> Cow<'_, str> {
    let mut rest = bytes;
    let mut out = String::new();
    loop {
        match std::str::from_utf8(rest) {
            Ok(text) if out.is_empty() && rest.len() == bytes.len() => return Cow::Borrowed(text),
            Ok(text) => {
                out.push_str(text);
                return Cow::Owned(out);
            }
            Err(error) => {
                let (good, bad) = rest.split_at(error.valid_up_to());
                out.push_str(std::str::from_utf8(good).unwrap_or_default());
                out.push('\u{FFFD}');
                rest = bad.get(1..).unwrap_or_default();
            }
        }
    }
}
