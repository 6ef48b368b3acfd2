//! Encrypts whole files: any bytes in, one text out.

use crate::bound::{self, FILE};
use crate::{Error, Format, Key, Location, werf};

/// Encrypts a file. The text has no line break at its end.
pub fn encrypt_file(key: &Key, format: Format, at: &Location, data: &[u8]) -> Result<String, Error> {
    match format {
        Format::Werf => werf::encrypt(key, data),
        Format::Authenticated => bound::seal(FILE, key, at, data, b""),
    }
}

/// Decrypts a file of either format.
pub fn decrypt_file(key: &Key, at: &Location, text: &[u8]) -> Result<Vec<u8>, Error> {
    match std::str::from_utf8(text) {
        Ok(text) if Format::of(text) == Format::Authenticated => Ok(bound::open(FILE, key, at, text, b"")?.payload),
        _ => werf::decrypt(key, text),
    }
}

/// Re-encrypts a file: for another key, in another format, or for another place.
pub fn convert_file(old: &Key, new: &Key, format: Option<Format>, at: &Location, text: &[u8]) -> Result<String, Error> {
    let own = std::str::from_utf8(text).map(Format::of).unwrap_or_default();
    encrypt_file(new, format.unwrap_or(own), at, &decrypt_file(old, at, text)?)
}
