//! A decrypted file on disk while it is edited, in a folder that only the user can enter.

use std::fs::{self, DirBuilder};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use skeg_report::codes;
use skeg_secret_values::Key;

use crate::atomic_file::create_private;
use crate::command::Context;
use crate::error::{CommandError, go_reason};
use crate::platform;

/// Dropping it deletes the folder, with everything that editors left in it.
pub(super) struct Scratch {
    folder: PathBuf,
    pub(super) file: PathBuf,
}

impl Scratch {
    pub(super) fn new(
        name: &Path,
        data: &[u8],
        folder: Option<&str>,
        context: &Context<'_, '_>,
    ) -> Result<Scratch, CommandError> {
        let folder = place(folder, context);
        let failed = |error: &io::Error| {
            CommandError::new(
                &codes::FILE_UNWRITABLE,
                format!("creating a file to edit in {}: {}", folder.display(), go_reason(error)),
            )
        };
        let unique = Key::generate().map_err(|error| CommandError::new(&codes::INTERNAL, error.to_string()))?;
        let folder = folder.join(format!("skeg-edit-{}", unique.id()));
        let mut builder = DirBuilder::new();
        platform::folder_for_owner_alone(&mut builder);
        builder.create(&folder).map_err(|error| failed(&error))?;
        let file = folder.join(name.file_name().unwrap_or("secret".as_ref()));
        let scratch = Scratch { folder: folder.clone(), file };
        create_private(&scratch.file).and_then(|mut file| file.write_all(data)).map_err(|error| failed(&error))?;
        Ok(scratch)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Where temporary files go: in memory, if there is such a file system.
fn place(named: Option<&str>, context: &Context<'_, '_>) -> PathBuf {
    let named = named.map(|folder| context.directory.join(folder));
    let variable = |name: &str| context.environment.get(name).map(PathBuf::from).filter(|folder| folder.is_dir());
    named.or_else(|| variable("XDG_RUNTIME_DIR")).or_else(|| variable("TMPDIR")).unwrap_or_else(std::env::temp_dir)
}
