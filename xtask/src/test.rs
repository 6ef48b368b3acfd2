//! `cargo xtask test`: every check of the project, one after the other, none left out because another failed.

mod tally;

use crate::{fuzz, golden, layers, process};
use std::time::Instant;
use tally::Tally;

pub(crate) fn run(words: &[String]) -> crate::Outcome {
    if let Some(word) = words.first() {
        return Err(format!("test takes no arguments, not {word:?} (cargo test takes names of tests)"));
    }
    let start = Instant::now();
    let mut tally = Tally::default();
    check(&mut tally, "programs for the tests", || crate::setup::run(&[]));
    let lints = ["clippy", "--quiet", "--workspace", "--all-targets", "--", "--deny", "warnings"];
    check(&mut tally, "format", || process::run(process::cargo().args(["fmt", "--all", "--check"])));
    check(&mut tally, "lints", || process::run(process::cargo().args(lints)));
    check(&mut tally, "layers", || layers::run(&[]));
    announce("tests");
    tally::run_tests(&mut tally);
    check(&mut tally, "fuzzing in short", fuzz::run_short);
    check(&mut tally, "recorded outputs against the reference Helms", || golden::run(&["--check".to_owned()]));
    println!("\n{} checks and tests passed in {:.0?}", tally.passed, start.elapsed());
    for failure in &tally.failures {
        println!("FAILED  {failure}");
    }
    println!("{} passed, {} failed", tally.passed, tally.failed);
    if tally.failed == 0 { Ok(()) } else { Err("not everything passed".to_owned()) }
}

fn announce(name: &str) {
    println!("\n== {name}");
}

fn check(tally: &mut Tally, name: &str, run: impl FnOnce() -> crate::Outcome) {
    announce(name);
    tally.count(name, run());
}
