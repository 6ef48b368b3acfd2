//! One run of a program: its time, and the kernel's statistics.
//!
//! A deploy has effects, so it cannot be repeated to measure memory; the statistics are read while it runs.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The cost of one run.
pub(super) struct Run {
    pub(super) took: Duration,
    /// Processor time, user and system; zero if unknown.
    pub(super) processor: Duration,
    /// Peak resident memory in KiB, if known.
    pub(super) peak: Option<u64>,
}

/// Rarely enough not to disturb the program, often enough to miss little.
const LOOK_EVERY: Duration = Duration::from_millis(2);
/// The unit of times in `/proc`: the same on all Linux machines, whatever the kernel's tick.
const TICK: Duration = Duration::from_millis(10);

/// Runs a program to its end, which must be a success.
pub(super) fn run(command: &mut Command) -> Result<Run, String> {
    let program = command.get_program().to_owned();
    let failed = |why: std::io::Error| format!("running {program:?}: {why}");
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let begun = Instant::now();
    let mut child = command.spawn().map_err(failed)?;
    let errors = child.stderr.take().map(|pipe| std::thread::spawn(move || std::io::read_to_string(pipe)));
    let (mut peak, mut processor) = (None, Duration::ZERO);
    // A process that has ended but was not waited for yet still has statistics.
    while let Some((state, time)) = stat(child.id()) {
        processor = time;
        if state == 'Z' {
            break;
        }
        peak = resident(child.id()).max(peak);
        std::thread::sleep(LOOK_EVERY);
    }
    let status = child.wait().map_err(failed)?;
    let took = begun.elapsed();
    let text = errors.and_then(|reader| reader.join().ok()).and_then(Result::ok).unwrap_or_default();
    if status.success() {
        return Ok(Run { took, processor, peak });
    }
    Err(format!("{program:?} ended with {status}: {text}"))
}

/// State and processor time of a process.
fn stat(id: u32) -> Option<(char, Duration)> {
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name before it may contain spaces; the state is the first word after it, times are the 12th and 13th.
    let words: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| words.get(at).and_then(|word| word.parse::<u32>().ok());
    Some((words.first()?.chars().next()?, TICK * (ticks(11)? + ticks(12)?)))
}

/// Peak resident memory of a process so far, in KiB.
fn resident(id: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::run;
    use std::process::Command;

    #[test]
    fn measures_a_run() {
        let measured = run(Command::new("sh").args(["-c", "sleep 0.1"])).unwrap();
        assert!(measured.took.as_millis() >= 100);
        assert!(measured.peak.is_some_and(|peak| peak > 100), "{:?}", measured.peak);
    }

    #[test]
    fn tells_why_a_program_failed() {
        let why = run(Command::new("sh").args(["-c", "echo no such thing >&2; exit 3"])).err().unwrap();
        assert!(why.contains("exit status: 3") && why.contains("no such thing"), "{why}");
    }
}
