//! Archives below charts/ that are unpacked already. One chart often comes several times: as a dependency, and again inside
//! other dependencies.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::archive::Room;
use crate::{Error, File};

#[derive(Default)]
pub(crate) struct Unpacked {
    archives: Mutex<Vec<Arc<Archive>>>,
}

struct Archive {
    file: File,
    /// `None` if it cannot be unpacked.
    files: OnceLock<Option<Vec<File>>>,
}

impl Unpacked {
    /// The files of an archive. Whoever asks for one that another thread is about to unpack waits for it.
    pub(crate) fn files(
        &self,
        file: &File,
        room: &Room,
        unpack: impl Fn(&[u8]) -> Result<Vec<File>, Error>,
    ) -> Result<Vec<File>, Error> {
        let bytes = file.data()?;
        let archive = self.archive(file, bytes);
        let mut first = None;
        let files = archive.files.get_or_init(|| {
            let unpacked = unpack(bytes);
            let files = unpacked.as_ref().ok().cloned();
            first = Some(unpacked);
            files
        });
        match (first, files) {
            (Some(unpacked), _) => unpacked,
            // Archives in archives multiply: what is shared counts as if it were not.
            (None, Some(files)) if room.take_again(files) => Ok(files.clone()),
            // For the error.
            _ => unpack(bytes),
        }
    }

    fn archive(&self, file: &File, bytes: &[u8]) -> Arc<Archive> {
        let mut archives = self.archives.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |archive: &&Arc<Archive>| {
            archive.file.size() == file.size() && archive.file.data().is_ok_and(|known| known == bytes)
        };
        if let Some(known) = archives.iter().find(is_same) {
            return Arc::clone(known);
        }
        let archive = Arc::new(Archive { file: file.clone(), files: OnceLock::new() });
        archives.push(Arc::clone(&archive));
        archive
    }
}
