//! Where the secret key comes from: the flag or its variables, the folder, the home.

use std::path::PathBuf;

use skeg_secret_values::Key;
use zeroize::Zeroizing;

use crate::command::Context;
use crate::error::{CommandError, go_reason};
use crate::flags::Parsed;

/// The places to look into, in order.
pub(crate) struct KeyPlaces {
    given: Option<Zeroizing<String>>,
    files: Vec<PathBuf>,
}

impl KeyPlaces {
    pub(crate) fn new(parsed: &Parsed, context: &Context<'_, '_>) -> KeyPlaces {
        let given = parsed.filled("secret-key").map(|key| Zeroizing::new(key.to_string()));
        let home = context.environment.get("HOME").map(|home| PathBuf::from(home).join(".werf/global_secret_key"));
        let files = [context.directory.join(".werf_secret_key")].into_iter().chain(home).collect();
        KeyPlaces { given, files }
    }

    /// Another folder than the current one for `.werf_secret_key`.
    pub(crate) fn in_folder(mut self, folder: PathBuf) -> KeyPlaces {
        self.files.splice(..1, [folder.join(".werf_secret_key")]);
        self
    }

    /// The key of the first place that has one; none where no place does.
    pub(crate) fn look(&self) -> Result<Option<Key>, CommandError> {
        if let Some(given) = &self.given {
            return read(given, "--secret-key or its environment variable").map(Some);
        }
        for file in &self.files {
            match std::fs::read_to_string(file) {
                Ok(text) => return read(&Zeroizing::new(text), &file.display().to_string()).map(Some),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => {
                    let why = format!("reading the secret key: {}: {}", file.display(), go_reason(&error));
                    return Err(CommandError::failure(why));
                }
            }
        }
        Ok(None)
    }

    /// The key of the first place that has one.
    pub(crate) fn find(&self) -> Result<Key, CommandError> {
        if let Some(key) = self.look()? {
            return Ok(key);
        }
        let places = ["--secret-key", "SKEG_SECRET_KEY", "NELM_SECRET_KEY", "WERF_SECRET_KEY"].map(str::to_string);
        let files = self.files.iter().map(|file| file.display().to_string());
        let places: Vec<String> = places.into_iter().chain(files).collect();
        Err(CommandError::failure("there is no secret key")
            .hint(format!("Tried: {}", places.join(", ")))
            .hint("A new one: skeg chart secret key create"))
    }
}

/// Reads a key; the error names its place, not the key.
pub(crate) fn read(text: &str, place: &str) -> Result<Key, CommandError> {
    Key::parse(text).map_err(|error| CommandError::failure(format!("{error}: {place}")))
}
