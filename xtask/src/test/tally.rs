//! Counting what passed and what failed, cargo's tests among it.

use crate::process;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

const TEST_THREADS: &str = "RUST_TEST_THREADS";
/// Tests on a cluster mostly wait for it, so more run at once than there are processors.
const AT_ONCE: &str = "8";

#[derive(Default)]
pub(super) struct Tally {
    pub(super) passed: u64,
    pub(super) failed: u64,
    pub(super) failures: Vec<String>,
}

impl Tally {
    /// Counts a check as one, and prints why it failed.
    pub(super) fn count(&mut self, name: &str, outcome: crate::Outcome) {
        match outcome {
            Ok(()) => self.passed += 1,
            Err(why) => {
                println!("{why}");
                self.failed += 1;
                self.failures.push(name.to_owned());
            }
        }
    }
}

/// Runs the tests of the workspace, shows their output, counts each.
pub(super) fn run_tests(tally: &mut Tally) {
    let before = tally.failed;
    let outcome = stream_tests(tally);
    // A failed test is counted by its own; what did not build or crashed is not, so it counts as one.
    if let Err(why) = outcome {
        if tally.failed == before {
            tally.failed += 1;
        }
        tally.failures.push(format!("tests: {why}"));
    }
}

fn stream_tests(tally: &mut Tally) -> crate::Outcome {
    let mut command = process::cargo();
    command.args(["test", "--workspace", "--no-fail-fast"]).stdout(Stdio::piped());
    if std::env::var_os(TEST_THREADS).is_none() {
        command.env(TEST_THREADS, AT_ONCE);
    }
    let mut child = command.spawn().map_err(|why| format!("starting cargo test: {why}"))?;
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).split(b'\n') {
            let line = String::from_utf8_lossy(&line.map_err(|why| format!("reading cargo test: {why}"))?).into_owned();
            println!("{line}");
            if let Some((passed, failed)) = result_of(&line) {
                tally.passed += passed;
                tally.failed += failed;
            }
        }
    }
    let status = child.wait().map_err(|why| format!("waiting for cargo test: {why}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo test ended with {status}")) }
}

/// The counts of a line such as `test result: ok. 4 passed; 0 failed; 0 ignored; …`.
fn result_of(line: &str) -> Option<(u64, u64)> {
    let rest = line.strip_prefix("test result: ")?;
    let count = |word: &str| {
        let end = rest.find(word)?;
        rest[..end].trim_end().rsplit(' ').next()?.parse().ok()
    };
    Some((count(" passed")?, count(" failed")?))
}

#[cfg(test)]
mod tests {
    use super::result_of;

    #[test]
    fn reads_cargos_counts() {
        let table = [
            (
                "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s",
                Some((12, 0)),
            ),
            ("test result: FAILED. 3 passed; 41 failed; 0 ignored", Some((3, 41))),
            ("test layers::tests::x ... ok", None),
            ("test result: nothing", None),
        ];
        for (line, counts) in table {
            assert_eq!(result_of(line), counts, "{line}");
        }
    }
}
