//! Converts all secret files of a chart together: all are decrypted before any is written.

use std::path::{Path, PathBuf};

use skeg_deploy::place_of;
use skeg_report::codes;
use skeg_secret_values::{Accept, Format, Key, Location};

use super::flags::one_argument;
use super::kind::Kind;
use crate::atomic_file::Staged;
use crate::command::Context;
use crate::diagnosis::secrets::explain;
use crate::error::{CommandError, go_reason};
use crate::flags::{flag, flag_settings};
use crate::rendering::LARGEST_FILE;

flag_settings! {
    pub(super) struct FileFlags: "Files" {
        values: Vec<String> =
            flag("secret-values", "encrypted files with values besides those of the chart").comma_separated().file(),
    }
}

/// How to re-encrypt the files of a chart.
pub(super) struct Conversion<'a> {
    pub(super) old: &'a Key,
    pub(super) new: &'a Key,
    /// `None` keeps the format of each.
    pub(super) format: Option<Format>,
    pub(super) allow_foreign: bool,
    /// The verb for the message about each file.
    pub(super) done: &'static str,
}

/// Re-encrypts all files of a chart and reports each.
pub(super) fn convert_all(
    conversion: &Conversion<'_>,
    flags: &FileFlags,
    arguments: &[String],
    context: &mut Context<'_, '_>,
) -> Result<(), CommandError> {
    let Conversion { old, new, format, allow_foreign, done } = conversion;
    let chart = one_argument(arguments)?.unwrap_or(".");
    let mut staged = Vec::new();
    for (name, kind) in secret_files(chart, &flags.values, context)? {
        let path = context.directory.join(&name);
        let shown = name.display().to_string();
        let data = skeg_chart::read_bounded(&path, LARGEST_FILE).map_err(|error| unreadable(&name, &error))?;
        // Texts that are not bound to a file are accepted here, and bound.
        let accept = if *allow_foreign { Accept::Foreign } else { Accept::Unbound };
        let at = Location::new(place_of(&name, context.directory), accept);
        let converted = kind
            .convert(old, new, *format, &at, &data)
            .map_err(|error| explain(&shown, &error).hint("No file was changed."))?;
        staged.push((shown, Staged::keeping_mode(&path, &converted)?));
    }
    if staged.is_empty() {
        return Err(CommandError::new(
            &codes::FILE_UNREADABLE,
            format!("{chart}: there is no secret-values.yaml and nothing below secret/"),
        ));
    }
    for (name, staged) in staged {
        staged.commit()?;
        context.printer.say(format!("{name}: {done}"));
    }
    Ok(())
}

/// The encrypted files of a chart's folder, and those named in addition.
fn secret_files(
    chart: &str,
    named: &[String],
    context: &Context<'_, '_>,
) -> Result<Vec<(PathBuf, Kind)>, CommandError> {
    if !context.directory.join(chart).is_dir() {
        return Err(CommandError::new(&codes::FILE_UNREADABLE, format!("{chart}: not a folder")));
    }
    let mut found: Vec<(PathBuf, Kind)> = named.iter().map(|name| (PathBuf::from(name), Kind::Values)).collect();
    of_chart(context.directory, Path::new(chart), &mut found)?;
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found.dedup_by(|a, b| context.directory.join(&a.0) == context.directory.join(&b.0));
    Ok(found)
}

fn of_chart(directory: &Path, chart: &Path, found: &mut Vec<(PathBuf, Kind)>) -> Result<(), CommandError> {
    let values = chart.join("secret-values.yaml");
    if directory.join(&values).is_file() {
        found.push((values, Kind::Values));
    }
    below(directory, chart, &chart.join("secret"), found)?;
    for subchart in entries(directory, &chart.join("charts"))? {
        if directory.join(&subchart).is_dir() {
            of_chart(directory, &subchart, found)?;
        }
    }
    Ok(())
}

fn below(directory: &Path, chart: &Path, folder: &Path, found: &mut Vec<(PathBuf, Kind)>) -> Result<(), CommandError> {
    for entry in entries(directory, folder)? {
        if directory.join(&entry).is_dir() {
            below(directory, chart, &entry, found)?;
        } else {
            refuse_outside(directory, chart, &entry)?;
            found.push((entry, Kind::File));
        }
    }
    Ok(())
}

/// A link must not make us decrypt or write files outside the chart.
fn refuse_outside(directory: &Path, chart: &Path, file: &Path) -> Result<(), CommandError> {
    let real = |path: &Path| directory.join(path).canonicalize().map_err(|error| unreadable(path, &error));
    let target = real(file)?;
    if target.starts_with(real(chart)?) {
        return Ok(());
    }
    let (file, target) = (file.display(), target.display());
    Err(CommandError::new(&codes::CHART_OUTSIDE_LINK, format!("{file} is outside the chart: links lead to {target}"))
        .hint("Put a copy of the file in place of the link. No file was changed."))
}

/// The entries of a folder, without links to folders, which may form cycles. A missing folder is empty.
fn entries(directory: &Path, folder: &Path) -> Result<Vec<PathBuf>, CommandError> {
    let listing = match std::fs::read_dir(directory.join(folder)) {
        Ok(listing) => listing,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(unreadable(folder, &error)),
    };
    let mut found = Vec::new();
    for entry in listing {
        let entry = entry.map_err(|error| unreadable(folder, &error))?;
        let is_link_to_folder = entry.path().is_symlink() && entry.path().is_dir();
        if !is_link_to_folder {
            found.push(folder.join(entry.file_name()));
        }
    }
    Ok(found)
}

fn unreadable(path: &Path, error: &std::io::Error) -> CommandError {
    CommandError::new(&codes::FILE_UNREADABLE, format!("reading {}: {}", path.display(), go_reason(error)))
}
