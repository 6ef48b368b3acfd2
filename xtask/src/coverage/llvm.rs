//! LLVM's coverage tools: those of rustup's component, or else installed ones of rustc's LLVM version.

use crate::{process, workspace};
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) struct Llvm {
    cov: PathBuf,
    profdata: PathBuf,
}

impl Llvm {
    pub(super) fn find() -> Result<Llvm, String> {
        let rustc = |words: &[&str]| {
            let text = process::stdout_of(Command::new("rustc").current_dir(workspace::root()).args(words))?;
            Ok::<_, String>(String::from_utf8_lossy(&text).trim().to_owned())
        };
        let (sysroot, version) = (rustc(&["--print", "sysroot"])?, rustc(&["--verbose", "--version"])?);
        let host = field(&version, "host").ok_or("rustc does not tell its host")?;
        let major = field(&version, "LLVM version").and_then(|version| version.split('.').next());
        let major = major.ok_or("rustc does not tell the version of its LLVM")?;
        let component = Path::new(&sysroot).join("lib/rustlib").join(host).join("bin");
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        let tool = |name: &str| {
            let installed = folders.iter().map(|folder| folder.join(format!("{name}-{major}")));
            std::iter::once(component.join(name)).chain(installed).find(|file| file.is_file()).ok_or_else(|| {
                format!("there is no {name} for LLVM {major}: run `rustup component add llvm-tools`, or install the package llvm-{major}")
            })
        };
        Ok(Llvm { cov: tool("llvm-cov")?, profdata: tool("llvm-profdata")? })
    }

    /// Merges the counts of all processes.
    pub(super) fn merge(&self, counts: &Path, profile: &Path) -> crate::Outcome {
        let files = workspace::entries(counts)?;
        process::run(Command::new(&self.profdata).args(["merge", "-sparse", "-o"]).arg(profile).args(files))
    }

    /// A summary of each file, as JSON.
    pub(super) fn export(&self, profile: &Path, programs: &[PathBuf]) -> Result<Vec<u8>, String> {
        let mut command = Command::new(&self.cov);
        command.args(["export", "-summary-only", "-instr-profile"]).arg(profile);
        for program in programs {
            command.arg("-object").arg(program);
        }
        process::stdout_of(&mut command)
    }
}

/// The value of a line `name: value`.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn reads_what_rustc_says() {
        let text = "rustc 1.95.0\nhost: x86_64-unknown-linux-gnu\nLLVM version: 22.1.2\n";
        assert_eq!(field(text, "host"), Some("x86_64-unknown-linux-gnu"));
        assert_eq!(field(text, "LLVM version"), Some("22.1.2"));
        assert_eq!(field(text, "LLVM"), None);
    }
}
