//! The threads that help, and handing work to them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::thread::Builder;

use rayon_core::{Scope, ThreadBuilder, ThreadPool, ThreadPoolBuilder};

use crate::processor;

/// How much stack a helper has. Only what is used of it is ever taken.
pub const STACK: usize = 256 << 20;

/// Whom work can be offered to.
pub struct Helpers<'a, 'scope> {
    count: usize,
    scope: Option<&'a Scope<'scope>>,
}

impl<'scope> Helpers<'_, 'scope> {
    /// Lets every helper do this work, too. Some may come late or never, so the giver must be able to do it all; and it must
    /// not wait in the work for helpers that are still to come.
    pub fn offer(&self, work: &'scope (impl Fn() + Sync)) {
        let Some(scope) = self.scope else { return };
        for _ in 0..self.count {
            scope.spawn(move |_| work());
        }
    }
}

/// Runs `body` with up to so many helpers, and returns when it and all that was offered is done.
pub fn scope<'scope, T>(count: usize, body: impl FnOnce(&Helpers<'_, 'scope>) -> T) -> T {
    let pool = if count == 0 { None } else { pool() };
    let Some(pool) = pool else { return body(&Helpers { count: 0, scope: None }) };
    let count = count.min(pool.current_num_threads());
    pool.in_place_scope(|scope| body(&Helpers { count, scope: Some(scope) }))
}

/// Has a helper that is there already do this work when it has time. Nobody waits for it.
pub fn when_idle(work: impl FnOnce() + Send + 'static) {
    if let Some(pool) = &*kept() {
        pool.spawn(work);
    }
}

/// Sends the helpers home, since a process with threads takes longer to end. Whoever needs some later gets new ones.
pub fn dismiss() {
    kept().take();
}

/// How many threads can run at once, the one that asks included.
pub fn available() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| match processor::count() {
        // To learn of a quota takes a dozen files, and one could hardly change so small a number.
        Some(count @ (1 | 2)) => count,
        _ => std::thread::available_parallelism().map_or(1, usize::from).min(MOST),
    })
}

/// More threads than this would wait for each other.
const MOST: usize = 8;

static POOL: Mutex<Option<Arc<ThreadPool>>> = Mutex::new(None);

/// The helpers there are.
fn kept() -> MutexGuard<'static, Option<Arc<ThreadPool>>> {
    POOL.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// None where there is but one processor, or no thread to be had.
fn pool() -> Option<Arc<ThreadPool>> {
    let mut kept = kept();
    if kept.is_none() {
        *kept = started(available() - 1).map(Arc::new);
    }
    kept.clone()
}

/// A kernel may leave a new thread on the processor of its parent, and the other one idle, until it next balances its load.
/// That was seen to take one to three milliseconds, which is as long as all the work of a rendering: so each moves away
/// before it does anything else, and the parent lets it do so: without sleeping, lest it wake up where the first one went.
pub(crate) fn started(threads: usize) -> Option<ThreadPool> {
    if threads == 0 {
        return None;
    }
    let taken = processor::current();
    let left = Arc::new(AtomicBool::new(false));
    let start = |helper: ThreadBuilder| {
        let leaving = Arc::clone(&left);
        let run = move || {
            taken.into_iter().for_each(processor::leave);
            leaving.store(true, Ordering::Relaxed);
            helper.run();
        };
        Builder::new().stack_size(STACK).spawn(run).map(drop)
    };
    let pool = ThreadPoolBuilder::new().num_threads(threads).spawn_handler(start).build().ok()?;
    while !left.load(Ordering::Relaxed) {
        std::thread::yield_now();
    }
    Some(pool)
}
