//! `cargo xtask COMMAND`: the development tasks of this workspace, one file per command.
//!
//! Needs nothing but cargo: anything else a command needs it fetches, or it says what it skips.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a developer's tool talks to the terminal")]

mod bench;
mod cluster;
mod corpus;
mod coverage;
mod file_sizes;
mod fuzz;
mod go_build;
mod go_toolchain;
mod golden;
mod layers;
mod oracle;
mod parallel;
mod process;
mod reference;
mod setup;
mod shell_words;
mod smoke;
mod tables;
mod test;
mod workspace;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask COMMAND

  test [OPTION]               every check of the project: format, lints, layers, tests, fuzzing in short, recorded outputs;
                              --quick without what needs a control plane or the reference Helms,
                              --other-kubernetes on the oldest Kubernetes too
  setup [--other-kubernetes]  builds the reference Helms and the test clusters' control plane into the cache
  golden [--check] [NAME…]    records what the reference Helms print for testdata/charts; --check only compares
  smoke [--skeg PROGRAM]      the release build in short: it renders as Helm does, deploys and takes away
  tables [--check]            holds the tables of the tests against Go and Helm and rewrites them; --check only compares
  bench render [OPTIONS]      Skeg beside Helm on large charts: --runs N, --only TEXT, --write (into docs/benchmarks.md)
  bench deploy [OPTIONS]      Skeg beside Helm on a real control plane: --runs N, --only TEXT, --skeg PROGRAM, --write
  bench lock [OPTIONS]        many deployers at once on a real control plane: --skeg PROGRAM, --write
  bench plan                  how long planning takes, by the number of operations
  cluster up|down|status      a real control plane with simulated kubelets, to try things on
  coverage                    how much of the code of ordered subcharts the tests run, file by file; needs LLVM's tools
  check-layers                which crate may use which, and how long a file may be
  fuzz [TARGET] [--seconds N] [--seed N]
                              feeds mutated inputs to the parsers (60 seconds a target and the seed of the day unless told)
  reference                   writes the generated pages: docs/errors.md
";

/// The result of a command; the error is its text.
type Outcome = Result<(), String>;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (command, rest) = match words.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => ("help", &words[..]),
    };
    match run(command, rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &str, rest: &[String]) -> Outcome {
    match command {
        "test" => test::run(rest),
        "setup" => setup::run(rest),
        "golden" => golden::run(rest),
        "smoke" => smoke::run(rest),
        "tables" => tables::run(rest),
        "bench" => bench::run(rest),
        "cluster" => cluster::run(rest),
        "coverage" => coverage::run(rest),
        "check-layers" => layers::run(rest),
        "fuzz" => fuzz::run(rest),
        "reference" => reference::run(rest),
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(format!("there is no command {other:?}\n\n{HELP}")),
    }
}
