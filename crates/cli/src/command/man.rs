//! `skeg man`: man pages, for packages and manual installation.

use skeg_report::codes;

use super::{COMMON, Command, Context, reference};
use crate::error::CommandError;
use crate::flags::{Settings, Variables, command_settings, flag, flag_settings};

pub(super) static COMMAND: Command = Command {
    path: &["man"],
    arguments: "",
    about: "Write the man pages",
    text: "\
Writes skeg.1 and a page for each command, such as skeg-release-install.1, into the folder, which is created if it \
 is missing.

Examples:
  skeg man --to ~/.local/share/man/man1
  skeg man --to /usr/local/share/man/man1
",
    flags: ManSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_"], command: "MAN" },
    speaks_helm: false,
    run: |parsed, context| run(&ManSettings::read(parsed).output, &parsed.arguments, context),
};

flag_settings! {
    struct OutputFlags: "Output" {
        to: Option<String> = flag("to", "the folder to write them to").folder(),
    }
}

command_settings! {
    struct ManSettings {
        output: OutputFlags,
    }
    also [COMMON]
}

fn run(flags: &OutputFlags, arguments: &[String], context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    if !arguments.is_empty() {
        let unexpected = format!("unexpected arguments: {}", arguments.join(", "));
        return Err(CommandError::new(&codes::UNEXPECTED_ARGUMENT, unexpected));
    }
    let Some(folder) = &flags.to else {
        return Err(CommandError::new(&codes::MISSING_ARGUMENT, "name the folder for the man pages")
            .fill("example", "skeg man --to ~/.local/share/man/man1"));
    };
    let pages = reference::man_pages();
    for (name, text) in &pages {
        reference::write(&context.directory.join(folder).join(name), text)?;
    }
    context.printer.say(format!("Wrote {} man pages to {folder}", pages.len()));
    Ok(())
}
