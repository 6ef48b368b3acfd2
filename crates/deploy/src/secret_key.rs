//! Finds the secret key: given directly, or in the first existing file of a list.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use skeg_chart::go_io_text;
use skeg_secret_values::Key;
use zeroize::Zeroizing;

use crate::load::LoadNote;

/// Where to look for the key, in order. `Debug` shows no key.
#[derive(Clone, Default)]
pub struct KeySources {
    /// The key itself, from a flag or a variable.
    pub given: Option<Zeroizing<String>>,
    /// Files that may hold it.
    pub files: Vec<PathBuf>,
    /// Files already reported as readable by others. Clones share it.
    pub warned: WarnedFiles,
}

/// Files that were already reported. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct WarnedFiles(Arc<Mutex<BTreeSet<PathBuf>>>);

impl WarnedFiles {
    fn is_first(&self, path: &Path) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_path_buf())
    }
}

/// Why there is no key.
#[derive(Clone, Debug, thiserror::Error)]
pub enum KeyError {
    /// None was given, and none of the files exists.
    #[error("no secret key found")]
    Missing {
        /// The files that were tried.
        files: Vec<PathBuf>,
    },
    /// A file exists and cannot be read.
    #[error("reading the secret key: {}: {reason}", .file.display())]
    Unreadable {
        /// Which file.
        file: PathBuf,
        /// Go's error text.
        reason: String,
    },
    /// The text found is not a key. The message names the place, not the key.
    #[error("{error}: {place}")]
    Invalid {
        /// What is wrong with it.
        error: skeg_secret_values::Error,
        /// Where it was found.
        place: String,
    },
}

impl KeySources {
    /// The first key found; `None` if there is none.
    ///
    /// # Errors
    /// A place has something that cannot be read or is not a key.
    pub fn look(&self, tell: &mut dyn FnMut(LoadNote)) -> Result<Option<Key>, KeyError> {
        if let Some(given) = &self.given {
            let place = "--secret-key or its environment variable";
            tell(LoadNote::Detail(format!("using the secret key of {place}")));
            return parse(given, place).map(Some);
        }
        for path in &self.files {
            match open(path) {
                Ok((text, is_exposed)) => {
                    let place = path.display().to_string();
                    if is_exposed && self.warned.is_first(path) {
                        let text = format!("others can read the secret key in {place}: chmod 600 {place}");
                        tell(LoadNote::Warning(text));
                    }
                    tell(LoadNote::Detail(format!("using the secret key of {place}")));
                    return parse(&text, &place).map(Some);
                }
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(KeyError::Unreadable { file: path.clone(), reason: go_io_text(&error) }),
            }
        }
        Ok(None)
    }

    /// The first key found.
    ///
    /// # Errors
    /// [`KeyError::Missing`] if there is none, else as [`look`](KeySources::look).
    pub fn find(&self, tell: &mut dyn FnMut(LoadNote)) -> Result<Key, KeyError> {
        self.look(tell)?.ok_or_else(|| KeyError::Missing { files: self.files.clone() })
    }
}

impl fmt::Debug for KeySources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeySources").field("is_given", &self.given.is_some()).field("files", &self.files).finish()
    }
}

/// The text of a file, and whether others than its owner may read it.
fn open(path: &Path) -> std::io::Result<(Zeroizing<String>, bool)> {
    let file = File::open(path)?;
    let mut text = Zeroizing::new(String::new());
    // Much longer than any key; if it is cut, it is not a key.
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

fn parse(text: &str, place: &str) -> Result<Key, KeyError> {
    Key::parse(text).map_err(|error| KeyError::Invalid { error, place: place.to_string() })
}

#[cfg(test)]
mod tests {
    use super::KeySources;

    #[test]
    fn the_key_is_not_shown() {
        let sources = KeySources { given: Some("abc123".to_string().into()), ..KeySources::default() };
        assert!(!format!("{sources:?}").contains("abc123"));
    }
}
