//! Reads the files that a connection names. What one of them is, only its path tells: a device never ends, and 20 GB of nothing
//! take no room on a disk.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// No kubeconfig, certificate or token has more bytes.
const LARGEST: u64 = 16 << 20;

pub(crate) fn read(path: impl AsRef<Path>) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(Error::new(ErrorKind::FileTooLarge, format!("it has more than {LARGEST} bytes")));
    }
    Ok(bytes)
}

pub(crate) fn read_text(path: impl AsRef<Path>) -> Result<String> {
    String::from_utf8(read(path)?).map_err(|_| Error::new(ErrorKind::InvalidData, "it is not UTF-8 text"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_never_ends_is_left() {
        let refused = super::read("/dev/zero").unwrap_err();
        assert_eq!(refused.to_string(), "it has more than 16777216 bytes");
        assert!(super::read_text("/dev/zero").is_err());
    }
}
