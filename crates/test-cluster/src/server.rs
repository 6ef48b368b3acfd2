//! One running program of the control plane.

use crate::folder::Folder;
use crate::guard::Guard;
use crate::{Error, wait_until};
use skeg_go_programs::Program;
use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// How long a part may take on a busy machine.
pub(crate) const LIMIT: Duration = Duration::from_secs(120);

#[derive(Debug)]
pub(crate) struct Server {
    name: &'static str,
    child: Child,
    log: PathBuf,
}

impl Server {
    pub(crate) fn start(program: &Program, flags: &[String], folder: &Folder, guard: &Guard) -> Result<Self, Error> {
        let (name, log) = (program.name, folder.log(program.name));
        let failed = |source| Error::Spawn { name: name.to_owned(), source };
        let output = File::create(&log).map_err(failed)?;
        let mut command = Command::new(program.installed()?);
        command.args(flags).current_dir(folder.root()).env("HOME", folder.path("home")).process_group(guard.group());
        command.stdin(Stdio::null()).stdout(output.try_clone().map_err(failed)?).stderr(output);
        Ok(Self { name, child: command.spawn().map_err(failed)?, log })
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until `probe` returns something; fails as soon as the program has ended.
    pub(crate) fn wait_until<T>(
        &mut self,
        what: &'static str,
        mut probe: impl FnMut() -> Result<T, String>,
    ) -> Result<T, Error> {
        let mut detail = String::new();
        let found = wait_until(LIMIT, || match probe() {
            Ok(found) => Some(Ok(found)),
            Err(why) => {
                detail = why;
                self.check().err().map(Err)
            }
        });
        found.unwrap_or_else(|| Err(late(what, &detail)))
    }

    /// Fails if the program has ended.
    pub(crate) fn check(&mut self) -> Result<(), Error> {
        match self.child.try_wait() {
            Ok(Some(status)) => Err(Error::Died { name: self.name, status, log: self.log_end() }),
            Ok(None) => Ok(()),
            Err(source) => Err(Error::Spawn { name: self.name.to_owned(), source }),
        }
    }

    fn log_end(&self) -> String {
        let text = std::fs::read(&self.log).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(15)..].join("\n")
    }
}

/// The guard has killed it by then, or is about to; this only avoids a zombie.
impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn late(what: &'static str, detail: &str) -> Error {
    let detail = if detail.is_empty() { String::new() } else { format!(" ({detail})") };
    Error::Late { what, seconds: LIMIT.as_secs(), detail }
}
