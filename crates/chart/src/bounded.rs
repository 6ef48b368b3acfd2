//! Reads files with a size limit: a sparse file of 20 GB takes no room on a disk.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// Reads a file, unless it has more bytes than `limit`; the error is then of kind `FileTooLarge` and names both
/// numbers.
pub fn read_bounded(path: &Path, limit: u64) -> Result<Vec<u8>> {
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    if size > limit {
        return Err(too_large(&format!("the file has {size} bytes"), limit));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0).saturating_add(1));
    // Pipes and devices have no size, and a file may grow.
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_large("the file has more bytes", limit)) } else { Ok(bytes) }
}

fn too_large(size: &str, limit: u64) -> Error {
    Error::new(ErrorKind::FileTooLarge, format!("{size}, and at most {limit} are read"))
}

#[cfg(test)]
mod tests {
    use super::read_bounded;

    #[test]
    fn large_files_are_refused_unread() {
        let path = std::env::temp_dir().join(format!("skeg-bounded-{}", std::process::id()));
        std::fs::File::create(&path).and_then(|file| file.set_len(20 << 30)).unwrap();
        let refused = read_bounded(&path, 1000).unwrap_err();
        assert_eq!(refused.to_string(), "the file has 21474836480 bytes, and at most 1000 are read");
        std::fs::write(&path, [7; 1000]).unwrap();
        assert_eq!(read_bounded(&path, 1000).unwrap(), [7; 1000]);
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn devices_that_never_end_are_left() {
        let refused = read_bounded(std::path::Path::new("/dev/zero"), 1000).unwrap_err();
        assert_eq!(refused.to_string(), "the file has more bytes, and at most 1000 are read");
    }
}
