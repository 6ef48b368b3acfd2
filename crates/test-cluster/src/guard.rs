//! Ends a cluster together with the process that started it, even after SIGKILL.
//!
//! Two shells hold a pipe from this process: even a killed process closes its pipes. The anchor leads the process group
//! that all servers join. The guard, in its own group so that Ctrl-C does not reach it, waits for the end of its pipe,
//! kills the anchor's group and removes the folder. The anchor starts before any server, so no server is ever without a
//! guard.

use crate::Error;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// `$0` is the folder. A server may still write for a moment after it was killed, hence the attempts.
const SCRIPT: &str = r#"
read -r group || group=
cat >/dev/null
test -n "$group" && kill -9 "-$group" 2>/dev/null
attempts=100
while test $attempts -gt 0 && ! rm -rf "$0" 2>/dev/null; do
    attempts=$((attempts - 1))
    sleep 0.1
done
"#;

#[derive(Debug)]
pub(crate) struct Guard {
    guard: Child,
    anchor: Child,
}

impl Guard {
    /// Starts the guard of a folder and of a process group that is still empty.
    pub(crate) fn start(folder: &Path) -> Result<Self, Error> {
        let mut guard = shell(SCRIPT, folder)?;
        let anchor = shell("cat >/dev/null", folder)?;
        let sent = guard.stdin.as_mut().map(|pipe| writeln!(pipe, "{}", anchor.id()));
        match sent {
            Some(Err(source)) => Err(Error::Spawn { name: "the guard of a cluster".to_owned(), source }),
            _ => Ok(Self { guard, anchor }),
        }
    }

    /// The process group for servers to join.
    pub(crate) fn group(&self) -> i32 {
        self.anchor.id() as i32
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        drop(self.guard.stdin.take());
        // If the wait fails, the guard does its work all the same.
        let _ = self.guard.wait();
        let _ = self.anchor.wait();
    }
}

fn shell(script: &str, folder: &Path) -> Result<Child, Error> {
    let mut command = Command::new("sh");
    command.arg("-c").arg(script).arg(folder).current_dir("/").process_group(0);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map_err(|source| Error::Spawn { name: "sh".to_owned(), source })
}
