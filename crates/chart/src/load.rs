//! From a path or bytes to a `Chart`.

use std::path::Path;

use crate::{Chart, Compat, Error, File};

/// How much a chart may hold.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of one file.
    pub file: u64,
    /// Bytes of all files of an archive.
    pub chart: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { file: 5 << 20, chart: 100 << 20 }
    }
}

/// Loads a chart directory or archive.
pub fn load(_path: &Path, _compat: Compat) -> Result<Chart, Error> {
    todo!()
}

/// Loads an archive already in memory.
pub fn load_archive(_bytes: &[u8], _compat: Compat, _limits: Limits) -> Result<Chart, Error> {
    todo!()
}

/// Reads all files, on several threads where that pays.
pub(crate) fn read_all(_files: &[&File]) -> Result<(), Error> {
    todo!()
}
