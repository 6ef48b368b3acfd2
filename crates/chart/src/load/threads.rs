//! Spreads independent work over a few threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs `work` for every index on up to `threads` threads, this one included.
pub(crate) fn each(count: usize, threads: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let run = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return;
            }
            work(index);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // Where no thread can be had, this one does it all.
            let _ = skeg_beside::spawn(scope, None, run);
        }
        run();
    });
}

/// `each`, with results in order.
pub(crate) fn map<T: Send>(count: usize, threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let results: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    each(count, threads, |i| {
        let result = work(i);
        if let Some(mut slot) = results.get(i).and_then(|slot| slot.lock().ok()) {
            *slot = Some(result);
        }
    });
    results.into_iter().filter_map(|slot| slot.into_inner().ok().flatten()).collect()
}

/// How many threads are worth starting.
pub(crate) fn available() -> usize {
    skeg_beside::available().min(8)
}
