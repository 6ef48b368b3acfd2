//! One file of a chart. Contents of a directory's files are read when first asked for.

use std::borrow::Cow;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use crate::bounded::read_bounded;
use crate::{Error, Limits};

/// A file by its name inside the chart, e.g. `templates/service.yaml`. Cheap to clone.
#[derive(Clone, Debug)]
pub struct File {
    /// The path inside the chart, with slashes.
    pub name: String,
    content: Arc<Content>,
}

#[derive(Debug)]
enum Content {
    Bytes(Vec<u8>),
    /// A part of an unpacked archive.
    Part {
        archive: Arc<Vec<u8>>,
        range: Range<usize>,
    },
    OnDisk {
        path: PathBuf,
        size: u64,
        read: OnceLock<Result<Vec<u8>, Error>>,
    },
}

const BOM: &[u8] = b"\xef\xbb\xbf";
/// Most Chart.yaml and values.yaml of subcharts fit in here.
const USUAL_SIZE: usize = 8 << 10;

impl File {
    /// A file whose contents are known; a leading byte order mark is dropped.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> File {
        File { name: name.into(), content: Arc::new(Content::Bytes(without_bom(bytes))) }
    }

    /// A file inside an unpacked archive, which is kept as long as one of its files.
    pub(crate) fn from_archive(name: impl Into<String>, archive: &Arc<Vec<u8>>, mut range: Range<usize>) -> File {
        if archive.get(range.clone()).is_some_and(|bytes| bytes.starts_with(BOM)) {
            range.start += BOM.len();
        }
        File { name: name.into(), content: Arc::new(Content::Part { archive: Arc::clone(archive), range }) }
    }

    /// A file to be read at first need.
    pub(crate) fn on_disk(name: impl Into<String>, path: PathBuf, size: u64) -> File {
        File { name: name.into(), content: Arc::new(Content::OnDisk { path, size, read: OnceLock::new() }) }
    }

    /// A file that is read at once, which also gives its size; `None` if that fails or it has more bytes than `limit`.
    pub(crate) fn read_now(name: &str, path: &Path, limit: u64) -> Option<File> {
        let mut bytes = Vec::with_capacity(USUAL_SIZE);
        std::fs::File::open(path).ok()?.take(limit.saturating_add(1)).read_to_end(&mut bytes).ok()?;
        let size = bytes.len() as u64;
        let file = File::on_disk(name, path.to_path_buf(), size);
        if let Content::OnDisk { read, .. } = &*file.content {
            bytes.shrink_to_fit();
            let _ = read.set(Ok(without_bom(bytes)));
        }
        (size <= limit).then_some(file)
    }

    /// The same contents under another name.
    pub(crate) fn renamed(&self, name: impl Into<String>) -> File {
        File { name: name.into(), content: Arc::clone(&self.content) }
    }

    /// The contents without byte order mark. Read from disk at the first call.
    pub fn data(&self) -> Result<&[u8], Error> {
        match &*self.content {
            Content::Bytes(bytes) => Ok(bytes),
            Content::Part { archive, range } => Ok(archive.get(range.clone()).unwrap_or_default()),
            Content::OnDisk { path, size, read } => {
                read.get_or_init(|| self.read(path, *size)).as_deref().map_err(Clone::clone)
            }
        }
    }

    /// The same for a single reader: what is read is not kept.
    pub fn data_once(&self) -> Result<Cow<'_, [u8]>, Error> {
        match &*self.content {
            Content::OnDisk { path, size, read } if read.get().is_none() => self.read(path, *size).map(Cow::Owned),
            _ => self.data().map(Cow::Borrowed),
        }
    }

    fn read(&self, path: &Path, size: u64) -> Result<Vec<u8>, Error> {
        match read_whole(path, size) {
            Ok(bytes) => Ok(without_bom(bytes)),
            Err(error) => {
                let reason = crate::error::go_io_text(&error);
                Err(Error::ReadFile { file: self.name.clone(), path: path.to_path_buf(), reason })
            }
        }
    }

    /// Where it is on disk, if it is.
    pub(crate) fn path(&self) -> Option<&PathBuf> {
        match &*self.content {
            Content::OnDisk { path, .. } => Some(path),
            _ => None,
        }
    }

    /// The size according to the directory or archive.
    pub fn size(&self) -> u64 {
        match &*self.content {
            Content::Bytes(bytes) => bytes.len() as u64,
            Content::Part { range, .. } => range.len() as u64,
            Content::OnDisk { size, .. } => *size,
        }
    }
}

fn without_bom(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.starts_with(BOM) {
        bytes.drain(..BOM.len());
    }
    bytes
}

/// Reads a file whose size is known: one call less to ask for it, and one less to meet its end.
fn read_whole(path: &Path, size: u64) -> std::io::Result<Vec<u8>> {
    let size = usize::try_from(size).unwrap_or(usize::MAX - 1);
    let bytes = read_start(&std::fs::File::open(path)?, size + 1)?;
    if bytes.len() != size {
        // It changed since it was listed.
        return read_bounded(path, Limits::default().file);
    }
    Ok(bytes)
}

/// What one call reads of a file, at most so much. Zeroing the memory first would touch more of it than the file fills.
#[cfg(unix)]
fn read_start(file: &std::fs::File, most: usize) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(most);
    rustix::io::retry_on_intr(|| rustix::io::read(file, rustix::buffer::spare_capacity(&mut bytes)))?;
    Ok(bytes)
}

#[cfg(not(unix))]
fn read_start(mut file: &std::fs::File, most: usize) -> std::io::Result<Vec<u8>> {
    let mut bytes = vec![0; most];
    let length = file.read(&mut bytes)?;
    bytes.truncate(length);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::{Cow, File};

    #[test]
    fn what_is_read_once_is_not_kept() {
        let path = std::env::temp_dir().join(format!("skeg-file-{}", std::process::id()));
        std::fs::write(&path, b"\xef\xbb\xbftext").unwrap();
        let file = File::on_disk("values.schema.json", path.clone(), 7);
        assert!(matches!(file.data_once(), Ok(Cow::Owned(bytes)) if bytes == b"text"));
        std::fs::write(&path, "news").unwrap();
        assert!(matches!(file.data_once(), Ok(Cow::Owned(bytes)) if bytes == b"news"));
        assert_eq!(file.data().unwrap(), b"news");
        std::fs::remove_file(&path).unwrap();
        assert!(matches!(file.data_once(), Ok(Cow::Borrowed(b"news"))));
    }
}
