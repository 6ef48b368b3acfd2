//! The folder for what is slow to make and does not change with the code.

use crate::Error;
use std::path::PathBuf;

/// `$XDG_CACHE_HOME/skeg` or `~/.cache/skeg`.
pub fn cache() -> Result<PathBuf, Error> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")));
    base.map(|base| base.join("skeg")).ok_or(Error::NoCache)
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
