//! The reference Helms: which versions, how they are built, where they are kept.
//!
//! Each has a little Go module in `xtask/oracles` whose `go.mod` and `go.sum` pin every source by checksum. The binary
//! is kept in the cache under a name made of those files and the build flags, so a change of either builds anew.

use crate::workspace;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// One generation of Helm.
pub(crate) struct Oracle {
    /// The name of the generation, as in `--helm-compat` and in the folders of recorded outputs.
    pub(crate) generation: &'static str,
    module: &'static str,
    package: &'static str,
    /// Linker settings of its Makefile: without them it takes another version, and v3 another Kubernetes, for granted.
    settings: &'static [&'static str],
}

pub(crate) const V4: Oracle = Oracle {
    generation: "v4",
    module: "helm4",
    package: "helm.sh/helm/v4/cmd/helm",
    settings: &["helm.sh/helm/v4/internal/version.version=v4.2.4", "helm.sh/helm/v4/internal/version.metadata="],
};

pub(crate) const V3: Oracle = Oracle {
    generation: "v3",
    module: "helm3",
    package: "helm.sh/helm/v3/cmd/helm",
    settings: &[
        "helm.sh/helm/v3/internal/version.version=v3.21.4",
        "helm.sh/helm/v3/internal/version.metadata=",
        "helm.sh/helm/v3/pkg/chartutil.k8sVersionMajor=1",
        "helm.sh/helm/v3/pkg/chartutil.k8sVersionMinor=36",
        "helm.sh/helm/v3/pkg/lint/rules.k8sVersionMajor=1",
        "helm.sh/helm/v3/pkg/lint/rules.k8sVersionMinor=36",
    ],
};

impl Oracle {
    /// The path of the binary, built first where it is missing.
    pub(crate) fn ready(&self) -> Result<PathBuf, String> {
        let binary = self.binary()?;
        if !binary.exists() {
            self.build(&binary)?;
        }
        Ok(binary)
    }

    fn module_folder(&self) -> PathBuf {
        workspace::root().join("xtask/oracles").join(self.module)
    }

    fn linker_flags(&self) -> String {
        self.settings.iter().fold("-s -w".to_owned(), |flags, setting| format!("{flags} -X {setting}"))
    }

    fn binary(&self) -> Result<PathBuf, String> {
        let folder = self.module_folder();
        let pins = [workspace::read(&folder.join("go.mod"))?, workspace::read(&folder.join("go.sum"))?];
        let key = workspace::fingerprint(&[&pins[0], &pins[1], self.linker_flags().as_bytes()]);
        Ok(workspace::cache()?.join("oracles").join(format!("{}-{key}", self.module)).join("helm"))
    }

    fn build(&self, binary: &Path) -> Result<(), String> {
        let go = crate::go_toolchain::find()?;
        println!("building {} (once; about two minutes)", self.module);
        let folder = binary.parent().unwrap_or(binary);
        std::fs::create_dir_all(folder).map_err(|why| format!("making {}: {why}", folder.display()))?;
        let unfinished = binary.with_extension(format!("{}.part", std::process::id()));
        let mut build = Command::new(go);
        build.current_dir(self.module_folder()).env("CGO_ENABLED", "0").env("GOFLAGS", "-mod=readonly -buildvcs=false");
        build.args(["build", "-trimpath", "-ldflags", &self.linker_flags(), "-o"]).arg(&unfinished).arg(self.package);
        crate::process::run(&mut build)?;
        std::fs::rename(&unfinished, binary).map_err(|why| format!("placing {}: {why}", binary.display()))
    }
}

/// What a run of Helm, or of a program with Helm's ways, ended with.
#[derive(PartialEq, Eq)]
pub(crate) enum Rendering {
    /// Stdout of a run that ended well.
    Printed(Vec<u8>),
    /// Stderr from the line that starts with `Error`: warnings before it come in no fixed order.
    Failed(Vec<u8>),
}

/// A command that sees no cluster, no settings of the user and one time zone.
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
