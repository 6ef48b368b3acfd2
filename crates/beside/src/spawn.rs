//! Starting a thread and seeing it off.

use std::io;
use std::sync::{Arc, OnceLock};
use std::thread::{Builder, Scope, ScopedJoinHandle};

use crate::processor;

/// Starts a thread with the given stack, or one of the usual size, and goes on once it is at work on another processor.
pub fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    stack: Option<usize>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    let builder = stack.into_iter().fold(Builder::new(), Builder::stack_size);
    let Some(taken) = processor::current() else { return builder.spawn_scoped(scope, work) };
    let started = Arc::new(OnceLock::new());
    let starting = Arc::clone(&started);
    let thread = builder.spawn_scoped(scope, move || {
        processor::leave(taken);
        let _ = starting.set(());
        work()
    })?;
    // Asleep, so that the new thread can leave at once although it is on this processor.
    started.wait();
    Ok(thread)
}

/// How many threads can run at once.
pub fn available() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}
