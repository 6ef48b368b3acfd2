//! The process that runs inputs. Any failure ends it, which its parent notices.

use crate::targets::Target;
use crate::{mutate, regressions};
use std::io::Write;
use std::path::Path;

/// The main thread's stack in a command that renders.
const STACK_BYTES: usize = 8 << 20;

/// Runs inputs without end, starting with this number. Each number is printed before its input is run.
pub(crate) fn work(target: &'static Target, seed: u64, first: u64) -> Result<(), String> {
    let seeds = (target.seeds)();
    on_a_thread(move || {
        let mut out = std::io::stdout().lock();
        for number in first.. {
            let input = mutate::input(target, &seeds, seed, number);
            // The parent is gone.
            if writeln!(out, "{number}").and_then(|()| out.flush()).is_err() {
                return;
            }
            (target.run)(&input);
        }
    })
}

/// Runs the input in a file.
pub(crate) fn run_file(target: &'static Target, file: &Path) -> Result<(), String> {
    let input = regressions::read(file)?;
    on_a_thread(move || (target.run)(&input))
}

fn on_a_thread(work: impl FnOnce() + Send + 'static) -> Result<(), String> {
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work);
    let thread = thread.map_err(|why| format!("starting a thread: {why}"))?;
    thread.join().map_err(|_| "the input made the code panic".to_owned())
}
