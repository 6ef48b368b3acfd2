//! What can go wrong in finding a program.

use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("finding the cache: neither XDG_CACHE_HOME nor HOME names a folder")]
    NoCache,
    #[error("reading {}: {source}", path.display())]
    Read { path: PathBuf, source: std::io::Error },
    #[error("{name} is not built yet ({} is missing): run `cargo xtask setup`", binary.display())]
    Missing { name: &'static str, binary: PathBuf },
}
