//! Files with encrypted texts: where they are, and what they may contain.

use std::path::Path;

use skeg_deploy::place_of;
use skeg_report::codes;
use skeg_secret_values::{Accept, Location};

use crate::command::Context;
use crate::error::{CommandError, go_reason};

/// The folder to create for a new file: only below a chart, such as its `secret/`. Elsewhere a missing folder is a typo
/// in the path.
fn missing_folder(file: &Path) -> Result<Option<&Path>, CommandError> {
    let Some(folder) = file.parent().filter(|folder| !folder.exists()) else { return Ok(None) };
    if folder.ancestors().any(|folder| folder.join("Chart.yaml").is_file()) {
        return Ok(Some(folder));
    }
    let error =
        CommandError::new(&codes::FILE_UNWRITABLE, format!("writing {}: its folder is missing", file.display()));
    Err(error.hint(format!("Create it first, or name another: mkdir -p {}", folder.display())))
}

/// Refuses a file whose folder neither exists nor can be created.
pub(crate) fn check_folder(file: &Path) -> Result<(), CommandError> {
    missing_folder(file).map(drop)
}

/// Creates the folder of a new file if it is missing.
pub(crate) fn make_folder(file: &Path) -> Result<(), CommandError> {
    let Some(folder) = missing_folder(file)? else { return Ok(()) };
    let failed = |error| {
        CommandError::new(&codes::FILE_UNWRITABLE, format!("making {}: {}", folder.display(), go_reason(&error)))
    };
    std::fs::create_dir_all(folder).map_err(failed)
}

/// What a file may contain, by the flags.
pub(crate) fn accepted(allow_foreign: bool) -> Accept {
    if allow_foreign { Accept::Foreign } else { Accept::Own }
}

/// The location of a text; `None` for an unknown file.
pub(crate) fn location(file: Option<&str>, accept: Accept, context: &Context<'_, '_>) -> Location {
    Location { place: file.map(|file| place_of(Path::new(file), context.directory)), accept }
}
