//! Spreads independent work over a few threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use crate::{Error, File};

/// Fewer files than this are read faster than a thread starts.
const WORTH_A_THREAD: usize = 24;

/// Reads all files into memory. The error is that of the first file that fails, in the order given.
pub(crate) fn read_all(files: &[&File]) -> Result<(), Error> {
    if files.len() >= WORTH_A_THREAD && available() > 1 {
        each(files.len(), available().min(files.len() / 8), |i| {
            if let Some(file) = files.get(i) {
                // A failure is kept in the file and found below.
                let _ = file.data();
            }
        });
    }
    files.iter().try_for_each(|file| file.data().map(drop))
}

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
            scope.spawn(run);
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

/// How many threads can run at once.
pub(crate) fn available() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| std::thread::available_parallelism().map_or(1, |n| n.get().min(8)))
}
