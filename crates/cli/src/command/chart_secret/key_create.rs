//! `skeg chart secret key create`: a new key.

use skeg_report::codes;
use skeg_secret_values::Key;

use super::flags::{self, OutputFlags};
use crate::command::{COMMON, Command, Context};
use crate::error::CommandError;
use crate::flags::accepted::ACCEPTED;
use crate::flags::shared::MessageFlags;
use crate::flags::{Settings, Variables, command_settings};

pub(in crate::command) static COMMAND: Command = Command {
    path: &["chart", "secret", "key", "create"],
    arguments: "",
    about: "Create a secret key",
    text: "\
The key is 16 random bytes as hexadecimal digits; Nelm and werf accept it too. Keep it out of version control.

Examples:
  skeg chart secret key create --save-output-to .werf_secret_key
",
    flags: CreateSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "CHART_SECRET_KEY_CREATE" },
    speaks_helm: false,
    run: |parsed, context| run(&CreateSettings::read(parsed), context),
};

command_settings! {
    struct CreateSettings {
        output: OutputFlags,
    }
    also [MessageFlags::FLAGS, ACCEPTED, COMMON]
}

fn run(settings: &CreateSettings, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let key = Key::generate().map_err(|error| CommandError::new(&codes::INTERNAL, error.to_string()))?;
    let mut line = key.reveal();
    line.push('\n');
    flags::put_out(line.as_bytes(), &settings.output, context)
}
