//! `cargo xtask fuzz [TARGET] [--seconds N] [--seed N]`: builds and runs the fuzzer of `fuzz/`.

use crate::process;

/// Passes the words on; the fuzzer knows its targets.
pub(crate) fn run(words: &[String]) -> crate::Outcome {
    let mut command = process::cargo();
    command.args(["run", "--quiet", "--profile", "fuzz", "--package", "skeg-fuzz", "--"]).args(words);
    println!("building the fuzzer (optimised, with overflow checks)");
    process::run(&mut command)
}

/// A few seconds a target, with the build that the tests made.
pub(crate) fn run_short() -> crate::Outcome {
    process::run(process::cargo().args(["run", "--quiet", "--package", "skeg-fuzz", "--", "--seconds", "3"]))
}
