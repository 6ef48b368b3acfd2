//! The active rules, and the requests that were seen.

use super::Rule;
use crate::wait_until;
use http::Version;
use http::request::Parts;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// A request that reached the proxy.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The HTTP method.
    pub method: String,
    /// The path with its query.
    pub target: String,
    /// When it arrived.
    pub at: Instant,
    /// It came over HTTP/2.
    pub http2: bool,
    /// A rule hit it.
    pub hit: bool,
}

/// An active rule, and its counters.
#[derive(Clone, Debug)]
pub struct ActiveRule {
    entry: Arc<Entry>,
}

impl ActiveRule {
    /// How many requests were hit.
    pub fn fired(&self) -> usize {
        self.entry.fired.load(Ordering::SeqCst)
    }

    /// How many requests matched, hit or not.
    pub fn matched(&self) -> usize {
        self.entry.matched.load(Ordering::SeqCst)
    }

    /// How many requests have been held so far.
    pub fn held(&self) -> usize {
        self.entry.held.load(Ordering::SeqCst)
    }

    /// Waits until a request is held. False if none was within the limit.
    pub fn wait_held(&self, limit: Duration) -> bool {
        wait_until(limit, || (self.held() > 0).then_some(())).is_some()
    }

    /// Releases held requests; from then on none is held any more.
    pub fn release(&self) {
        self.entry.open.send_replace(true);
    }

    /// Deactivates the rule. Requests that it holds stay held.
    pub fn stop(&self) {
        self.entry.stopped.store(true, Ordering::SeqCst);
    }
}

#[derive(Debug)]
pub(super) struct Entry {
    pub(super) rule: Rule,
    matched: AtomicUsize,
    fired: AtomicUsize,
    held: AtomicUsize,
    stopped: AtomicBool,
    open: watch::Sender<bool>,
}

impl Entry {
    /// Waits until the test releases it.
    pub(super) async fn hold(&self) {
        self.held.fetch_add(1, Ordering::SeqCst);
        // The sender lives as long as this entry.
        let _ = self.open.subscribe().wait_for(|open| *open).await;
    }
}

#[derive(Debug, Default)]
pub(super) struct Script {
    entries: Mutex<Vec<Arc<Entry>>>,
    seen: Mutex<Vec<Seen>>,
    passed: AtomicUsize,
}

impl Script {
    pub(super) fn add(&self, rule: Rule) -> ActiveRule {
        let entry = Arc::new(Entry {
            rule,
            matched: AtomicUsize::new(0),
            fired: AtomicUsize::new(0),
            held: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
            open: watch::Sender::new(false),
        });
        lock(&self.entries).push(entry.clone());
        ActiveRule { entry }
    }

    /// The rule that hits a request: the first one that is due. Every matching rule counts it.
    pub(super) fn decide(&self, request: &Parts) -> Option<Arc<Entry>> {
        let (method, target) = (&request.method, target(request));
        let mut hit = None;
        for entry in lock(&self.entries).iter().filter(|entry| !entry.stopped.load(Ordering::SeqCst)) {
            if entry.rule.matches(method, target) {
                let count = entry.matched.fetch_add(1, Ordering::SeqCst) + 1;
                if hit.is_none() && entry.rule.is_due(count) {
                    entry.fired.fetch_add(1, Ordering::SeqCst);
                    hit = Some(entry.clone());
                }
            }
        }
        lock(&self.seen).push(Seen {
            method: method.to_string(),
            target: target.to_owned(),
            at: Instant::now(),
            http2: request.version == Version::HTTP_2,
            hit: hit.is_some(),
        });
        hit
    }

    pub(super) fn count_passed(&self) {
        self.passed.fetch_add(1, Ordering::SeqCst);
    }

    pub(super) fn passed(&self) -> usize {
        self.passed.load(Ordering::SeqCst)
    }

    pub(super) fn seen(&self) -> Vec<Seen> {
        lock(&self.seen).clone()
    }
}

/// The path of a request with its query.
pub(super) fn target(request: &Parts) -> &str {
    request.uri.path_and_query().map_or("/", |target| target.as_str())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
