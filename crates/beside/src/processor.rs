//! The processor that a thread runs on.

use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};

/// How many there are for this thread.
pub(crate) fn count() -> Option<usize> {
    sched_getaffinity(None).ok().and_then(|all| usize::try_from(all.count()).ok())
}

/// Where this thread runs now.
pub(crate) fn current() -> Option<usize> {
    Some(sched_getcpu()).filter(|number| *number < CpuSet::MAX_CPU)
}

/// Moves this thread to another processor if it is on that one. Where that is not possible it stays, and only starts later.
/// Afterwards it may run wherever it could before.
pub(crate) fn leave(taken: usize) {
    if current() != Some(taken) {
        return;
    }
    let Ok(all) = sched_getaffinity(None) else { return };
    let mut others = all;
    others.unset(taken);
    if others.count() > 0 && sched_setaffinity(None, &others).is_ok() {
        let _ = sched_setaffinity(None, &all);
    }
}
