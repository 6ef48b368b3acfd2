//! `skeg completion SHELL`: a script that asks `skeg __complete` for candidates and shows them the shell's way.

mod bash;
mod fish;
mod powershell;
mod zsh;

use skeg_report::codes;

use super::{COMMON, Command, Context};
use crate::error::CommandError;
use crate::flags::{Parsed, Variables};

pub(super) static COMMAND: Command = Command {
    path: &["completion"],
    arguments: "bash|zsh|fish|powershell",
    about: "Print a completion script for a shell",
    text: "\
Examples:
  source <(skeg completion bash)
  source <(skeg completion zsh)
  skeg completion fish > ~/.config/fish/completions/skeg.fish
  skeg completion powershell | Out-String | Invoke-Expression
",
    flags: COMMON,
    variables: Variables { prefixes: &["SKEG_"], command: "COMPLETION" },
    speaks_helm: false,
    run,
};

/// The shells that have a script.
pub(super) const SHELLS: &[&str] = &["bash", "zsh", "fish", "powershell"];

fn run(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let shells = SHELLS.join(", ");
    let script = match parsed.arguments.as_slice() {
        [shell] => match shell.as_str() {
            "bash" => bash::SCRIPT,
            "zsh" => zsh::SCRIPT,
            "fish" => fish::SCRIPT,
            "powershell" => powershell::SCRIPT,
            other => {
                return Err(CommandError::new(
                    &codes::BAD_VALUE,
                    format!("no completion for {other}: choose one of {shells}"),
                ));
            }
        },
        _ => {
            return Err(CommandError::new(&codes::MISSING_ARGUMENT, format!("name one shell: {shells}"))
                .fill("command", "skeg completion"));
        }
    };
    context.printer.data(script);
    Ok(())
}
