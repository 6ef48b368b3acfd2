//! The files that a schema may refer to: regular ones of its own chart's folder, and no others.
//!
//! Helm opens whatever path a `$ref` names: devices that never end, pipes that wait for ever, files of other people. A chart
//! that came in an archive has no folder, so its schemas read nothing from the disk. Paths outside the folder are refused
//! by their text alone: not even whether they exist can be learned.

use std::io::Read;
use std::path::{Component, Path, PathBuf};

use crate::error::go_io_text;
use crate::{File, Limits};

/// The folder of a chart on disk, where it has one.
#[derive(Debug, Default)]
pub(crate) struct ChartFolder(Option<PathBuf>);

impl ChartFolder {
    /// The folder that holds a chart's schema.
    pub(crate) fn of(schema: &File) -> ChartFolder {
        ChartFolder(schema.path().and_then(|path| path.parent()).map(Path::to_path_buf))
    }

    /// Reads a file by its absolute path. The error never reveals the contents of a file.
    pub(crate) fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let refused = |why: &str| format!("open {path}: {why}");
        let Some(folder) = &self.0 else {
            return Err(refused("schemas of a packed chart cannot refer to files on disk"));
        };
        let limit = Limits::default().file;
        let outside = || refused("schemas can only refer to regular files inside their chart's folder");
        let failed = |error: &std::io::Error| refused(&go_io_text(error));
        let wanted = without_dots(Path::new(path));
        let real_folder = folder.canonicalize().map_err(|error| failed(&error))?;
        if !wanted.starts_with(folder) && !wanted.starts_with(&real_folder) {
            return Err(outside());
        }
        let real = wanted.canonicalize().map_err(|error| failed(&error))?;
        let about = real.symlink_metadata().map_err(|error| failed(&error))?;
        if !real.starts_with(&real_folder) || !about.is_file() {
            return Err(outside());
        }
        let too_large =
            || refused(&format!("the file is larger than {limit} bytes, the most that a chart's file may have"));
        if about.len() > limit {
            return Err(too_large());
        }
        let mut bytes = Vec::new();
        let file = std::fs::File::open(&real).map_err(|error| failed(&error))?;
        file.take(limit + 1).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
        if bytes.len() as u64 > limit { Err(too_large()) } else { Ok(bytes) }
    }
}

/// The path without `.` and `..`, by its text alone.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}
