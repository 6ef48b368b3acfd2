//! Runs kubectl and the reference Helms against a cluster, isolated from this machine's settings.

use crate::{Error, TestCluster};
use skeg_go_programs::{HELM_3, HELM_4, KUBECTL};
use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// A generation of Helm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Helm {
    /// Helm 3.
    V3,
    /// Helm 4.
    V4,
}

impl TestCluster {
    /// kubectl as `admin`; `--context limited` selects the other user.
    pub fn kubectl(&self) -> Result<Command, Error> {
        Ok(self.secluded(&KUBECTL.installed()?))
    }

    /// Runs kubectl and returns its output.
    pub fn kubectl_run(&self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Result<String, Error> {
        run(self.kubectl()?.args(arguments))
    }

    /// Applies manifests to a namespace.
    pub fn apply(&self, namespace: &str, manifests: &str) -> Result<String, Error> {
        let mut kubectl = self.kubectl()?;
        run_with_input(kubectl.args(["--namespace", namespace, "apply", "--filename", "-"]), manifests)
    }

    /// A real Helm with its own empty folders for repositories, plugins and cache.
    pub fn helm(&self, generation: Helm) -> Result<Command, Error> {
        let (program, name) = match generation {
            Helm::V3 => (HELM_3, "helm3"),
            Helm::V4 => (HELM_4, "helm4"),
        };
        let mut command = self.secluded(&program.installed()?);
        for kind in ["cache", "config", "data"] {
            command.env(format!("HELM_{}_HOME", kind.to_uppercase()), self.folder().join(name).join(kind));
        }
        Ok(command)
    }

    /// Runs a real Helm and returns its output.
    pub fn helm_run(
        &self,
        generation: Helm,
        arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    ) -> Result<String, Error> {
        run(self.helm(generation)?.args(arguments))
    }

    /// A command that sees this cluster and otherwise only PATH (and where `cargo xtask coverage` wants its counts).
    pub fn secluded(&self, program: &Path) -> Command {
        secluded(program, self.folder(), self.kubeconfig())
    }
}

pub(crate) fn secluded(program: &Path, folder: &Path, kubeconfig: &Path) -> Command {
    let mut command = Command::new(program);
    command.env_clear().stdin(Stdio::null());
    command.envs(["PATH", "LLVM_PROFILE_FILE"].into_iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
    command.env("HOME", folder.join("home")).env("KUBECACHEDIR", folder.join("home/cache")).env("TZ", "UTC");
    command.env("KUBECONFIG", kubeconfig);
    command
}

/// Runs a command to its end and returns its stdout; the error has its stderr.
pub fn run(command: &mut Command) -> Result<String, Error> {
    let output = command.output().map_err(|source| Error::Spawn { name: name(command), source })?;
    outcome(command, output)
}

/// Writes an executable program. It is written by a child process: if this process held it open for writing, a child
/// forked meanwhile by another thread would inherit the file, and executing it would fail with "text file busy".
pub fn write_program(path: &Path, text: &str) -> Result<(), Error> {
    let mut shell = Command::new("sh");
    shell.args(["-c", "cat > \"$0\" && chmod 755 \"$0\""]).arg(path);
    run_with_input(&mut shell, text).map(drop)
}

pub(crate) fn run_with_input(command: &mut Command, input: &str) -> Result<String, Error> {
    let failed = |command: &Command, source| Error::Spawn { name: name(command), source };
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|source| failed(command, source))?;
    if let Some(mut pipe) = child.stdin.take() {
        // A program that ends without reading its input reports the reason itself.
        let _ = pipe.write_all(input.as_bytes());
    }
    let output = child.wait_with_output().map_err(|source| failed(command, source))?;
    outcome(command, output)
}

fn outcome(command: &Command, output: std::process::Output) -> Result<String, Error> {
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let stderr = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
    Err(Error::Failed { command: name(command), status: output.status, stderr })
}

/// The words of a command as one would type them, the program without its folder.
fn name(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
