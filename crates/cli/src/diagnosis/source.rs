//! Explains charts that cannot be fetched.

use std::path::Path;

use skeg_deploy::SourceError;
use skeg_nearest::nearest;
use skeg_report::codes::{self, Code};

use crate::error::CommandError;

/// Explains why a chart is missing.
pub(crate) fn explain_source(error: &SourceError) -> CommandError {
    let failure = |code: Code| CommandError::new(code, error.to_string());
    match error {
        SourceError::NoPath { path, .. } => match nearest_entry(path) {
            Some(meant) => failure(&codes::CHART_NOT_FOUND).fill("meant", meant),
            None => failure(&codes::CHART_NOT_FOUND).case("nothing-alike"),
        },
        SourceError::Unsupported(_) => failure(&codes::CHART_REMOTE),
        SourceError::NoRepository(_) | SourceError::UnknownRepository(_) => failure(&codes::CHART_NOT_FOUND),
        SourceError::Unpacked => failure(&codes::CHART_INVALID),
    }
}

/// An entry of the same folder with a similar name.
fn nearest_entry(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let entries = std::fs::read_dir(path.parent()?).ok()?;
    let names: Vec<String> = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    nearest(name, names.iter().map(String::as_str)).map(str::to_string)
}
