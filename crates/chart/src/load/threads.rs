//! Spreads independent work over a few threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs `work` for every index, here and on workers, and puts the results in order.
pub(crate) fn map<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let results: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    let run = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(slot) = results.get(index) else { return };
            let result = work(index);
            if let Ok(mut slot) = slot.lock() {
                *slot = Some(result);
            }
        }
    };
    skeg_worker_threads::scope(skeg_worker_threads::available() - 1, |workers| {
        workers.offer(&run);
        run();
    });
    results.into_iter().filter_map(|slot| slot.into_inner().ok().flatten()).collect()
}
