//! Wall time and peak memory of programs.

use crate::process;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The results of one program's runs.
pub(super) struct Sample {
    pub(super) best: Duration,
    pub(super) median: Duration,
    /// Peak resident memory in KiB, if it can be measured.
    pub(super) peak: Option<u64>,
}

/// Long runs vary less: after this time there are enough …
const ENOUGH: Duration = Duration::from_secs(4);
/// … if there are at least this many.
const LEAST_RUNS: usize = 3;

/// Runs two programs alternately, so that other load affects both alike.
pub(super) fn in_turn(
    one: impl Fn() -> Command,
    other: impl Fn() -> Command,
    runs: usize,
) -> Result<(Sample, Sample), String> {
    let (mut ones, mut others) = (Vec::new(), Vec::new());
    let begun = Instant::now();
    while ones.len() < runs && (ones.len() < LEAST_RUNS || begun.elapsed() < ENOUGH) {
        ones.push(time(one())?);
        others.push(time(other())?);
    }
    Ok((Sample::of(ones, median_peak(one)), Sample::of(others, median_peak(other))))
}

/// Memory varies from run to run too, depending on thread scheduling.
fn median_peak(command: impl Fn() -> Command) -> Option<u64> {
    let begun = Instant::now();
    let soon = |run: &usize| *run == 0 || begun.elapsed() < ENOUGH;
    let mut peaks: Vec<u64> = (0..3).take_while(soon).filter_map(|_| peak(&command())).collect();
    peaks.sort_unstable();
    peaks.get(peaks.len() / 2).copied()
}

impl Sample {
    pub(super) fn of(mut times: Vec<Duration>, peak: Option<u64>) -> Self {
        times.sort();
        let at = |index: usize| times.get(index).copied().unwrap_or_default();
        Self { best: at(0), median: at(times.len() / 2), peak }
    }
}

/// The output is discarded, so that no reader's speed is measured.
fn time(mut command: Command) -> Result<Duration, String> {
    let start = Instant::now();
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    let took = start.elapsed();
    let status = status.map_err(|why| format!("starting {:?}: {why}", command.get_program()))?;
    if status.success() { Ok(took) } else { Err(format!("{:?} ended with {status}", command.get_program())) }
}

/// Peak resident memory of one more run in KiB, by GNU time, or else by Python's `resource`.
fn peak(command: &Command) -> Option<u64> {
    const PYTHON: &str = "import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)";
    let mut measuring;
    if Path::new("/usr/bin/time").exists() {
        measuring = Command::new("/usr/bin/time");
        measuring.args(["--format", "%M"]);
    } else {
        measuring = Command::new("python3");
        measuring.args(["-c", PYTHON]);
    }
    let output = process::behind(measuring, command).stdout(Stdio::null()).output().ok()?;
    String::from_utf8_lossy(&output.stderr).lines().last()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::Sample;
    use std::time::Duration;

    #[test]
    fn best_and_median() {
        let times = [9, 3, 5, 4, 30].map(Duration::from_millis);
        let sample = Sample::of(times.to_vec(), None);
        assert_eq!((sample.best.as_millis(), sample.median.as_millis()), (3, 5));
    }
}
