//! Whole files: any bytes in, one encrypted text out.

use crate::seal::{Purpose, open_for, seal_for};
use crate::{Error, Format, Key, werf};

/// Encrypts a file. The text has no line break at its end.
pub fn encrypt_file(key: &Key, format: Format, data: &[u8]) -> Result<String, Error> {
    match format {
        Format::Werf => werf::encrypt(key, data),
        Format::Authenticated => seal_for(Purpose::File, key, data, b""),
    }
}

/// Decrypts a file of either format.
pub fn decrypt_file(key: &Key, text: &[u8]) -> Result<Vec<u8>, Error> {
    match std::str::from_utf8(text) {
        Ok(text) if Format::of(text) == Format::Authenticated => open_for(Purpose::File, key, text, b""),
        _ => werf::decrypt(key, text),
    }
}

/// Encrypts a file again: for another key, or in another format than its own.
pub fn convert_file(old: &Key, new: &Key, format: Option<Format>, text: &[u8]) -> Result<String, Error> {
    let own = std::str::from_utf8(text).map(Format::of).unwrap_or_default();
    encrypt_file(new, format.unwrap_or(own), &decrypt_file(old, text)?)
}
