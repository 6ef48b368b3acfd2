//! The two kinds of encrypted files: values files, where every value is encrypted by itself, and all others.

use std::io::Read;

use skeg_report::codes;
use skeg_secret_values::{Error, Format, Key, Location};

use super::flags;
use crate::command::Context;
use crate::error::{CommandError, go_reason};
use crate::rendering::LARGEST_FILE;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Values,
}

impl Kind {
    pub(super) fn encrypt(self, key: &Key, format: Format, at: &Location, data: &[u8]) -> Result<Vec<u8>, Error> {
        Ok(match self {
            Kind::File => ended(skeg_secret_values::encrypt_file(key, format, at, data)?),
            Kind::Values => ended(skeg_secret_values::encrypt_values(key, format, at, text(data)?)?),
        })
    }

    pub(super) fn decrypt(self, key: &Key, at: &Location, data: &[u8]) -> Result<Vec<u8>, Error> {
        match self {
            Kind::File => skeg_secret_values::decrypt_file(key, at, data),
            Kind::Values => Ok(skeg_secret_values::decrypt_values(key, at, text(data)?)?.text.into_bytes()),
        }
    }

    /// Encrypts an edited file; unchanged values keep their ciphertext from `old`.
    pub(super) fn encrypt_again(
        self,
        key: &Key,
        format: Format,
        at: &Location,
        old: &[u8],
        data: &[u8],
    ) -> Result<Vec<u8>, Error> {
        match self {
            Kind::File => self.encrypt(key, format, at, data),
            Kind::Values => Ok(ended(skeg_secret_values::reencrypt_values(key, format, at, text(old)?, text(data)?)?)),
        }
    }

    /// Re-encrypts: for another key, in another format, or for another place.
    pub(super) fn convert(
        self,
        old: &Key,
        new: &Key,
        format: Option<Format>,
        at: &Location,
        data: &[u8],
    ) -> Result<Vec<u8>, Error> {
        Ok(match self {
            Kind::File => ended(skeg_secret_values::convert_file(old, new, format, at, data)?),
            Kind::Values => ended(skeg_secret_values::convert_values(old, new, format, at, text(data)?)?),
        })
    }

    /// The format of an encrypted file.
    pub(super) fn format_of(self, data: &[u8]) -> Option<Format> {
        let text = std::str::from_utf8(data).ok()?;
        match self {
            Kind::File => Some(Format::of(text)),
            Kind::Values => skeg_secret_values::format_of_values(text).ok().flatten(),
        }
    }
}

fn text(data: &[u8]) -> Result<&str, Error> {
    std::str::from_utf8(data).map_err(|_| Error::Yaml("the file is not UTF-8".into()))
}

/// The text with a final line feed.
fn ended(mut text: String) -> Vec<u8> {
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text.into_bytes()
}

/// The name of the input file; `None` for stdin.
pub(super) fn input_file(arguments: &[String]) -> Result<Option<&str>, CommandError> {
    Ok(flags::one_argument(arguments)?.filter(|name| *name != "-"))
}

/// The named file, or stdin: with its name for messages.
pub(super) fn read_input(
    arguments: &[String],
    context: &mut Context<'_, '_>,
) -> Result<(String, Vec<u8>), CommandError> {
    let Some(name) = input_file(arguments)? else {
        let mut data = Vec::new();
        let read = context.input.take(LARGEST_FILE + 1).read_to_end(&mut data);
        read.map_err(|error| {
            CommandError::new(&codes::FILE_UNREADABLE, format!("reading stdin: {}", go_reason(&error)))
        })?;
        if data.len() as u64 > LARGEST_FILE {
            let more = format!("reading stdin: it has more than {LARGEST_FILE} bytes");
            return Err(CommandError::new(&codes::FILE_UNREADABLE, more));
        }
        return Ok(("stdin".to_string(), data));
    };
    let data = skeg_chart::read_bounded(&context.directory.join(name), LARGEST_FILE);
    let data = data.map_err(|error| {
        CommandError::new(&codes::FILE_UNREADABLE, format!("reading {name}: {}", go_reason(&error)))
    })?;
    Ok((name.to_string(), data))
}
