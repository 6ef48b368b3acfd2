//! Paths: the workspace, its surroundings, and the cache outside of it.

use crate::process;
use std::path::{Path, PathBuf};

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest).to_path_buf()
}

/// The folder that cargo builds into.
pub(crate) fn target() -> Result<PathBuf, String> {
    let text = process::stdout_of(process::cargo().args(["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: serde_json::Value =
        serde_json::from_slice(&text).map_err(|why| format!("reading cargo metadata: {why}"))?;
    Ok(PathBuf::from(metadata["target_directory"].as_str().unwrap_or("target")))
}

/// The folder for artifacts that are slow to build and independent of the code.
pub(crate) fn cache() -> Result<PathBuf, String> {
    skeg_go_programs::cache().map_err(|why| why.to_string())
}

/// The sorted entries of a folder.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |why: std::io::Error| format!("reading folder {}: {why}", folder.display());
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        found.push(entry.map_err(failed)?.path());
    }
    found.sort();
    Ok(found)
}

/// A file's bytes, with its name in the error.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|why| format!("reading {}: {why}", path.display()))
}

/// Writes a file, with its name in the error.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|why| format!("writing {}: {why}", path.display()))
}
