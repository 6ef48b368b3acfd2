//! Saves refreshed tokens to the kubeconfig that has the old ones, since an issuer may accept a refresh token only
//! once.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Replaces texts in files and leaves everything else as it is. Returns whether any was found.
pub(crate) fn replace(files: &[PathBuf], changes: &[(&str, &str)]) -> io::Result<bool> {
    let mut found = false;
    for file in files {
        let old = fs::read_to_string(file)?;
        let new = changes
            .iter()
            .filter(|(old, _)| !old.is_empty())
            .fold(old.clone(), |text, (old, new)| text.replace(old, new));
        if new != old {
            found = true;
            write(&fs::canonicalize(file)?, &new)?;
        }
    }
    Ok(found)
}

/// Atomically, so that nobody reads half a file, and under kubectl's lock.
fn write(file: &Path, text: &str) -> io::Result<()> {
    let beside = |ending: &str| {
        let mut name = file.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    // kubectl's own lock.
    let (lock, fresh) = (beside(".lock"), beside(".skeg"));
    drop(fs::OpenOptions::new().write(true).create_new(true).open(&lock)?);
    let written = write_beside(file, &fresh, text);
    let _ = fs::remove_file(&lock);
    written
}

fn write_beside(file: &Path, fresh: &Path, text: &str) -> io::Result<()> {
    let mut out = fs::File::create(fresh)?;
    // Before anything is in it that others must not read.
    out.set_permissions(fs::metadata(file)?.permissions())?;
    out.write_all(text.as_bytes())?;
    fs::rename(fresh, file)
}
