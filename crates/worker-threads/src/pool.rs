//! The pool of threads, and how work is handed to them.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use rayon_core::{Scope, ThreadPool, ThreadPoolBuilder};

/// The stack of a worker. Only the part that is used takes memory.
pub const STACK: usize = 256 << 20;

/// A handle to offer work to.
pub struct Workers<'a, 'scope> {
    count: usize,
    scope: Option<&'a Scope<'scope>>,
}

impl<'scope> Workers<'_, 'scope> {
    /// Asks every worker to run this closure too. Some may start late or never, so the caller must be able to do all of
    /// the work alone, and the work must not wait for other workers to start.
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

/// Lets a worker that is already running do this work when it is idle. The caller does not wait for it.
pub fn when_idle(work: impl FnOnce() + Send + 'static) {
    if let Some(pool) = &*kept() {
        pool.spawn(work);
    }
}

/// Stops the workers, since a process with threads takes longer to exit. Later calls start new ones.
pub fn stop() {
    kept().take();
}

/// How many threads can run at once, including the caller's.
pub fn available() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from).min(MOST))
}

/// More threads than this would slow each other down.
const MOST: usize = 8;

static POOL: Mutex<Option<Arc<ThreadPool>>> = Mutex::new(None);

/// The current workers.
fn kept() -> MutexGuard<'static, Option<Arc<ThreadPool>>> {
    POOL.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// `None` if there is only one processor, or if no thread can be started.
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
