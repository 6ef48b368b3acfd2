//! Counts passed, failed and skipped checks, cargo's tests among them.

use crate::process;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

const TEST_THREADS: &str = "RUST_TEST_THREADS";
/// Tests on a cluster mostly wait for it, so more run at once than there are processors.
const AT_ONCE: &str = "8";
/// The mark that a test prints before its name and the reason if it cannot run on this machine.
const SKIPPED: &str = "SKIPPED ";
/// The start of the reason of an ignored test that runs as part of another one: it does not count as skipped.
const PART: &str = "is run by ";

#[derive(Default)]
pub(super) struct Tally {
    passed: u64,
    /// Skipped tests that the harness counts as passed.
    told: u64,
    pub(super) failed: u64,
    pub(super) failures: Vec<String>,
    /// Each with its reason.
    pub(super) skipped: Vec<String>,
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

    pub(super) fn passed(&self) -> u64 {
        self.passed.saturating_sub(self.told)
    }

    /// The last lines: skips, failures, totals.
    pub(super) fn closing(&self) -> Vec<String> {
        let skipped = self.skipped.iter().map(|each| format!("{SKIPPED} {each}"));
        let failed = self.failures.iter().map(|each| format!("FAILED  {each}"));
        let mut sums = format!("{} passed, {} failed", self.passed(), self.failed);
        if !self.skipped.is_empty() {
            sums += &format!(", {} skipped", self.skipped.len());
        }
        skipped.chain(failed).chain([sums]).collect()
    }

    /// Parses a line of a test binary's output.
    fn read(&mut self, line: &str) {
        if let Some((passed, failed)) = result_of(line) {
            self.passed += passed;
            self.failed += failed;
        } else if let Some((_, told)) = line.split_once(SKIPPED) {
            self.skipped.push(told.to_owned());
            self.told += 1;
        } else if let Some((name, reason)) = ignored(line) {
            self.skipped.push(format!("{name}: {reason}"));
        }
    }

    /// Runs a command that runs tests; shows its output, and counts each test.
    pub(super) fn stream(&mut self, command: &mut Command) -> crate::Outcome {
        command.stdout(Stdio::piped());
        if std::env::var_os(TEST_THREADS).is_none() {
            command.env(TEST_THREADS, AT_ONCE);
        }
        let mut child = command.spawn().map_err(|why| format!("starting the tests: {why}"))?;
        if let Some(stdout) = child.stdout.take() {
            for line in BufReader::new(stdout).split(b'\n') {
                let line = line.map_err(|why| format!("reading what the tests print: {why}"))?;
                let line = String::from_utf8_lossy(&line).into_owned();
                println!("{line}");
                self.read(&line);
            }
        }
        let status = child.wait().map_err(|why| format!("waiting for the tests: {why}"))?;
        if status.success() { Ok(()) } else { Err(format!("the tests ended with {status}")) }
    }

    /// Counts tests whose output was streamed: failed tests are already counted; a failed build or a crash counts as
    /// one failure.
    pub(super) fn count_streamed(&mut self, name: &str, failed_before: u64, outcome: crate::Outcome) {
        if let Err(why) = outcome {
            if self.failed == failed_before {
                self.failed += 1;
            }
            self.failures.push(format!("{name}: {why}"));
        }
    }
}

/// Runs the tests of the workspace, shows their output, and counts them.
pub(super) fn run_tests(tally: &mut Tally) {
    let before = tally.failed;
    let outcome = tally.stream(process::cargo().args(["test", "--workspace", "--no-fail-fast"]));
    tally.count_streamed("tests", before, outcome);
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

/// Name and reason from a line such as `test a::b ... ignored, it needs a network`, unless the test is a part of
/// another one.
fn ignored(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = line.strip_prefix("test ")?.split_once(" ... ignored")?;
    let reason = rest.strip_prefix(", ").unwrap_or("no reason is given");
    (!reason.starts_with(PART)).then_some((name, reason))
}

#[cfg(test)]
mod tests {
    use super::{Tally, result_of};

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

    #[test]
    fn skipped_tests_are_named_and_do_not_count_as_passed() {
        let mut tally = Tally { passed: 1, ..Tally::default() };
        for line in [
            "test a ... ok",
            "SKIPPED corpus::renders: there is no corpus",
            // Two tests ended at the same time.
            "test b ... SKIPPED linking::needs: no static libraries",
            "test c ... ignored, is run by d, as the process to kill",
            "test e ... ignored",
            "test result: ok. 4 passed; 0 failed; 2 ignored",
        ] {
            tally.read(line);
        }
        let expected = [
            "SKIPPED  corpus::renders: there is no corpus",
            "SKIPPED  linking::needs: no static libraries",
            "SKIPPED  e: no reason is given",
            "3 passed, 0 failed, 3 skipped",
        ];
        assert_eq!(tally.closing(), expected);
        assert_eq!(Tally::default().closing(), ["0 passed, 0 failed"]);
    }
}
