//! Where the secret key comes from: the flag or its variables, the folder, the home.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

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
    pub(crate) fn look(&self, context: &mut Context<'_, '_>) -> Result<Option<Key>, CommandError> {
        if let Some(given) = &self.given {
            let place = "--secret-key or its environment variable";
            context.printer.debug(format!("the secret key is that of {place}"));
            return read(given, place).map(Some);
        }
        for path in &self.files {
            match open(path) {
                Ok((text, is_exposed)) => {
                    if is_exposed {
                        warn_of_readers(path, context);
                    }
                    let place = path.display().to_string();
                    context.printer.debug(format!("the secret key is that of {place}"));
                    return read(&text, &place).map(Some);
                }
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => {
                    let why = format!("reading the secret key: {}: {}", path.display(), go_reason(&error));
                    return Err(CommandError::failure(why));
                }
            }
        }
        Ok(None)
    }

    /// The key of the first place that has one.
    pub(crate) fn find(&self, context: &mut Context<'_, '_>) -> Result<Key, CommandError> {
        if let Some(key) = self.look(context)? {
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

/// What a file says, and whether others than its owner may read it.
fn open(path: &Path) -> std::io::Result<(Zeroizing<String>, bool)> {
    let file = File::open(path)?;
    let mut text = Zeroizing::new(String::new());
    // Much more than any key has; where it is cut, it is no key.
    (&file).take(4096).read_to_string(&mut text)?;
    Ok((text, is_exposed(&file)))
}

#[cfg(unix)]
fn is_exposed(file: &File) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|about| about.permissions().mode() & 0o044 != 0)
}

#[cfg(not(unix))]
fn is_exposed(_: &File) -> bool {
    false
}

/// Once for a file, however often it is read.
fn warn_of_readers(path: &Path, context: &mut Context<'_, '_>) {
    if context.warned_of.insert(path.to_path_buf()) {
        let shown = path.display();
        context.printer.warn(format!("others can read the secret key in {shown}: chmod 600 {shown}"));
    }
}

/// Reads a key; the error names its place, not the key.
pub(crate) fn read(text: &str, place: &str) -> Result<Key, CommandError> {
    Key::parse(text).map_err(|error| CommandError::failure(format!("{error}: {place}")))
}
