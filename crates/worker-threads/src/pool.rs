//! The pool of threads, and handing work to them.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use rayon_core::{Scope, ThreadPool, ThreadPoolBuilder};

/// How much stack a worker has. Only what is used of it is ever taken.
pub const STACK: usize = 256 << 20;

/// Whom work can be offered to.
pub struct Workers<'a, 'scope> {
    count: usize,
    scope: Option<&'a Scope<'scope>>,
}

impl<'scope> Workers<'_, 'scope> {
    /// Lets every worker do this work, too. Some may come late or never, so the caller must be able to do it all; and the work
    /// must not wait for workers that are still to come.
    pub fn offer(&self, work: &'scope (impl Fn() + Sync)) {
        let Some(scope) = self.scope else { return };
        for _ in 0..self.count {
            scope.spawn(move |_| work());
        }
    }
}

/// Runs `body` with up to this many workers, and returns when it and all offered work is done.
pub fn scope<'scope, T>(count: usize, body: impl FnOnce(&Workers<'_, 'scope>) -> T) -> T {
    let pool = if count == 0 { None } else { pool() };
    let Some(pool) = pool else { return body(&Workers { count: 0, scope: None }) };
    let count = count.min(pool.current_num_threads());
    pool.in_place_scope(|scope| body(&Workers { count, scope: Some(scope) }))
}

/// Has a worker that is already running do this work when it has time. Nobody waits for it.
pub fn when_idle(work: impl FnOnce() + Send + 'static) {
    if let Some(pool) = &*kept() {
        pool.spawn(work);
    }
}

/// Stops the workers, since a process with threads takes longer to end. Whoever needs some later gets new ones.
pub fn stop() {
    kept().take();
}

/// How many threads can run at once, the one that asks included.
pub fn available() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from).min(MOST))
}

/// More threads than this would wait for each other.
const MOST: usize = 8;

static POOL: Mutex<Option<Arc<ThreadPool>>> = Mutex::new(None);

/// The workers there are.
fn kept() -> MutexGuard<'static, Option<Arc<ThreadPool>>> {
    POOL.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// `None` if there is but one processor, or no thread to be had.
fn pool() -> Option<Arc<ThreadPool>> {
    let mut kept = kept();
    if kept.is_none() {
        *kept = started(available() - 1).map(Arc::new);
    }
    kept.clone()
}

fn started(threads: usize) -> Option<ThreadPool> {
    if threads == 0 {
        return None;
    }
    ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build().ok()
}
