//! Charts that cannot be had.

use std::path::Path;

use skeg_deploy::SourceError;
use skeg_nearest::nearest;

use crate::error::CommandError;

/// Explains why a chart is not there.
pub(crate) fn explain_source(error: &SourceError) -> CommandError {
    let failure = CommandError::failure(error.to_string());
    match error {
        SourceError::NoPath { path, .. } => match nearest_entry(path) {
            Some(meant) => failure.hint(format!("There is {meant} beside it.")),
            None => failure.hint("Give the path of a chart: a folder with Chart.yaml, or a .tgz file."),
        },
        SourceError::Unsupported(text) => {
            CommandError::unsupported(text.clone()).hint("Download it, unpack it or not, and give its path.")
        }
        SourceError::NoRepository(_) | SourceError::UnknownRepository(_) | SourceError::Unpacked => failure,
    }
}

/// What in the same folder has almost that name.
fn nearest_entry(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let entries = std::fs::read_dir(path.parent()?).ok()?;
    let names: Vec<String> = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    nearest(name, names.iter().map(String::as_str)).map(str::to_string)
}
