//! Encrypts values files, for the first time and again.

use std::collections::{HashMap, VecDeque};

use super::aliases::Seen;
use super::change::put_words;
use super::walk::{Value, values};
use super::{Plain, check_mixing, decrypt_value, encrypt_value};
use crate::{Error, Format, Key, Location, Path, seal, werf};

/// Encrypts every value of a text.
pub fn encrypt_values(key: &Key, format: Format, at: &Location, text: &str) -> Result<String, Error> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let found = values(text)?;
    let encrypt = |value: &Value| {
        if werf::looks_encrypted(&value.text) || seal::is_sealed(&value.text) {
            return Err(Error::AlreadyEncrypted);
        }
        encrypt_value(key, format, at, value, &plain(value)?)
    };
    let words = found.iter().map(|value| encrypt(value).map_err(|error| error.at(&value.path)));
    put_words(text, &found, &words.collect::<Result<Vec<_>, _>>()?)
}

/// Encrypts an edited text. Unchanged values keep their ciphertext.
pub fn reencrypt_values(
    key: &Key,
    format: Format,
    at: &Location,
    encrypted: &str,
    edited: &str,
) -> Result<String, Error> {
    let edited = edited.strip_prefix('\u{FEFF}').unwrap_or(edited);
    let mut before = Before::read(key, at, encrypted)?;
    let found = values(edited)?;
    let mut words = vec![None; found.len()];
    let plain = found.iter().map(|value| plain(value).map_err(|error| error.at(&value.path)));
    let plain: Vec<Plain> = plain.collect::<Result<_, _>>()?;
    // Values that stayed come first, so that a moved one does not take their ciphertext.
    for moved in [false, true] {
        for ((value, plain), word) in found.iter().zip(&plain).zip(&mut words) {
            if word.is_none() {
                *word = before.take(format, value, plain, moved);
            }
        }
    }
    let mut all = Vec::with_capacity(found.len());
    for ((value, plain), word) in found.iter().zip(&plain).zip(words) {
        all.push(match word {
            Some(word) => word,
            None => encrypt_value(key, format, at, value, plain).map_err(|error| error.at(&value.path))?,
        });
    }
    put_words(edited, &found, &all)
}

/// Re-encrypts every value: for another key, in another format, or for another place.
pub fn convert_values(
    old: &Key,
    new: &Key,
    format: Option<Format>,
    at: &Location,
    text: &str,
) -> Result<String, Error> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let found = values(text)?;
    check_mixing(at, &found)?;
    let convert = |value: &Value| {
        let format = format.unwrap_or(Format::of(&value.text));
        encrypt_value(new, format, at, value, &decrypt_value(old, at, value)?.0)
    };
    let words = found.iter().map(|value| convert(value).map_err(|error| error.at(&value.path)));
    put_words(text, &found, &words.collect::<Result<Vec<_>, _>>()?)
}

/// The value to encrypt. A tag would remain in front of the ciphertext and break it.
fn plain(value: &Value) -> Result<Plain, Error> {
    match value.tag.as_str() {
        "" => Ok(Plain { text: value.text.clone(), is_typed: value.is_typed }),
        tag => Err(Error::Tagged(tag.to_string())),
    }
}

/// The ciphertexts from before the edit.
struct Before {
    /// By value and path; all items of a list share one path.
    found: HashMap<(Path, String), VecDeque<Old>>,
}

struct Old {
    path: Path,
    seen: Option<Seen>,
    is_typed: bool,
    /// It need not be re-encrypted for the file.
    may_stay: bool,
    ciphertext: String,
}

impl Before {
    fn read(key: &Key, at: &Location, encrypted: &str) -> Result<Before, Error> {
        let encrypted = encrypted.strip_prefix('\u{FEFF}').unwrap_or(encrypted);
        let mut found: HashMap<_, VecDeque<Old>> = HashMap::new();
        // Empty values are encrypted by now.
        let values = values(encrypted)?;
        check_mixing(at, &values)?;
        for value in values.into_iter().filter(|value| !value.text.trim_ascii().is_empty()) {
            let decrypted = decrypt_value(key, at, &value).map_err(|error| error.at(&value.path));
            let (plain, may_stay) = decrypted?;
            let place = (value.path.without_indexes(), plain.text);
            found.entry(place).or_default().push_back(Old {
                path: value.path,
                seen: value.seen,
                is_typed: plain.is_typed,
                may_stay,
                ciphertext: value.text.trim_ascii().to_string(),
            });
        }
        Ok(Before { found })
    }

    /// The ciphertext of an unchanged value: at the same place, or elsewhere in its list. Only werf's format allows
    /// moving, and it has no types.
    fn take(&mut self, format: Format, value: &Value, plain: &Plain, moved: bool) -> Option<String> {
        let olds = self.found.get_mut(&(value.path.without_indexes(), plain.text.clone()))?;
        let fits = |old: &Old| {
            let is_same = old.may_stay && Format::of(&old.ciphertext) == format;
            let is_alike = old.is_typed == plain.is_typed && old.seen == value.seen;
            let is_as_it_was = old.path == value.path && (format == Format::Werf || is_alike);
            is_same && (is_as_it_was || (moved && format == Format::Werf))
        };
        let at = olds.iter().position(fits)?;
        olds.remove(at).map(|old| old.ciphertext)
    }
}
