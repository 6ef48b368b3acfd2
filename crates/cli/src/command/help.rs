//! `skeg help`, and the help of every command.

use skeg_report::codes;

use super::{COMMANDS, COMMON, Command, Context, GROUPS};
use crate::error::CommandError;
use crate::flags::usage::{describe, describe_without_effect};
use crate::flags::{Parsed, Variables, variable};

pub(super) static COMMAND: Command = Command {
    path: &["help"],
    arguments: "[COMMAND]... | [CODE]",
    about: "Show help about a command or an error code",
    text: "Examples:\n  skeg help release install\n  skeg help SKEG-LOCK-HELD\n",
    flags: COMMON,
    variables: Variables { prefixes: &["SKEG_"], command: "HELP" },
    speaks_helm: false,
    run,
};

const ROOT: &str = "\
Skeg ships Helm charts to Kubernetes.

Try it:
  skeg release plan install shop ./chart -n shop      what a deploy would change, and why
  skeg release install shop ./chart -n shop           deploy, and wait until everything is ready
  skeg template my-release ./chart                    what Helm would print, byte for byte
  skeg template my-release ./chart -f prod.yaml --set image.tag=2.0.0
  skeg chart render ./chart -n shop -r shop           the same, with errors that show the line and the missing value
  source <(skeg completion bash)                      complete commands and flags with Tab
";

const CLOSING: &str = "
Every flag has an environment variable: --kube-version is SKEG_KUBE_VERSION, or SKEG_CHART_RENDER_KUBE_VERSION for one command.
More about a command: skeg COMMAND --help, about an error: skeg help CODE
";

fn run(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let topic = &parsed.arguments;
    if let [word] = topic.as_slice()
        && let Some(code) = codes::find(word).filter(|_| is_code(word))
    {
        context.printer.data(codes::section(code));
        return Ok(());
    }
    let known =
        COMMANDS.iter().any(|command| command.path.starts_with(&topic.iter().map(String::as_str).collect::<Vec<_>>()));
    if !known {
        return Err(super::unknown_command(topic, &[]));
    }
    context.printer.data(text(topic));
    Ok(())
}

/// Commands have no upper-case letters, and codes have a prefix that no command has.
fn is_code(word: &str) -> bool {
    word.get(..5).is_some_and(|prefix| prefix.eq_ignore_ascii_case("SKEG-"))
}

/// The help for a topic: one command, a group, or all.
pub(super) fn text(topic: &[String]) -> String {
    let topic: Vec<&str> = topic.iter().map(String::as_str).collect();
    if let Some(command) = COMMANDS.iter().find(|command| command.path == topic) {
        return of_command(command);
    }
    let mut out = match GROUPS.iter().find(|(name, _)| topic.first() == Some(name)) {
        Some((_, about)) => format!("{about}.\n"),
        None => ROOT.to_string(),
    };
    let listed = COMMANDS.iter().filter(|command| command.path.starts_with(&topic));
    out.push_str("\nCommands:\n");
    let listed: Vec<_> = listed.map(|command| (command.path.join(" "), command.about)).collect();
    let width = listed.iter().map(|(path, _)| path.len()).max().unwrap_or_default();
    for (path, about) in listed {
        out.push_str(&format!("  {path:<width$} {about}\n"));
    }
    out.push_str(CLOSING);
    out
}

/// The help of one command.
pub(super) fn of_command(command: &Command) -> String {
    let name = command.path.join(" ");
    let mut out = format!("{}.\n\n", command.about);
    out.push_str(&format!("Usage: skeg {name} {} [flags]\n", command.arguments).replace("  ", " "));
    if !command.text.is_empty() {
        out.push('\n');
        out.push_str(command.text);
    }
    let mut title = "";
    for group in command.flags {
        out.push_str(&describe(group, group.title != title));
        title = group.title;
    }
    out.push_str(&describe_without_effect(command.flags));
    let example = command.flags.iter().flat_map(|group| group.flags).find(|flag| flag.name != "help");
    if let (Some(prefix), Some(flag)) = (command.variables.prefixes.first(), example) {
        let (own, name) = (command.variables.command, variable(flag.name));
        out.push_str(&format!(
            "\nEvery flag has an environment variable: {prefix}{name} or {prefix}{own}_{name} for --{}.\n",
            flag.name
        ));
    }
    out
}
