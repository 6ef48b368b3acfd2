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

use crate::bound::{self, VALUE};
use crate::{Accept, Error, Format, Key, Location, Path, werf};
use walk::Value;

/// A scalar in clear.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Plain {
    text: String,
    /// A number or a boolean as YAML writes it; else a string.
    is_typed: bool,
}

/// Encrypts one value. werf's format takes everything for a string.
fn encrypt_value(key: &Key, format: Format, at: &Location, path: &Path, plain: &Plain) -> Result<String, Error> {
    match format {
        Format::Werf => werf::encrypt(key, plain.text.as_bytes()),
        Format::Authenticated => {
            let kind = if plain.is_typed { b'y' } else { b's' };
            let payload = [&[kind], plain.text.as_bytes()].concat();
            bound::seal(VALUE, key, at, &payload, &path.to_bytes())
        }
    }
}

/// A value in clear, and whether its ciphertext may stay where it is.
fn decrypt_value(key: &Key, at: &Location, path: &Path, text: &str) -> Result<(Plain, bool), Error> {
    let (is_typed, bytes, may_stay) = match Format::of(text) {
        Format::Werf => (false, werf::decrypt(key, text.as_bytes())?, true),
        Format::Authenticated => {
            let mut opened = bound::open(VALUE, key, at, text, &path.to_bytes())?;
            let is_typed = opened.payload.first() == Some(&b'y');
            (is_typed, opened.payload.split_off(1.min(opened.payload.len())), opened.is_at_home)
        }
    };
    // Values are texts; with the wrong key they mostly are not.
    let text = String::from_utf8(bytes).map_err(|_| Error::Decrypt)?;
    Ok((Plain { text, is_typed }, may_stay))
}

/// Refuses values that prove less of where they belong than others of the same file.
fn check_mixing(at: &Location, found: &[Value]) -> Result<(), Error> {
    if at.accept == Accept::Foreign {
        return Ok(());
    }
    match bound::weakest(found.iter().map(|value| value.text.as_str())) {
        Some(weakest) => Err(Error::Mixed.at(&found[weakest].path)),
        None => Ok(()),
    }
}
