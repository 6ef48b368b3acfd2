//! Inputs that once failed, kept in `fuzz/regressions/TARGET/`, and the place for new ones.

use crate::seeds::root;
use std::path::{Path, PathBuf};

pub(crate) fn read(file: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(file).map_err(|why| format!("reading {}: {why}", file.display()))
}

/// The inputs that must never fail again.
pub(crate) fn of(target: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("fuzz/regressions").join(target));
    let mut files: Vec<PathBuf> = entries.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    files
}

/// Saves a finding to `fuzz/artifacts`, which is not under version control.
pub(crate) fn keep(target: &str, input: &[u8]) -> Result<PathBuf, String> {
    let folder = root().join("fuzz/artifacts");
    std::fs::create_dir_all(&folder).map_err(|why| format!("making {}: {why}", folder.display()))?;
    let hash = input.iter().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3));
    let file = folder.join(format!("{target}-{hash:016x}"));
    std::fs::write(&file, input).map_err(|why| format!("writing {}: {why}", file.display()))?;
    Ok(file)
}
