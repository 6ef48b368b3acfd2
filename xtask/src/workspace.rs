//! Where things are: the workspace, what is beside it, the cache outside of it.

use std::path::{Path, PathBuf};

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest).to_path_buf()
}

/// A folder for what is slow to make and does not change with the code: `$XDG_CACHE_HOME/skeg` or `~/.cache/skeg`.
pub(crate) fn cache() -> Result<PathBuf, String> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")));
    base.map(|base| base.join("skeg")).ok_or_else(|| "neither XDG_CACHE_HOME nor HOME names a folder".to_owned())
}

/// A short name for a text, the same on every machine (FNV-1a, 64 bit).
pub(crate) fn fingerprint(parts: &[&[u8]]) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for part in parts {
        for byte in part.iter().chain(b"\0") {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
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
