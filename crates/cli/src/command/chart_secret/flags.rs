//! Flags that commands about secrets share, and what they mean.

use skeg_report::codes;
use skeg_secret_values::{Format, Key};

use crate::atomic_file::write_private;
use crate::command::Context;
use crate::error::CommandError;
use crate::flags::shared::{ALLOW_FOREIGN_SECRETS, SECRET_KEY};
use crate::flags::{Flag, Group, Parsed};
use crate::secret_key::find_key;
use crate::secret_place::make_folder;

pub(super) static KEY: Group = Group { title: "Key", flags: &[SECRET_KEY] };

pub(super) static FORMAT: Group = Group {
    title: "Format",
    flags: &[Flag::choice(
        "secret-format",
        &["werf", "authenticated"],
        "werf (the default): readable by Nelm and werf; authenticated: keeps types, rejects what was changed or moved",
    )
    .value("werf|authenticated")],
};

pub(super) static TRUST: Group = Group { title: "What is accepted", flags: &[ALLOW_FOREIGN_SECRETS] };

pub(super) static PLACE: Group = Group {
    title: "Place",
    flags: &[Flag::text(
        "for-file",
        "the file that the text belongs to, if it is read from stdin or written to stdout (authenticated format)",
    )
    .value("FILE")],
};

pub(super) static OUTPUT: Group = Group {
    title: "Output",
    flags: &[Flag::text("save-output-to", "write to this file, readable only by you, instead of stdout").value("FILE")],
};

/// The secret key, or where it was looked for in vain.
pub(super) fn key(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<Key, CommandError> {
    find_key(parsed, context)
}

/// The format that was asked for.
pub(super) fn format(parsed: &Parsed) -> Option<Format> {
    match parsed.filled("secret-format")? {
        "authenticated" => Some(Format::Authenticated),
        _ => Some(Format::Werf),
    }
}

/// Writes what a command made to the file that was asked for, or to stdout.
pub(super) fn put_out(data: &[u8], parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    match parsed.filled("save-output-to") {
        Some(file) => {
            let path = context.directory.join(file);
            make_folder(&path)?;
            write_private(&path, data)
        }
        None => {
            context.printer.data(data);
            Ok(())
        }
    }
}

/// At most one argument.
pub(super) fn one_argument(parsed: &Parsed) -> Result<Option<&str>, CommandError> {
    match parsed.arguments.as_slice() {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        [_, more @ ..] => {
            Err(CommandError::new(&codes::UNEXPECTED_ARGUMENT, format!("unexpected arguments: {}", more.join(", "))))
        }
    }
}
