//! Encrypted values and files, and their keys.
//!
//! In: a key and a text. Out: the text encrypted or decrypted, with everything else unchanged. Two formats: werf's,
//! which Nelm and werf read and write, and an authenticated one that keeps types and refuses moved texts. It reads no
//! files, environment or network, and knows nothing of charts.

mod bound;
mod error;
mod file;
mod hex;
mod key;
mod masked;
mod path;
mod place;
mod seal;
mod values;
mod werf;

pub use bound::Proof;
pub use error::Error;
pub use file::{convert_file, decrypt_file, encrypt_file};
pub use key::{Key, KeyId};
pub use masked::{Masked, masks};
pub use path::{Path, Step};
pub use place::{Accept, Location, Place};
pub use seal::{open, seal};
pub use values::{Decrypted, convert_values, decrypt_values, encrypt_values, format_of_values, reencrypt_values};

/// A format of encrypted texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Read by Nelm and werf. Every value becomes a string; changes are not detected.
    #[default]
    Werf,
    /// Keeps types; refuses texts that were changed, or moved to another key or file. Only Skeg reads it.
    Authenticated,
}

impl Format {
    /// The format of an encrypted text.
    pub fn of(text: &str) -> Format {
        bound::format(text)
    }
}
