//! Reads the files that a connection names, with a size limit: a path may name a device that never ends, or a sparse
//! file of 20 GB.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// No kubeconfig, certificate or token is larger, in bytes.
const LARGEST: u64 = 16 << 20;

pub(crate) fn read(path: impl AsRef<Path>) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes)).map_err(plain)?;
    if bytes.len() as u64 > LARGEST {
        return Err(Error::new(ErrorKind::FileTooLarge, format!("it has more than {LARGEST} bytes")));
    }
    Ok(bytes)
}

/// The error without the number that Rust adds: `no such file or directory`.
fn plain(error: Error) -> Error {
    match error.to_string().split_once(" (os error") {
        Some((reason, _)) => Error::new(error.kind(), reason[..1].to_lowercase() + &reason[1..]),
        None => error,
    }
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
        assert_eq!(super::read("/no/such/file").unwrap_err().to_string(), "no such file or directory");
    }
}
