//! Files with encrypted texts: where they are, and what they may hold.

use std::path::Path;

use skeg_deploy::place_of;
use skeg_report::codes;
use skeg_secret_values::{Accept, Location};

use crate::command::Context;
use crate::error::{CommandError, go_reason};

/// The folder that has to be made for a new file: below that of a chart, such as its `secret/`. Elsewhere a folder that is missing
/// is a slip of whoever wrote the path.
fn missing_folder(file: &Path) -> Result<Option<&Path>, CommandError> {
    let Some(folder) = file.parent().filter(|folder| !folder.exists()) else { return Ok(None) };
    if folder.ancestors().any(|folder| folder.join("Chart.yaml").is_file()) {
        return Ok(Some(folder));
    }
    let error =
        CommandError::new(&codes::FILE_UNWRITABLE, format!("writing {}: its folder is missing", file.display()));
    Err(error.hint(format!("Make it first, or name another: mkdir -p {}", folder.display())))
}

/// Refuses a file for which no folder is there or can be made.
pub(crate) fn check_folder(file: &Path) -> Result<(), CommandError> {
    missing_folder(file).map(drop)
}

/// Makes the folder of a new file where that is missing.
pub(crate) fn make_folder(file: &Path) -> Result<(), CommandError> {
    let Some(folder) = missing_folder(file)? else { return Ok(()) };
    let failed = |error| {
        CommandError::new(&codes::FILE_UNWRITABLE, format!("making {}: {}", folder.display(), go_reason(&error)))
    };
    std::fs::create_dir_all(folder).map_err(failed)
}

/// What may stand in a file, by the flags.
pub(crate) fn accepted(allow_foreign: bool) -> Accept {
    if allow_foreign { Accept::Foreign } else { Accept::Own }
}

/// Where a text stands; none for a file that is not known.
pub(crate) fn location(file: Option<&str>, accept: Accept, context: &Context<'_, '_>) -> Location {
    Location { place: file.map(|file| place_of(Path::new(file), context.directory)), accept }
}
