//! `skeg __reference FOLDER`: writes the generated pages of the documentation, for `cargo xtask reference`. Hidden: people read
//! the pages, or ask `skeg help`.

use std::path::Path;

use skeg_report::codes;

use super::Context;
use crate::error::{CommandError, go_reason};

pub(super) const NAME: &str = "__reference";

/// All generated pages: where they belong, and what they say.
fn pages() -> Vec<(String, String)> {
    vec![("docs/errors.md".to_string(), codes::page())]
}

pub(super) fn run(words: &[String], context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let [folder] = words else {
        return Err(CommandError::new(&codes::MISSING_ARGUMENT, "name the folder to write to"));
    };
    for (path, text) in pages() {
        write(&context.directory.join(folder).join(path), &text)?;
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), CommandError> {
    let failed = |error: std::io::Error| {
        CommandError::new(&codes::FILE_UNWRITABLE, format!("writing {}: {}", path.display(), go_reason(&error)))
    };
    path.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(failed)?;
    std::fs::write(path, text).map_err(failed)
}
