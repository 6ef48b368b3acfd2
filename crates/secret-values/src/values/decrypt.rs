//! Decrypting files of values.

use super::change::put_plain;
use super::walk::values;
use super::{Plain, decrypt_value};
use crate::{Error, Format, Key};

/// A file of values in clear.
pub struct Decrypted {
    /// The whole text.
    pub text: String,
    /// Every value that was encrypted.
    pub secrets: Vec<String>,
}

/// Decrypts every value of a text.
pub fn decrypt_values(key: &Key, text: &str) -> Result<Decrypted, Error> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let found = values(text)?;
    let plain =
        found.iter().map(|value| decrypt_value(key, &value.path, &value.text).map_err(|error| error.at(&value.path)));
    let plain: Vec<Plain> = plain.collect::<Result<_, _>>()?;
    let text = put_plain(text, &found, &plain)?;
    Ok(Decrypted { text, secrets: plain.into_iter().map(|plain| plain.text).collect() })
}

/// The format of the values of an encrypted text: that of the first; none where there is no value.
pub fn format_of_values(text: &str) -> Result<Option<Format>, Error> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    Ok(values(text)?.first().map(|value| Format::of(&value.text)))
}
