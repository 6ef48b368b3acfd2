//! Shared flags of the commands about secrets.

use skeg_report::codes;
use skeg_secret_values::Format;

use crate::atomic_file::write_private;
use crate::command::Context;
use crate::error::CommandError;
use crate::flags::shared::{ALLOW_FOREIGN_SECRETS, SECRET_KEY};
use crate::flags::{flag, flag_settings, words};
use crate::secret_place::make_folder;

flag_settings! {
    pub(super) struct KeyFlags: "Key" {
        key: Option<String> = SECRET_KEY,
    }
}

flag_settings! {
    pub(super) struct FormatFlags: "Format" {
        format: Option<Format> = flag(
            "secret-format",
            "werf (the default): readable by Nelm and werf; authenticated: keeps types, rejects what was changed or moved",
        ),
    }
}

words! {
    Format {
        "werf" => Format::Werf,
        "authenticated" => Format::Authenticated,
    }
}

flag_settings! {
    pub(super) struct TrustFlags: "Accepted secrets" {
        allow_foreign: bool = ALLOW_FOREIGN_SECRETS,
    }
}

flag_settings! {
    pub(super) struct PlaceFlags: "Place" {
        for_file: Option<String> = flag(
            "for-file",
            "the file that the text belongs to, if it is read from stdin or written to stdout (authenticated format)",
        )
        .file(),
    }
}

flag_settings! {
    pub(super) struct OutputFlags: "Output" {
        file: Option<String> =
            flag("save-output-to", "write to this file, readable only by you, instead of stdout").file(),
    }
}

/// Writes the result to the requested file or stdout.
pub(super) fn put_out(data: &[u8], flags: &OutputFlags, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    match &flags.file {
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
pub(super) fn one_argument(arguments: &[String]) -> Result<Option<&str>, CommandError> {
    match arguments {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        [_, more @ ..] => {
            Err(CommandError::new(&codes::UNEXPECTED_ARGUMENT, format!("unexpected arguments: {}", more.join(", "))))
        }
    }
}
