//! Encrypted values and files, and their keys.
//!
//! In: a key and a text. Out: the text encrypted or decrypted, everything else in it as it was. Two formats: werf's, which
//! Nelm and werf read and write, and an authenticated one that holds types and refuses what was moved. Nothing
//! here reads files, the environment or the network, or knows of charts.

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

/// How secrets are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// What Nelm and werf read. Every value becomes a text; nothing shows whether it was changed.
    #[default]
    Werf,
    /// Holds types; what was changed, or moved to another key or file, is refused. Only Skeg reads it.
    Authenticated,
}

impl Format {
    /// The format of an encrypted text.
    pub fn of(text: &str) -> Format {
        bound::format(text)
    }
}
