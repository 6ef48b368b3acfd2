//! The reference Helms, and running them (or Skeg) isolated from this machine's settings.

use skeg_go_programs::{HELM_3, HELM_4, Program};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A version of Helm.
pub(crate) struct Oracle {
    /// Its name, as in `--helm-compat` and in the folders of recorded outputs.
    pub(crate) generation: &'static str,
    program: Program,
}

pub(crate) const V4: Oracle = Oracle { generation: "v4", program: HELM_4 };
pub(crate) const V3: Oracle = Oracle { generation: "v3", program: HELM_3 };

impl Oracle {
    /// The path of the binary, which is built if it is missing.
    pub(crate) fn ready(&self) -> Result<PathBuf, String> {
        crate::go_build::ready(&self.program)
    }
}

/// The result of running Helm, or a program with Helm's interface.
#[derive(PartialEq, Eq)]
pub(crate) enum Rendering {
    /// Stdout of a successful run.
    Printed(Vec<u8>),
    /// Stderr from the line that starts with `Error`: the order of warnings before it is random.
    Failed(Vec<u8>),
}

/// A command without a cluster or the user's settings, in a fixed time zone.
pub(crate) fn secluded(program: &Path) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        let prefixes = ["HELM_", "SKEG_", "NELM_"];
        if prefixes.iter().any(|prefix| name.to_string_lossy().starts_with(prefix)) {
            command.env_remove(name);
        }
    }
    command.env("KUBECONFIG", "/dev/null").env("TZ", "UTC").stdin(Stdio::null());
    command
}

/// Runs a command made by `secluded`.
pub(crate) fn render(command: &mut Command) -> Result<Rendering, String> {
    let output = command.output().map_err(|why| format!("starting {:?}: {why}", command.get_program()))?;
    if output.status.success() {
        return Ok(Rendering::Printed(output.stdout));
    }
    let mut lines = output.stderr.split_inclusive(|byte| *byte == b'\n');
    let warnings: usize = lines.by_ref().take_while(|line| !line.starts_with(b"Error")).map(<[u8]>::len).sum();
    let error = output.stderr.get(warnings..).filter(|error| !error.is_empty()).unwrap_or(&output.stderr);
    Ok(Rendering::Failed([error.trim_ascii(), b"\n"].concat()))
}
