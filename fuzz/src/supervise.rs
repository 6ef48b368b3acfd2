//! Runs a worker for a while and finds out why it died.

use crate::targets::Target;
use crate::{mutate, regressions, shrink};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How long one input may take, even in an unoptimized build on a busy machine.
const LONGEST_INPUT: Duration = Duration::from_secs(10);
/// How much memory a worker may use.
const MOST_KIBIBYTES: u64 = 2 << 20;
const SHRINK_ATTEMPTS: usize = 2000;
const SHRINK_TIME: Duration = Duration::from_secs(60);

/// Fuzzes one target. A finding is returned as an error with the report.
pub(crate) fn fuzz(target: &'static Target, seed: u64, seconds: u64) -> Result<(), String> {
    let old = regressions::of(target.name);
    for file in &old {
        if let Some(cause) = run_once(target, file)? {
            return Err(format!("{}: {} fails again: {cause}", target.name, file.display()));
        }
    }
    let outcome = watch(target, seed, Duration::from_secs(seconds))?;
    match outcome {
        Outcome::Nothing { inputs } => {
            println!("{:<12} {inputs} inputs in {seconds} s, {} old findings, nothing found", target.name, old.len());
            Ok(())
        }
        Outcome::Found { number, cause } => Err(report(target, seed, number, &cause)?),
    }
}

enum Outcome {
    Nothing { inputs: u64 },
    Found { number: u64, cause: String },
}

/// Runs a worker until the time is over or it stops by itself.
fn watch(target: &Target, seed: u64, time: Duration) -> Result<Outcome, String> {
    let mut child = limited(&["worker", target.name, "0", "--seed", &seed.to_string()])?
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|why| format!("starting a worker: {why}"))?;
    let numbers = numbers_of(&mut child);
    let start = Instant::now();
    let mut last = None;
    let outcome = loop {
        match numbers.recv_timeout(LONGEST_INPUT) {
            Ok(number) => last = Some(number),
            Err(RecvTimeoutError::Timeout) => break found(last, format!("takes longer than {LONGEST_INPUT:?}")),
            Err(RecvTimeoutError::Disconnected) => {
                let status = child.wait().map_err(|why| format!("waiting for the worker: {why}"))?;
                break found(last, died(status));
            }
        }
        if start.elapsed() >= time {
            break Ok(Outcome::Nothing { inputs: last.map_or(0, |last| last + 1) });
        }
    };
    // It may have ended already.
    let _ = child.kill();
    let _ = child.wait();
    outcome
}

fn found(last: Option<u64>, cause: String) -> Result<Outcome, String> {
    let number = last.ok_or_else(|| format!("the worker did not start: {cause}"))?;
    Ok(Outcome::Found { number, cause })
}

fn numbers_of(child: &mut Child) -> Receiver<u64> {
    let (sender, receiver) = channel();
    if let Some(stdout) = child.stdout.take() {
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                let Some(number) = line.ok().and_then(|line| line.parse().ok()) else { return };
                if sender.send(number).is_err() {
                    return;
                }
            }
        });
    }
    receiver
}

fn report(target: &Target, seed: u64, number: u64, cause: &str) -> Result<String, String> {
    let name = target.name;
    println!("{name}: input {number} {cause}; making it smaller");
    let input = mutate::input(target, &(target.seeds)(), seed, number);
    let deadline = Instant::now() + SHRINK_TIME;
    let fails = |candidate: &[u8]| {
        let kept = if Instant::now() < deadline { regressions::keep("shrinking", candidate).ok() } else { None };
        let Some(file) = kept else { return false };
        let failed = matches!(run_once(target, &file), Ok(Some(_)));
        let _ = std::fs::remove_file(file);
        failed
    };
    let small = shrink::shrink(input, SHRINK_ATTEMPTS, fails);
    let file = regressions::keep(name, &small)?;
    let shown = String::from_utf8_lossy(&small[..small.len().min(400)]).into_owned();
    Ok(format!(
        "{name}: {cause}\n  seed {seed}, input {number}, {} bytes: {}\n  {shown:?}\n  again: cargo run -p skeg-fuzz -- run {name} {}\n  once mended, move the file to fuzz/regressions/{name}/",
        small.len(),
        file.display(),
        file.display()
    ))
}

/// Runs one input in its own process; returns the cause if it fails.
fn run_once(target: &Target, file: &Path) -> Result<Option<String>, String> {
    let file = file.to_string_lossy();
    let mut child = limited(&["run", target.name, &file])?
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|why| format!("starting a run: {why}"))?;
    let deadline = Instant::now() + LONGEST_INPUT;
    loop {
        match child.try_wait().map_err(|why| format!("waiting for a run: {why}"))? {
            Some(status) if status.success() => return Ok(None),
            Some(status) => return Ok(Some(died(status))),
            None if Instant::now() > deadline => {
                let _ = child.kill();
                let _ = child.wait();
                return Ok(Some(format!("takes longer than {LONGEST_INPUT:?}")));
            }
            None => std::thread::sleep(Duration::from_millis(1)),
        }
    }
}

fn died(status: ExitStatus) -> String {
    format!("ends the process ({status}): a panic, a stack overflow or more than {} MiB", MOST_KIBIBYTES >> 10)
}

/// This program again, with a memory limit if the shell can set one.
fn limited(words: &[&str]) -> Result<Command, String> {
    let program = std::env::current_exe().map_err(|why| format!("finding this program: {why}"))?;
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -v {MOST_KIBIBYTES} 2>/dev/null; exec \"$0\" \"$@\"")]);
    command.arg(program).args(words).stdin(Stdio::null());
    Ok(command)
}
