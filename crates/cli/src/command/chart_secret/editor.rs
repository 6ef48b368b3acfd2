//! Runs an editor and outlives it: however the editor ends, and whatever signal comes, the caller continues and can
//! clean up.

use std::io::ErrorKind;
use std::path::Path;
use std::process::{Child, ExitStatus};
use std::time::Duration;

use skeg_report::codes;

use crate::command::Context;
use crate::environment::Environment;
use crate::error::{CommandError, go_reason};
use crate::platform::Signals;

/// How often to check whether the editor has ended.
const TICK: Duration = Duration::from_millis(20);

/// Editors that are tried if `EDITOR` is not set.
const USUAL: &[&str] = &["vim", "vi", "nano"];

/// Handles signals from its creation on, so that none ends the process while a decrypted file exists.
pub(super) struct Editor {
    commands: Vec<Vec<String>>,
    runtime: tokio::runtime::Runtime,
    signals: Signals,
}

impl Editor {
    pub(super) fn new(context: &Context<'_, '_>) -> Result<Editor, CommandError> {
        let words = |line: &str| line.split_whitespace().map(str::to_string).collect::<Vec<_>>();
        let commands = match context.environment.get("EDITOR").map(words).filter(|words| !words.is_empty()) {
            Some(words) => vec![words],
            None => USUAL.iter().map(|name| vec![name.to_string()]).collect(),
        };
        let failed =
            |error: std::io::Error| CommandError::new(&codes::INTERNAL, format!("listening to signals: {error}"));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
        let signals = {
            let _inside = runtime.enter();
            Signals::listen().map_err(failed)?
        };
        Ok(Editor { commands, runtime, signals })
    }

    /// Lets the user edit the file.
    pub(super) fn edit(&mut self, file: &Path, context: &Context<'_, '_>) -> Result<(), CommandError> {
        let (name, mut child) = self.start(file, context)?;
        let status = self.wait(&mut child)?;
        if status.success() {
            return Ok(());
        }
        Err(CommandError::new(&codes::EDITOR, format!("the editor {name} failed: {status}")).case("failed"))
    }

    fn start(&self, file: &Path, context: &Context<'_, '_>) -> Result<(String, Child), CommandError> {
        for words in &self.commands {
            let [name, arguments @ ..] = words.as_slice() else { continue };
            let started = skeg_child_process::command(name)
                .args(arguments)
                .arg(file)
                .current_dir(context.directory)
                .env_clear()
                .envs(for_children(context.environment))
                .spawn();
            match started {
                Ok(child) => return Ok((name.clone(), child)),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => {
                    return Err(CommandError::new(
                        &codes::EDITOR,
                        format!("starting the editor {name}: {}", go_reason(&error)),
                    ));
                }
            }
        }
        let names: Vec<&str> = self.commands.iter().filter_map(|words| words.first()).map(String::as_str).collect();
        Err(CommandError::new(&codes::EDITOR, format!("there is no editor: {}", names.join(", "))).case("missing"))
    }

    fn wait(&mut self, child: &mut Child) -> Result<ExitStatus, CommandError> {
        let signals = &mut self.signals;
        self.runtime.block_on(async {
            loop {
                tokio::select! {
                    is_end = signals.next() => if is_end {
                        return Err(end(child));
                    },
                    () = tokio::time::sleep(TICK) => {}
                }
                match child.try_wait() {
                    Ok(Some(status)) => return Ok(status),
                    Ok(None) => {}
                    Err(error) => {
                        return Err(CommandError::new(&codes::EDITOR, format!("waiting for the editor: {error}")));
                    }
                }
            }
        })
    }
}

/// Ends the editor because the process is asked to end.
fn end(child: &mut Child) -> CommandError {
    let _ = child.kill();
    let _ = child.wait();
    CommandError::interrupted("interrupted; nothing was changed")
}

/// The environment without secret keys.
fn for_children(environment: &Environment) -> impl Iterator<Item = (&str, &str)> {
    environment.iter().filter(|(name, _)| !skeg_child_process::is_secret_key(name))
}
