//! `cargo xtask coverage`: test coverage of the code for ordered subcharts, file by file. Builds instrumented programs
//! into a separate folder, runs the tests that concern ordering, and fails if a file is below [`LEAST`]. Not part of
//! `cargo xtask test`.

mod files;
mod llvm;
mod table;

use crate::{process, workspace};
use llvm::Llvm;
use std::path::{Path, PathBuf};
use std::process::Command;
use table::Row;

/// The minimum coverage of each file, of lines and of regions, in percent.
const LEAST: f64 = 90.0;
/// All their tests are run.
const PACKAGES: &[&str] = &[
    "skeg-chart",
    "skeg-deploy",
    "skeg-execute",
    "skeg-helm-hooks",
    "skeg-plan",
    "skeg-report",
    "skeg-resources",
    "skeg-sequence",
];
/// Only their unit tests are run: the others take minutes on a control plane, and few of them concern ordering.
const LIBRARIES: &[&str] = &["skeg-release-store", "skeg-track"];
/// Of the tests of whole commands, those with this word in their names.
const COMMAND_TESTS: &str = "ordered";

pub(crate) fn run(words: &[String]) -> crate::Outcome {
    if !words.is_empty() {
        return Err(format!("coverage has no options, not {words:?}"));
    }
    let llvm = Llvm::find()?;
    crate::setup::run(&[])?;
    let folder = workspace::target()?.join("coverage");
    let counts = folder.join("counts");
    // Counts of an older build do not fit this one.
    if counts.exists() {
        std::fs::remove_dir_all(&counts).map_err(|why| format!("removing {}: {why}", counts.display()))?;
    }
    let programs = run_tests(&folder, &counts)?;
    let profile = folder.join("merged.profdata");
    llvm.merge(&counts, &profile)?;
    let rows = table::rows(&llvm.export(&profile, &programs)?, files::OF_THE_ORDER)?;
    print!("{}", table::text(&rows));
    let low: Vec<&str> = rows.iter().filter(|row| row.least() < LEAST).map(Row::name).collect();
    if low.is_empty() { Ok(()) } else { Err(format!("below {LEAST} %: {}", low.join(", "))) }
}

/// Runs the tests and returns the instrumented programs.
fn run_tests(folder: &Path, counts: &Path) -> Result<Vec<PathBuf>, String> {
    let of = |packages: &[&'static str], kinds: &[&'static str]| -> Vec<&'static str> {
        kinds.iter().copied().chain(packages.iter().flat_map(|package| ["--package", *package])).collect()
    };
    let (whole, libraries) = (of(PACKAGES, &["--lib", "--tests"]), of(LIBRARIES, &["--lib"]));
    let commands = of(&["skeg-cli"], &["--test", "it"]);
    let mut programs = Vec::new();
    for (chosen, filter) in [(whole, None), (libraries, None), (commands, Some(COMMAND_TESTS))] {
        let messages = ["--no-run", "--message-format", "json-render-diagnostics"];
        let built = process::stdout_of(counting(folder, counts).args(&chosen).args(messages))?;
        programs.extend(String::from_utf8_lossy(&built).lines().filter_map(program));
        process::run(counting(folder, counts).args(&chosen).arg("--").args(filter))?;
    }
    programs.sort();
    programs.dedup();
    Ok(programs)
}

/// `cargo test` with instrumented programs, where each process writes its counts to its own file.
fn counting(folder: &Path, counts: &Path) -> Command {
    let mut command = process::cargo();
    command.arg("test").env("CARGO_TARGET_DIR", folder).env("RUSTFLAGS", "-C instrument-coverage");
    command.env("LLVM_PROFILE_FILE", counts.join("%p-%m.profraw"));
    command
}

/// The program that a message of cargo names: a test, or the command that tests run.
fn program(message: &str) -> Option<PathBuf> {
    let message: serde_json::Value = serde_json::from_str(message).ok()?;
    message["executable"].as_str().map(PathBuf::from)
}
