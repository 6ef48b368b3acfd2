//! One file of a chart. Contents of a directory's files are read when first asked for.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use crate::Error;

/// A file by its name inside the chart, e.g. `templates/service.yaml`. Cheap to clone.
#[derive(Clone, Debug)]
pub struct File {
    pub name: String,
    content: Arc<Content>,
}

#[derive(Debug)]
enum Content {
    Bytes(Vec<u8>),
    OnDisk { path: PathBuf, size: u64, read: OnceLock<Result<Vec<u8>, Error>> },
}

const BOM: &[u8] = b"\xef\xbb\xbf";

impl File {
    /// A file whose contents are known; a leading byte order mark is dropped.
    pub fn from_bytes(name: impl Into<String>, mut bytes: Vec<u8>) -> File {
        if bytes.starts_with(BOM) {
            bytes.drain(..BOM.len());
        }
        File { name: name.into(), content: Arc::new(Content::Bytes(bytes)) }
    }

    /// A file to be read at first need.
    pub(crate) fn on_disk(name: impl Into<String>, path: PathBuf, size: u64) -> File {
        File { name: name.into(), content: Arc::new(Content::OnDisk { path, size, read: OnceLock::new() }) }
    }

    /// The same contents under another name.
    pub(crate) fn renamed(&self, name: impl Into<String>) -> File {
        File { name: name.into(), content: Arc::clone(&self.content) }
    }

    /// The contents without byte order mark. Read from disk at the first call.
    pub fn data(&self) -> Result<&[u8], Error> {
        match &*self.content {
            Content::Bytes(bytes) => Ok(bytes),
            Content::OnDisk { path, read, .. } => {
                let result = read.get_or_init(|| match std::fs::read(path) {
                    Ok(bytes) if bytes.starts_with(BOM) => Ok(bytes[BOM.len()..].to_vec()),
                    Ok(bytes) => Ok(bytes),
                    Err(error) => Err(Error::ReadFile {
                        file: self.name.clone(),
                        path: path.clone(),
                        reason: crate::error::go_io_text(&error),
                    }),
                });
                result.as_deref().map_err(Clone::clone)
            }
        }
    }

    /// The size as the directory or archive tells it.
    pub fn size(&self) -> u64 {
        match &*self.content {
            Content::Bytes(bytes) => bytes.len() as u64,
            Content::OnDisk { size, .. } => *size,
        }
    }
}
