//! Writes files atomically: to a temporary file next to the target, then renamed.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use skeg_report::codes;

use crate::error::{CommandError, go_reason};
use crate::{plain_file, platform};

/// A written file that is not in its place yet. Dropping it deletes it.
pub(crate) struct Staged {
    temporary: PathBuf,
    target: PathBuf,
}

impl Staged {
    /// A file with the mode of the one it replaces; a new one is readable by its owner only.
    pub(crate) fn keeping_mode(path: &Path, data: &[u8]) -> Result<Staged, CommandError> {
        // Replaces the target of a link, not the link.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let mode = fs::metadata(&target).ok().map(|about| about.permissions());
        stage(target, data, mode).map_err(|error| unwritable(path, &error))
    }

    /// Moves the file into its place.
    pub(crate) fn commit(self) -> Result<(), CommandError> {
        fs::rename(&self.temporary, &self.target).map_err(|error| unwritable(&self.target, &error))
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        // After a commit there is nothing left to remove.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// Writes a file that only its owner can read.
pub(crate) fn write_private(path: &Path, data: &[u8]) -> Result<(), CommandError> {
    if plain_file::is_stream(path) {
        // A device or a pipe cannot be replaced.
        let written = OpenOptions::new().write(true).open(path).and_then(|mut file| file.write_all(data));
        return written.map_err(|error| unwritable(path, &error));
    }
    plain_file::refuse_link(path).map_err(|error| unwritable(path, &error))?;
    stage(path.to_path_buf(), data, None).map_err(|error| unwritable(path, &error))?.commit()
}

fn stage(target: PathBuf, data: &[u8], mode: Option<Permissions>) -> io::Result<Staged> {
    let name = target.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let temporary = target.with_file_name(format!(".{name}.skeg-{}", std::process::id()));
    let mut file = create_private(&temporary)?;
    let staged = Staged { temporary, target };
    file.write_all(data)?;
    if let Some(mode) = mode {
        file.set_permissions(mode)?;
    }
    file.sync_all()?;
    Ok(staged)
}

/// Creates a file that only its owner can read.
pub(crate) fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    platform::for_owner_alone(&mut options);
    let file = options.open(path)?;
    platform::give_to_owner(&file)?;
    Ok(file)
}

fn unwritable(path: &Path, error: &io::Error) -> CommandError {
    CommandError::new(&codes::FILE_UNWRITABLE, format!("writing {}: {}", path.display(), go_reason(error)))
}
