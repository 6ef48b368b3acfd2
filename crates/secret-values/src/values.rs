//! Values files with encrypted scalars: comments, order, anchors and layout stay.
//!
//! The text is never rewritten: only the bytes of its scalars change.

mod aliases;
mod change;
mod decrypt;
mod encrypt;
mod scalar;
mod walk;

pub use decrypt::{Decrypted, decrypt_values, format_of_values};
pub use encrypt::{convert_values, encrypt_values, reencrypt_values};

use crate::bound::{self, VALUE};
use crate::{Accept, Error, Format, Key, Location, werf};
use aliases::Seen;
use walk::Value;

/// A decrypted scalar.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Plain {
    text: String,
    /// A number or boolean of YAML; else a string.
    is_typed: bool,
}

/// The type of a value in the authenticated format, by its first byte: string or number, and whether a digest of its
/// aliases follows.
const TEXT: u8 = b's';
const TYPED: u8 = b'y';
const SEEN_TEXT: u8 = b'S';
const SEEN_TYPED: u8 = b'Y';

/// Encrypts one value for its place. werf's format treats everything as a string.
fn encrypt_value(key: &Key, format: Format, at: &Location, value: &Value, plain: &Plain) -> Result<String, Error> {
    match format {
        Format::Werf => werf::encrypt(key, plain.text.as_bytes()),
        Format::Authenticated => {
            let kind = match (value.seen.is_some(), plain.is_typed) {
                (false, false) => TEXT,
                (false, true) => TYPED,
                (true, false) => SEEN_TEXT,
                (true, true) => SEEN_TYPED,
            };
            let seen = value.seen.as_ref().map(Seen::as_slice).unwrap_or_default();
            let payload = [&[kind], seen, plain.text.as_bytes()].concat();
            bound::seal(VALUE, key, at, &payload, &value.path.to_bytes())
        }
    }
}

/// A decrypted value, and whether its ciphertext may stay.
fn decrypt_value(key: &Key, at: &Location, value: &Value) -> Result<(Plain, bool), Error> {
    let text = &value.text;
    let (is_typed, bytes, may_stay) = match Format::of(text) {
        Format::Werf => (false, werf::decrypt(key, text.as_bytes())?, true),
        Format::Authenticated => {
            let opened = bound::open(VALUE, key, at, text, &value.path.to_bytes())?;
            let (kind, rest) = opened.payload.split_first().unwrap_or((&TEXT, &[]));
            let (seen, rest) = match kind {
                &SEEN_TEXT | &SEEN_TYPED => {
                    let (seen, rest) = rest.split_first_chunk().ok_or(Error::Decrypt)?;
                    (Some(*seen), rest)
                }
                _ => (None, rest),
            };
            let is_at_home = opened.is_at_home && seen == value.seen;
            // Texts of the first version know no aliases.
            if opened.is_at_home && !is_at_home && at.accept != Accept::Foreign {
                return Err(Error::Aliased);
            }
            (matches!(kind, &TYPED | &SEEN_TYPED), rest.to_vec(), is_at_home)
        }
    };
    // Values are texts; with the wrong key they mostly are not.
    let text = String::from_utf8(bytes).map_err(|_| Error::Decrypt)?;
    Ok((Plain { text, is_typed }, may_stay))
}

/// Refuses values that prove less about their place than others in the same file.
fn check_mixing(at: &Location, found: &[Value]) -> Result<(), Error> {
    if at.accept == Accept::Foreign {
        return Ok(());
    }
    match bound::weakest(found.iter().map(|value| value.text.as_str())) {
        Some(weakest) => Err(Error::Mixed.at(&found[weakest].path)),
        None => Ok(()),
    }
}
