//! Files of values in which every scalar is encrypted, and nothing else: comments, order, anchors and layout stay.
//!
//! The text is never written anew: the places of its scalars are found and only those bytes change.

mod change;
mod decrypt;
mod encrypt;
mod scalar;
mod walk;

pub use decrypt::{Decrypted, decrypt_values, format_of_values};
pub use encrypt::{convert_values, encrypt_values, reencrypt_values};

use crate::seal::{Purpose, open_for, seal_for};
use crate::{Error, Format, Key, Path, werf};

/// A scalar in clear.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Plain {
    text: String,
    /// A number or a boolean as YAML writes it; else a string.
    is_typed: bool,
}

/// Encrypts one value. werf's format takes everything for a string.
fn encrypt_value(key: &Key, format: Format, path: &Path, plain: &Plain) -> Result<String, Error> {
    match format {
        Format::Werf => werf::encrypt(key, plain.text.as_bytes()),
        Format::Authenticated => {
            let kind = if plain.is_typed { b'y' } else { b's' };
            let payload = [&[kind], plain.text.as_bytes()].concat();
            seal_for(Purpose::Value, key, &payload, &path.to_bytes())
        }
    }
}

fn decrypt_value(key: &Key, path: &Path, text: &str) -> Result<Plain, Error> {
    let (is_typed, bytes) = match Format::of(text) {
        Format::Werf => (false, werf::decrypt(key, text.as_bytes())?),
        Format::Authenticated => {
            let mut payload = open_for(Purpose::Value, key, text, &path.to_bytes())?;
            let is_typed = payload.first() == Some(&b'y');
            (is_typed, payload.split_off(1.min(payload.len())))
        }
    };
    // Values are texts; with the wrong key they mostly are not.
    let text = String::from_utf8(bytes).map_err(|_| Error::Decrypt)?;
    Ok(Plain { text, is_typed })
}
