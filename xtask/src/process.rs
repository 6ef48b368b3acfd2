//! Runs programs: prints the command, and turns a failure into a text.

use std::path::Path;
use std::process::{Command, Stdio};

/// The cargo that started this program, in the workspace.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(crate::workspace::root());
    command
}

/// Runs a command on this terminal; it must succeed.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|why| format!("starting {}: {why}", name(command)))?;
    if status.success() { Ok(()) } else { Err(format!("{} ended with {status}", name(command))) }
}

/// Runs a command and returns its stdout; stderr goes to the terminal.
pub(crate) fn stdout_of(command: &mut Command) -> Result<Vec<u8>, String> {
    let output =
        command.stderr(Stdio::inherit()).output().map_err(|why| format!("starting {}: {why}", name(command)))?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(format!("{} ended with {}", name(command), output.status))
    }
}

/// A command wrapped by another one that takes it as arguments.
pub(crate) fn behind(mut wrapper: Command, command: &Command) -> Command {
    wrapper.arg(command.get_program()).args(command.get_args()).stdin(Stdio::null());
    wrapper.current_dir(command.get_current_dir().unwrap_or(Path::new(".")));
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => wrapper.env(name, value),
            None => wrapper.env_remove(name),
        };
    }
    wrapper
}

/// The words of a command as one would type them, the program without its folder.
fn name(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
