//! `skeg __reference FOLDER`: writes the generated documentation for `cargo xtask reference`. Hidden: users read the
//! pages, or `skeg help`.

mod man;
mod markdown;

use std::path::Path;

use skeg_report::codes;

use super::{COMMON, Command, Context};
use crate::error::{CommandError, go_reason};
use crate::flags::{Flag, Flags, all, find, variable};

pub(super) use man::pages as man_pages;

pub(super) const NAME: &str = "__reference";

/// All generated pages: path and text.
fn pages() -> Vec<(String, String)> {
    vec![("docs/errors.md".to_string(), codes::page()), ("docs/commands.md".to_string(), markdown::page())]
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

pub(super) fn write(path: &Path, text: &str) -> Result<(), CommandError> {
    let failed = |error: std::io::Error| {
        CommandError::new(&codes::FILE_UNWRITABLE, format!("writing {}: {}", path.display(), go_reason(&error)))
    };
    path.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(failed)?;
    std::fs::write(path, text).map_err(failed)
}

/// The help text of a command, split into description and examples.
fn parts(command: &Command) -> (&'static str, &'static str) {
    let (text, examples) = command.text.split_once("Examples:\n").unwrap_or((command.text, ""));
    (text.trim_end(), examples.trim_end())
}

/// Flags by heading, as in the help.
fn headed(flags: Flags) -> Vec<(&'static str, Vec<&'static Flag>)> {
    let mut found: Vec<(&str, Vec<&Flag>)> = Vec::new();
    for group in flags {
        let shown = group.flags.iter().filter(|flag| !flag.hidden);
        match found.last_mut() {
            Some((title, flags)) if *title == group.title => flags.extend(shown),
            _ => found.push((group.title, shown.collect())),
        }
    }
    found.retain(|(_, flags)| !flags.is_empty());
    found
}

/// Flags that are accepted without effect.
fn without_effect(flags: Flags) -> Vec<&'static Flag> {
    all(flags).filter(|flag| flag.is_without_effect && !flag.is_helms).collect()
}

/// The variables that set a flag, the usual one first. Help has none.
fn variables(command: &Command, flag: &Flag) -> Vec<String> {
    if find(COMMON, flag.name).is_some() {
        return Vec::new();
    }
    let own = command.variables.prefixes.first().map(|prefix| format!("{prefix}{}", variable(flag.name)));
    own.into_iter().chain(flag.helm_variable.map(str::to_string)).collect()
}
