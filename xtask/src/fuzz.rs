//! `cargo xtask fuzz [TARGET] [--seconds N] [--seed N]`: builds and runs the fuzzer of `fuzz/`.

use crate::process;

/// Passes the arguments on; the fuzzer knows its targets.
pub(crate) fn run(words: &[String]) -> crate::Outcome {
    println!("building the fuzzer (optimised, with overflow checks)");
    process::run(fuzzer(&["--profile", "fuzz"]).args(words))
}

/// A few seconds per target, with the build that the tests made.
pub(crate) fn run_short() -> crate::Outcome {
    process::run(fuzzer(&[]).args(["--seconds", "3"]))
}

fn fuzzer(build: &[&str]) -> std::process::Command {
    let mut command = process::cargo();
    command.args(["run", "--quiet", "--package", "skeg-fuzz"]).args(build).arg("--");
    command
}
