//! What can go wrong in finding a program.

use std::path::PathBuf;

/// Why a program cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The user's cache folder is unknown.
    #[error("finding the cache: neither XDG_CACHE_HOME nor HOME names a folder")]
    NoCache,
    /// A file of the cache cannot be read.
    #[error("reading {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The program was not built yet.
    #[error("{name} is not built yet ({} is missing): run `cargo xtask setup`", binary.display())]
    Missing {
        /// Its name.
        name: &'static str,
        /// Where it should be.
        binary: PathBuf,
    },
}
