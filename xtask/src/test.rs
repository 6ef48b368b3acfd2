//! `cargo xtask test [--quick|--other-kubernetes]`: every check of the project in order, also after one failed.
//! `--quick` skips what needs programs written in Go: the control plane and the reference Helms. `--other-kubernetes`
//! builds the oldest supported Kubernetes too, and tests on it.

mod quick;
mod tally;

use crate::{fuzz, golden, layers, process, smoke, tables};
use std::time::Instant;
use tally::Tally;

pub(crate) fn run(words: &[String]) -> crate::Outcome {
    let option = match words {
        [] => "",
        [word] if matches!(word.as_str(), "--quick" | "--other-kubernetes") => word.as_str(),
        _ => {
            let text = "test has two options, --quick or --other-kubernetes, not";
            return Err(format!("{text} {words:?} (cargo test takes names of tests)"));
        }
    };
    let is_quick = option == "--quick";
    let programs = if option == "--other-kubernetes" { words } else { &[] };
    let start = Instant::now();
    let mut tally = Tally::default();
    if !is_quick {
        check(&mut tally, "programs for the tests", || crate::setup::run(programs));
    }
    let lints = ["clippy", "--quiet", "--workspace", "--all-targets", "--", "--deny", "warnings"];
    check(&mut tally, "format", || process::run(process::cargo().args(["fmt", "--all", "--check"])));
    check(&mut tally, "lints", || process::run(process::cargo().args(lints)));
    check(&mut tally, "layers", || layers::run(&[]));
    announce("tests");
    if is_quick {
        quick::run_tests(&mut tally)
    } else {
        tally::run_tests(&mut tally)
    }
    check(&mut tally, "fuzzing in short", fuzz::run_short);
    if !is_quick {
        check(&mut tally, "release build", || smoke::run(&[]));
        check(&mut tally, "tables against Go and Helm", || tables::run(&["--check".to_owned()]));
        check(&mut tally, "recorded outputs against the reference Helms", || golden::run(&["--check".to_owned()]));
    }
    println!("\n{} checks and tests passed in {:.0?}", tally.passed(), start.elapsed());
    for line in tally.closing() {
        println!("{line}");
    }
    if tally.failed == 0 { Ok(()) } else { Err("not everything passed".to_owned()) }
}

fn announce(name: &str) {
    println!("\n== {name}");
}

fn check(tally: &mut Tally, name: &str, run: impl FnOnce() -> crate::Outcome) {
    announce(name);
    tally.count(name, run());
}
