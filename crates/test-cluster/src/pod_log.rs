//! Logs of containers: files in the format of a container runtime, which kwok serves.

use crate::folder::Folder;
use crate::{Error, TestCluster};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Selects a log by container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PodLog {
    /// Of every container without a log of its own below.
    Ordinary,
    /// Of containers called `talk`: for tests that write what other tests must not read.
    Talk,
    /// Of containers called `crash`, and of every container before its restart.
    Crash,
}

impl PodLog {
    pub(crate) fn path(self, folder: &Folder) -> PathBuf {
        folder.path(match self {
            Self::Ordinary => "pod-ordinary.log",
            Self::Talk => "pod-talk.log",
            Self::Crash => "pod-crash.log",
        })
    }
}

impl TestCluster {
    /// Appends a line to a log; followers receive it.
    pub fn append_pod_log(&self, log: PodLog, line: &str) -> Result<(), Error> {
        append(log.path(&self.folder), &[line])
    }
}

/// Writes the first lines.
pub(crate) fn begin(folder: &Folder) -> Result<(), Error> {
    append(PodLog::Ordinary.path(folder), &["starting", "listening on port 8080"])?;
    append(PodLog::Talk.path(folder), &["starting"])?;
    append(PodLog::Crash.path(folder), &["starting", "panic: the database is not there", "exit code 1"])
}

fn append(path: PathBuf, lines: &[&str]) -> Result<(), Error> {
    let write = || {
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(&path)?;
        for line in lines {
            // In one write, since somebody may be reading.
            file.write_all(format!("{} stdout F {line}\n", tomorrow()).as_bytes())?;
        }
        Ok(())
    };
    write().map_err(|source| Error::File { action: "writing", path: path.clone(), source })
}

/// The time a day from now, as RFC 3339 with nanoseconds.
fn tomorrow() -> String {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default() + Duration::from_secs(86_400);
    let (year, month, day) = date(time.as_secs() / 86_400);
    let second = time.as_secs() % 86_400;
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:09}Z", time.subsec_nanos())
}

/// Year, month and day of a number of days since 1970, in the Gregorian calendar.
fn date(mut days: u64) -> (u64, usize, u64) {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    (year, month + 1, days + 1)
}

#[cfg(test)]
mod tests {
    #[test]
    fn dates() {
        let table = [(0, (1970, 1, 1)), (59, (1970, 3, 1)), (11_016, (2000, 2, 29)), (20_819, (2027, 1, 1))];
        for (days, expected) in table {
            assert_eq!(super::date(days), expected, "{days}");
        }
    }
}
