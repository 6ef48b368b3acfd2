//! Describes the holder of a lock, for those who wait.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::process::Process;

/// The holder of a lock, as far as known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Holder {
    /// Links this note to the lock's record.
    pub uuid: String,
    /// Empty for holders that leave no note, such as Nelm.
    pub user: String,
    /// Empty for holders that leave no note.
    pub host: String,
    /// Zero for holders that leave no note.
    pub pid: u32,
    /// When the lock was taken, in RFC 3339.
    pub since: String,
    realm: String,
    started: String,
}

impl Holder {
    pub(super) fn this(uuid: &str, user: &str, host: &str, since: String) -> Holder {
        let Process { realm, pid, started } = Process::this();
        Holder { uuid: uuid.to_string(), user: user.to_string(), host: host.to_string(), pid, since, realm, started }
    }

    pub(super) fn unknown(uuid: &str) -> Holder {
        Holder { uuid: uuid.to_string(), ..Holder::default() }
    }

    /// Whether it is a local process that no longer runs.
    pub(super) fn is_gone(&self) -> bool {
        Process { realm: self.realm.clone(), pid: self.pid, started: self.started.clone() }.is_gone()
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pid == 0 {
            return f.write_str("another deployer, such as Nelm or werf");
        }
        match (self.user.as_str(), self.host.as_str()) {
            ("", "") => write!(f, "process {}", self.pid)?,
            ("", host) => write!(f, "process {} on {host}", self.pid)?,
            (user, "") => write!(f, "{user} (process {})", self.pid)?,
            (user, host) => write!(f, "{user} on {host} (process {})", self.pid)?,
        }
        if self.since.is_empty() { Ok(()) } else { write!(f, " since {}", self.since) }
    }
}
