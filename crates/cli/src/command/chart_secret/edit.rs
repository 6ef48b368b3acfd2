//! `skeg chart secret file edit` and `skeg chart secret values-file edit`: decrypt, edit, encrypt.

use std::io::ErrorKind;
use std::path::Path;

use skeg_report::codes;
use skeg_secret_values::Error;

use super::editor::Editor;
use super::flags::{self, FormatFlags, KeyFlags, TrustFlags};
use super::kind::Kind;
use super::scratch::Scratch;
use crate::atomic_file::Staged;
use crate::command::{COMMON, Command, Context};
use crate::diagnosis::secrets::explain;
use crate::error::{CommandError, go_reason};
use crate::flags::shared::MessageFlags;
use crate::flags::{Parsed, Settings, Variables, command_settings, flag, flag_settings};
use crate::level::Level;
use crate::rendering::LARGEST_FILE;
use crate::secret_key::find_key;
use crate::secret_place::{self, accepted};

pub(in crate::command) static FILE: Command = Command {
    path: &["chart", "secret", "file", "edit"],
    arguments: "FILE",
    about: "Edit an encrypted file",
    text: "\
Opens $EDITOR (else vim, vi or nano) on the decrypted file and encrypts it again. FILE may be new. If nothing is
changed, nothing is written.
",
    flags: EditSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "CHART_SECRET_FILE_EDIT" },
    speaks_helm: false,
    run: |parsed, context| run(Kind::File, parsed, context),
};

pub(in crate::command) static VALUES: Command = Command {
    path: &["chart", "secret", "values-file", "edit"],
    arguments: "FILE",
    about: "Edit a YAML file with encrypted values",
    text: "\
Opens $EDITOR (else vim, vi or nano) on the decrypted file and encrypts it again. FILE may be new. If nothing is
changed, nothing is written; unchanged values keep their ciphertext, so that diffs show what changed.
",
    flags: EditSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "CHART_SECRET_VALUES_FILE_EDIT" },
    speaks_helm: false,
    run: |parsed, context| run(Kind::Values, parsed, context),
};

flag_settings! {
    struct TemporaryFlags: "Temporary files" {
        folder: Option<String> = flag("temp-dir", "where to keep the decrypted file while it is edited").folder(),
    }
}

command_settings! {
    struct EditSettings {
        key: KeyFlags,
        format: FormatFlags,
        trust: TrustFlags,
        temporary: TemporaryFlags,
    }
    also [MessageFlags::FLAGS, COMMON]
}

fn run(kind: Kind, parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let settings = EditSettings::read(parsed);
    let Some(name) = flags::one_argument(&parsed.arguments)? else {
        return Err(CommandError::new(&codes::MISSING_ARGUMENT, "the file to edit is missing"));
    };
    let key = find_key(settings.key.key.as_deref(), context)?;
    let path = context.directory.join(name);
    secret_place::check_folder(&path)?;
    let old = match skeg_chart::read_bounded(&path, LARGEST_FILE) {
        Ok(data) => data,
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        Err(error) => {
            return Err(CommandError::new(&codes::FILE_UNREADABLE, format!("reading {name}: {}", go_reason(&error))));
        }
    };
    let at = secret_place::location(Some(name), accepted(settings.trust.allow_foreign), context);
    let clear = kind.decrypt(&key, &at, &old).map_err(|error| explain(name, &error))?;
    let format = settings.format.format.or_else(|| kind.format_of(&old)).unwrap_or_default();
    let mut editor = Editor::new(context)?;
    let scratch = Scratch::new(Path::new(name), &clear, settings.temporary.folder.as_deref(), context)?;
    loop {
        editor.edit(&scratch.file, context)?;
        let edited = skeg_chart::read_bounded(&scratch.file, LARGEST_FILE).map_err(|error| {
            CommandError::new(&codes::FILE_UNREADABLE, format!("reading what was edited: {}", go_reason(&error)))
        })?;
        if edited == clear {
            context.printer.say(format!("{name}: nothing was changed"));
            return Ok(());
        }
        match kind.encrypt_again(&key, format, &at, &old, &edited) {
            Ok(data) => {
                secret_place::make_folder(&path)?;
                return Staged::keeping_mode(&path, &data)?.commit();
            }
            Err(error) if wants_another_try(name, &error, context) => {}
            Err(error) => return Err(explain(name, &error).hint("Nothing was changed.")),
        }
    }
}

/// Shows the error and asks whether to edit again, if somebody can answer.
fn wants_another_try(name: &str, error: &Error, context: &mut Context<'_, '_>) -> bool {
    if context.terminal.is_none() || !context.printer.shows(Level::Info) {
        return false;
    }
    explain(name, error).print(context.printer);
    context.printer.say("Edit again? [Y/n]");
    let mut answer = Vec::new();
    let mut byte = [0];
    while matches!(context.input.read(&mut byte), Ok(1)) && byte != *b"\n" {
        answer.push(byte[0]);
    }
    // End of input is no answer, not even an empty line.
    byte == *b"\n" && !answer.trim_ascii().to_ascii_lowercase().starts_with(b"n")
}
