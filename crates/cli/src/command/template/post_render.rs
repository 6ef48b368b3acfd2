//! `--post-renderer` of Helm 3: a program that filters the manifests before they are printed. Hooks bypass it.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};

use skeg_chart::Compat;
use skeg_report::codes;

use super::flags::ClusterFlags;
use crate::command::Context;
use crate::error::{CommandError, go_reason};
use crate::platform::is_executable;
use crate::quote::quote;

/// A program with its arguments.
pub(super) struct PostRenderer {
    program: PathBuf,
    arguments: Vec<String>,
}

impl PostRenderer {
    /// Finds the program. In Helm 4 it would be a plugin.
    pub(super) fn find(
        flags: &ClusterFlags,
        compat: Compat,
        context: &Context<'_, '_>,
    ) -> Result<Option<PostRenderer>, CommandError> {
        let Some(name) = flags.post_renderer.as_deref() else {
            return Ok(None);
        };
        if compat.is_v4() {
            return Err(CommandError::new(
                &codes::UNSUPPORTED,
                "--post-renderer names a plugin of Helm 4, and plugins are not supported yet: pipe the output through the \
                 program, or let --helm-compat v3 run it",
            ));
        }
        let path = context.environment.get("PATH").unwrap_or_default();
        let program = look_up(name, path, context.directory).map_err(|why| {
            let quoted = quote(name);
            CommandError::new(&codes::BAD_VALUE, format!(
                "invalid argument {quoted} for \"--post-renderer\" flag: unable to find binary at {name}: exec: {quoted}: \
                 {why}"
            ))
        })?;
        Ok(Some(PostRenderer { program, arguments: flags.post_renderer_arguments.clone() }))
    }

    /// The program's output for the manifests. The error is Helm's text.
    pub(super) fn run(&self, manifests: Vec<u8>, directory: &Path) -> Result<Vec<u8>, String> {
        let failed = |errors: &[u8], why: String| {
            let (program, errors) = (self.program.display(), String::from_utf8_lossy(errors));
            format!(
                "error while running post render on files: error while running command {program}. error output:\n\
                 {errors}: {why}"
            )
        };
        let mut command = skeg_child_process::command(&self.program);
        command.args(&self.arguments).current_dir(directory);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let unstarted =
            |error: std::io::Error| failed(b"", format!("fork/exec {}: {}", self.program.display(), go_reason(&error)));
        let mut child = command.spawn().map_err(unstarted)?;
        let input = child.stdin.take();
        let output = std::thread::scope(|scope| {
            // It may end without having read everything.
            scope.spawn(move || input.map(|mut input| input.write_all(&manifests)));
            child.wait_with_output()
        });
        let output = output.map_err(unstarted)?;
        if output.status.success() { Ok(output.stdout) } else { Err(failed(&output.stderr, go_status(output.status))) }
    }
}

/// Finds a program as a shell would. The error is Go's text.
fn look_up(name: &str, path: &str, directory: &Path) -> Result<PathBuf, String> {
    if name.contains('/') {
        let program = directory.join(name);
        return match std::fs::metadata(&program) {
            Err(error) => Err(format!("stat {name}: {}", go_reason(&error))),
            Ok(about) if about.is_dir() => Err("is a directory".to_string()),
            Ok(about) if !is_executable(&about) => Err("permission denied".to_string()),
            // Without `.` and empty parts.
            Ok(_) => Ok(program.components().collect()),
        };
    }
    let is_program =
        |path: &PathBuf| std::fs::metadata(path).is_ok_and(|about| about.is_file() && is_executable(&about));
    let found = std::env::split_paths(OsStr::new(path)).map(|folder| folder.join(name)).find(is_program);
    found.ok_or_else(|| "executable file not found in $PATH".to_string())
}

fn go_status(status: ExitStatus) -> String {
    status.code().map_or_else(|| status.to_string(), |code| format!("exit status {code}"))
}
