//! Which file an encrypted text is for, by the path of the file.

use std::path::{Component, Path, PathBuf};

use skeg_chart::{Compat, read_values};
use skeg_secret_values::{Accept, Location, Place};

use crate::command::Context;
use crate::error::{CommandError, go_reason};
use crate::flags::Parsed;

/// The place of a file: within its chart where that has a place for it, else its name alone.
pub(crate) fn place_of(file: &Path, directory: &Path) -> Place {
    let path = plain(&directory.join(file));
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    // Links on the way do not change which chart it is.
    let folder = path.parent().map(|folder| folder.canonicalize().unwrap_or(folder.to_path_buf())).unwrap_or_default();
    let Some(chart) = folder.ancestors().find(|folder| folder.join("Chart.yaml").is_file()) else {
        return Place::File(name);
    };
    let below = folder.strip_prefix(chart).unwrap_or(&folder);
    let steps = below.iter().map(|step| step.to_string_lossy()).chain([name.as_str().into()]).collect::<Vec<_>>();
    let below = steps.join("/");
    let is_secret = below == "secret-values.yaml" || below.starts_with("secret/");
    // A chart without a name cannot be rendered either.
    match chart_name(&chart.join("Chart.yaml")).filter(|_| is_secret) {
        Some(chart) => Place::in_chart(&chart, &below),
        None => Place::File(name),
    }
}

/// The folder that has to be made for a new file: below that of a chart, such as its `secret/`. Elsewhere a folder that is missing
/// is a slip of whoever wrote the path.
fn missing_folder(file: &Path) -> Result<Option<&Path>, CommandError> {
    let Some(folder) = file.parent().filter(|folder| !folder.exists()) else { return Ok(None) };
    if folder.ancestors().any(|folder| folder.join("Chart.yaml").is_file()) {
        return Ok(Some(folder));
    }
    let error = CommandError::failure(format!("writing {}: its folder is missing", file.display()));
    Err(error.hint(format!("Make it first, or name another: mkdir -p {}", folder.display())))
}

/// Refuses a file for which no folder is there or can be made.
pub(crate) fn check_folder(file: &Path) -> Result<(), CommandError> {
    missing_folder(file).map(drop)
}

/// Makes the folder of a new file where that is missing.
pub(crate) fn make_folder(file: &Path) -> Result<(), CommandError> {
    let Some(folder) = missing_folder(file)? else { return Ok(()) };
    let failed = |error| CommandError::failure(format!("making {}: {}", folder.display(), go_reason(&error)));
    std::fs::create_dir_all(folder).map_err(failed)
}

/// What may stand in a file, by the flags.
pub(crate) fn accepted(parsed: &Parsed) -> Accept {
    if parsed.switch("allow-foreign-secrets") { Accept::Foreign } else { Accept::Own }
}

/// Where a text stands; none for a file that is not known.
pub(crate) fn location(file: Option<&str>, accept: Accept, context: &Context<'_, '_>) -> Location {
    Location { place: file.map(|file| place_of(Path::new(file), context.directory)), accept }
}

fn chart_name(file: &Path) -> Option<String> {
    let tree = read_values(&std::fs::read(file).ok()?, Compat::default()).ok()?;
    let name = tree.get("name")?.as_str()?.to_string();
    (!name.is_empty()).then_some(name)
}

/// The path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for step in path.components() {
        match step {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            step => plain.push(step),
        }
    }
    plain
}
