//! `skeg completion SHELL`: a script that completes commands and flags, made from the tables.

mod bash;
mod fish;
mod powershell;
mod zsh;

use skeg_report::codes;

use super::{COMMANDS, COMMON, Command, Context};
use crate::error::CommandError;
use crate::flags::{Flag, Parsed, Variables, all};

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

fn run(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let shells = "bash, zsh, fish, powershell";
    let script = match parsed.arguments.as_slice() {
        [shell] => match shell.as_str() {
            "bash" => bash::script(),
            "zsh" => zsh::script(),
            "fish" => fish::script(),
            "powershell" => powershell::script(),
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

/// A command's words with a blank between, and the first words of what can follow a group.
fn path(command: &Command) -> String {
    command.path.join(" ")
}

/// The flags that completion offers.
fn offered(command: &Command) -> impl Iterator<Item = &'static Flag> {
    all(command.flags).filter(|flag| !flag.hidden)
}

/// All beginnings of commands, each in quotes.
fn beginnings(separator: &str) -> String {
    let quoted: Vec<String> = next_words().iter().map(|(before, _)| format!("'{before}'")).collect();
    quoted.join(separator)
}

/// For each beginning of a command (`""`, `"chart"`): the words that can follow, with their descriptions.
fn next_words() -> Vec<(String, Vec<(&'static str, &'static str)>)> {
    let mut found: Vec<(String, Vec<(&str, &str)>)> = Vec::new();
    for command in COMMANDS {
        for (depth, word) in command.path.iter().enumerate() {
            let before = command.path[..depth].join(" ");
            let is_group = depth + 1 < command.path.len();
            let group_about = super::GROUPS.iter().find(|(name, _)| name == word).map_or("", |(_, about)| about);
            let about = if is_group { group_about } else { command.about };
            let at = found.iter().position(|(known, _)| *known == before).unwrap_or_else(|| {
                found.push((before, Vec::new()));
                found.len() - 1
            });
            if !found[at].1.iter().any(|(known, _)| known == word) {
                found[at].1.push((word, about));
            }
        }
    }
    found
}
