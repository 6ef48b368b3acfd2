//! Reads plain manifests: the output of kustomize, CUE, jsonnet or anything else.

use std::path::{Path, PathBuf};

use skeg_chart::quote;

use crate::chart_request::{LARGEST_FILE, ValueFiles};
use crate::error::Error;

/// Plain manifests, as the user names them.
#[derive(Clone, Debug, Default)]
pub struct Manifests {
    /// Files, folders, and `-` for stdin.
    pub sources: Vec<String>,
    /// Reads them.
    pub files: ValueFiles,
}

/// A file of manifests.
pub(crate) struct ManifestFile {
    /// As shown in messages.
    pub(crate) name: String,
    pub(crate) text: Vec<u8>,
}

/// The endings of files that are read in folders.
const ENDINGS: [&str; 3] = ["yaml", "yml", "json"];

impl Manifests {
    /// Whether stdin is read.
    pub fn wants_stdin(&self) -> bool {
        self.sources.iter().any(|source| source == "-")
    }

    pub(crate) fn read(&self) -> Result<Vec<ManifestFile>, Error> {
        let mut files = Vec::new();
        for source in &self.sources {
            let path = self.files.directory.join(source);
            if source != "-" && path.is_dir() {
                let found = files.len();
                self.read_folder(source, &path, &mut files)?;
                if files.len() == found {
                    return Err(Error::NoManifestFiles(source.clone()));
                }
            } else {
                let text = self.files.read(source).map_err(Error::ManifestFile)?;
                let name = if source == "-" { "stdin" } else { source };
                files.push(ManifestFile { name: name.to_string(), text });
            }
        }
        Ok(files)
    }

    /// All files of a folder and its folders, in the order of their names. Hidden ones are left out.
    fn read_folder(&self, name: &str, path: &Path, files: &mut Vec<ManifestFile>) -> Result<(), Error> {
        let unreadable = |why: std::io::Error| Error::ManifestFile(format!("read {}: {why}", quote(name)));
        let mut entries: Vec<PathBuf> = Vec::new();
        for entry in std::fs::read_dir(path).map_err(unreadable)? {
            entries.push(entry.map_err(unreadable)?.path());
        }
        entries.sort();
        for entry in entries {
            let Some(own) = entry.file_name().and_then(|own| own.to_str()).filter(|own| !own.starts_with('.')) else {
                continue;
            };
            let name = format!("{}/{own}", name.trim_end_matches('/'));
            let kind = std::fs::symlink_metadata(&entry).map_err(unreadable)?;
            // A link to a folder could lead anywhere, and in circles.
            if kind.is_dir() {
                self.read_folder(&name, &entry, files)?;
            } else if entry.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known)) {
                let text = skeg_chart::read_bounded(&entry, LARGEST_FILE).map_err(unreadable)?;
                files.push(ManifestFile { name, text });
            }
        }
        Ok(())
    }
}
