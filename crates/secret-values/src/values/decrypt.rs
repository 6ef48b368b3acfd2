//! Decrypts values files.

use super::change::put_plain;
use super::walk::{Value, values};
use super::{Plain, check_mixing, decrypt_value};
use crate::{Error, Format, Key, Location};

/// A decrypted values file.
pub struct Decrypted {
    /// The whole text.
    pub text: String,
    /// Every value that was encrypted.
    pub secrets: Vec<String>,
}

/// Decrypts every value of a text.
pub fn decrypt_values(key: &Key, at: &Location, text: &str) -> Result<Decrypted, Error> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let found = values(text)?;
    check_mixing(at, &found)?;
    let decrypt = |value: &Value| {
        let (plain, _) = decrypt_value(key, at, value).map_err(|error| error.at(&value.path))?;
        Ok(plain)
    };
    let plain: Vec<Plain> = found.iter().map(decrypt).collect::<Result<_, _>>()?;
    let text = put_plain(text, &found, &plain)?;
    Ok(Decrypted { text, secrets: plain.into_iter().map(|plain| plain.text).collect() })
}

/// The format of an encrypted text's values: authenticated if any value is; `None` if there are no values.
pub fn format_of_values(text: &str) -> Result<Option<Format>, Error> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let found = values(text)?;
    let is_authenticated = found.iter().any(|value| Format::of(&value.text) == Format::Authenticated);
    let format = if is_authenticated { Format::Authenticated } else { Format::Werf };
    Ok((!found.is_empty()).then_some(format))
}
