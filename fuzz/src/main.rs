//! A mutation fuzzer on stable Rust: `cargo xtask fuzz`.
//!
//! Input number `n` of a target is a function of the seed and `n` alone, so a finding can be reproduced. A worker
//! process runs the inputs in order and announces each before it starts; its parent detects panics, stack overflows,
//! excessive memory and timeouts alike, shrinks the input and reports it.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a developer's tool talks to the terminal")]

mod mutate;
mod options;
mod random;
mod regressions;
mod seeds;
mod shrink;
mod supervise;
mod targets;
mod worker;

use options::{Mode, Options};
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match Options::parse(&words).and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    match &options.mode {
        Mode::Worker { target, first } => worker::work(targets::find(target)?, options.seed, *first),
        Mode::Single { target, file } => worker::run_file(targets::find(target)?, file),
        Mode::Supervise { target } => {
            let chosen: Vec<_> = match target {
                Some(name) => vec![targets::find(name)?],
                None => targets::ALL.iter().collect(),
            };
            println!("seed {0} (the same inputs again: cargo xtask fuzz --seed {0})", options.seed);
            let mut failed = Vec::new();
            for target in chosen {
                if let Err(report) = supervise::fuzz(target, options.seed, options.seconds) {
                    println!("{report}");
                    failed.push(target.name);
                }
            }
            if failed.is_empty() { Ok(()) } else { Err(format!("fuzzing found something in: {}", failed.join(", "))) }
        }
    }
}
