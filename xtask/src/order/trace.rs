//! Follows a program and its threads into functions, by a trap at the beginning of each.

use crate::process;
use nix::errno::Errno;
use nix::sys::ptrace::{self, Event, Options};
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::process::{Command, Stdio};

/// The instruction that traps.
const TRAP: u8 = 0xcc;

/// Which of the addresses a run of the program came to, if it ended well. The program must lie at fixed addresses.
pub(super) fn entered(command: &Command, entries: &[u64]) -> Result<Option<BTreeSet<u64>>, String> {
    let failed = |why: Errno| format!("following {:?}: {why}", command.get_program());
    // It stops by itself before it becomes the program.
    let mut stopping = Command::new("sh");
    stopping.args(["-c", "kill -STOP $$; exec \"$@\"", "sh"]);
    let mut stopping = process::behind(stopping, command);
    stopping.stdout(Stdio::null()).stderr(Stdio::null());
    let child = stopping.spawn().map_err(|why| format!("starting sh: {why}"))?;
    let pid = Pid::from_raw(child.id() as i32);
    waitpid(pid, Some(WaitPidFlag::WUNTRACED)).map_err(failed)?;
    let options = Options::PTRACE_O_EXITKILL | Options::PTRACE_O_TRACECLONE | Options::PTRACE_O_TRACEEXEC;
    ptrace::seize(pid, options).map_err(failed)?;
    kill(pid, Signal::SIGCONT).map_err(failed)?;
    let mut traps = None;
    // Threads that are gone (ESRCH) when they would be let go on are of no matter: the program is ending.
    loop {
        let (thread, signal) = match waitpid(None, Some(WaitPidFlag::__WALL)).map_err(failed)? {
            WaitStatus::Exited(ended, status) if ended == pid => {
                let hits = traps.map(|traps: Traps| traps.hits).unwrap_or_default();
                return Ok((status == 0).then_some(hits));
            }
            WaitStatus::Signaled(ended, signal, _) if ended == pid => return Err(format!("it ended by {signal}")),
            WaitStatus::PtraceEvent(thread, _, event) => {
                if event == Event::PTRACE_EVENT_EXEC as i32 {
                    traps = Some(Traps::set(pid, entries)?);
                }
                (thread, None)
            }
            WaitStatus::Stopped(thread, Signal::SIGTRAP) => {
                match traps.as_mut().map_or(Ok(()), |traps| traps.release(thread)) {
                    Ok(()) | Err(Errno::ESRCH) => (thread, None),
                    Err(why) => return Err(failed(why)),
                }
            }
            WaitStatus::Stopped(thread, signal) => (thread, Some(signal)),
            _ => continue,
        };
        match ptrace::cont(thread, signal) {
            Ok(()) | Err(Errno::ESRCH) => {}
            Err(why) => return Err(failed(why)),
        }
    }
}

/// The traps in a program's memory.
struct Traps {
    memory: File,
    /// What was there before, by address.
    before: BTreeMap<u64, u8>,
    hits: BTreeSet<u64>,
}

impl Traps {
    fn set(pid: Pid, entries: &[u64]) -> Result<Traps, String> {
        let failed = |why: std::io::Error| format!("the program's memory: {why}");
        let memory = OpenOptions::new().read(true).write(true).open(format!("/proc/{pid}/mem")).map_err(failed)?;
        let (Some(first), Some(last)) = (entries.first(), entries.last()) else {
            return Ok(Traps { memory, before: BTreeMap::new(), hits: BTreeSet::new() });
        };
        let mut code = vec![0; (last - first + 1) as usize];
        memory.read_exact_at(&mut code, *first).map_err(failed)?;
        let mut before = BTreeMap::new();
        for entry in entries {
            let byte = &mut code[(entry - first) as usize];
            before.insert(*entry, *byte);
            *byte = TRAP;
        }
        memory.write_all_at(&code, *first).map_err(failed)?;
        Ok(Traps { memory, before, hits: BTreeSet::new() })
    }

    /// Lets a thread go on from the trap it is in. Another may have come to it at the same time.
    fn release(&mut self, thread: Pid) -> Result<(), Errno> {
        let mut registers = ptrace::getregs(thread)?;
        let address = registers.rip - 1;
        let Some(byte) = self.before.get(&address) else {
            return Ok(());
        };
        if self.hits.insert(address) {
            self.memory.write_all_at(&[*byte], address).map_err(|_| Errno::ESRCH)?;
        }
        registers.rip = address;
        ptrace::setregs(thread, registers)
    }
}
