//! `cargo xtask coverage`: how much of the code of ordered subcharts the tests run, file by file. Builds with counters into a folder
//! of its own, runs the tests that concern the order, and fails where a file is below [`LEAST`]. Not part of `cargo xtask test`.

mod files;
mod llvm;
mod table;

use crate::{process, workspace};
use llvm::Llvm;
use std::path::{Path, PathBuf};
use std::process::Command;
use table::Row;

/// The share of lines and of regions, in percent, that tests must run of each file.
const LEAST: f64 = 90.0;
/// Run in full.
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
/// Of these only the tests within the library: the others take minutes on a control plane, and little of them is about the order.
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
    // What an older build counted does not fit this one.
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

/// Runs the tests and gives the programs that counted.
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

/// `cargo test` of programs that count what they run, each process into a file of its own.
fn counting(folder: &Path, counts: &Path) -> Command {
    let mut command = process::cargo();
    command.arg("test").env("CARGO_TARGET_DIR", folder).env("RUSTFLAGS", "-C instrument-coverage");
    command.env("LLVM_PROFILE_FILE", counts.join("%p-%m.profraw"));
    command
}

/// The program that a message of cargo tells of: a test, or the command that tests run.
fn program(message: &str) -> Option<PathBuf> {
    let message: serde_json::Value = serde_json::from_str(message).ok()?;
    message["executable"].as_str().map(PathBuf::from)
}
