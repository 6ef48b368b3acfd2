//! Identifies the process that holds a lock, and whether it still runs. Only Linux gives enough information for that.

use std::fs;

/// Identifies a process on its machine, across reboots, containers with the same host name, and reused process ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Process {
    /// The boot and the process namespace; empty if unknown.
    pub(super) realm: String,
    pub(super) pid: u32,
    /// Its start, in clock ticks since boot.
    pub(super) started: String,
}

impl Process {
    pub(super) fn this() -> Process {
        let pid = std::process::id();
        Process { realm: realm().unwrap_or_default(), pid, started: started(pid).unwrap_or_default() }
    }

    /// Whether it certainly no longer runs. Processes elsewhere are never known to be gone.
    pub(super) fn is_gone(&self) -> bool {
        !self.realm.is_empty()
            && !self.started.is_empty()
            && realm().is_some_and(|here| here == self.realm)
            && started(self.pid).is_none_or(|started| started != self.started)
    }
}

fn realm() -> Option<String> {
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let namespace = fs::read_link("/proc/self/ns/pid").ok()?;
    // Only a /proc of our own namespace lists our neighbours.
    fs::metadata("/proc/self/stat").ok()?;
    Some(format!("{} {}", boot.trim(), namespace.display()))
}

/// The 22nd field of `/proc/PID/stat`; the second one, in brackets, may hold anything.
fn started(pid: u32) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace();
    if fields.next()? == "Z" {
        return None;
    }
    fields.nth(18).map(str::to_string)
}

#[cfg(test)]
mod tests {
    use super::Process;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_child_is_there_and_then_gone() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let this = Process::this();
        let process = Process { pid: child.id(), started: super::started(child.id()).unwrap(), ..this.clone() };
        assert!(!process.is_gone() && !this.is_gone());
        assert!(Process { started: "1".to_string(), ..process.clone() }.is_gone(), "another with the same number");
        assert!(!Process { realm: "elsewhere".to_string(), ..process.clone() }.is_gone());
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(process.is_gone());
    }
}
