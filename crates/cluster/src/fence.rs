//! What keeps a deployer that lost its lock from writing.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use crate::error::Error;

/// Asked before every write through a fenced handle.
#[derive(Clone, Debug)]
pub struct Fence(Arc<Gate>);

#[derive(Debug)]
struct Gate {
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug)]
struct State {
    /// Past this moment the lock may be another's; a renewal may still tell that it is ours. None: no lock stands behind.
    sure_until: Option<Instant>,
    /// Why it was closed, once and for all.
    closed: Option<String>,
}

impl Fence {
    /// One that never closes by itself: for work without a lock.
    pub fn open() -> Fence {
        let state = State { sure_until: None, closed: None };
        Fence(Arc::new(Gate { state: Mutex::new(state), changed: Notify::new() }))
    }

    /// One that lets nothing through past a moment, unless that is put off.
    pub(crate) fn until(moment: Instant) -> Fence {
        let fence = Fence::open();
        fence.keep_open_until(moment);
        fence
    }

    pub(crate) fn keep_open_until(&self, moment: Instant) {
        self.state(|state| state.sure_until = Some(moment));
        self.0.changed.notify_waiters();
    }

    /// Closes it for good; the first reason stays.
    pub fn close(&self, reason: &str) {
        self.state(|state| {
            state.closed.get_or_insert_with(|| reason.to_string());
        });
        self.0.changed.notify_waiters();
    }

    /// An error where nothing may be written at this moment.
    pub fn check(&self) -> Result<(), Error> {
        self.state(|state| match &state.closed {
            Some(reason) => Err(Error::LostLease(reason.clone())),
            None if state.sure_until.is_some_and(|moment| Instant::now() >= moment) => {
                Err(Error::LostLease("it could not be renewed in time".to_string()))
            }
            None => Ok(()),
        })
    }

    /// Returns when it is closed for good, with the reason.
    pub async fn closed(&self) -> Error {
        loop {
            let changed = self.0.changed.notified();
            if let Some(reason) = self.state(|state| state.closed.clone()) {
                return Error::LostLease(reason);
            }
            changed.await;
        }
    }

    /// Waits while it is open to doubt whether the lock is still ours, since a renewal may clear that up. Once that took too
    /// long for one write, no other need wait for it.
    pub(crate) async fn pass(&self, patience: Duration) -> Result<(), Error> {
        let deadline = Instant::now() + patience;
        loop {
            let changed = self.0.changed.notified();
            let Err(error) = self.check() else { return Ok(()) };
            if self.is_closed() {
                return Err(error);
            }
            if tokio::time::timeout_at(deadline, changed).await.is_err() {
                self.close(&format!("it could not be renewed for {} s", patience.as_secs()));
            }
        }
    }

    /// Whether it will never open again.
    pub fn is_closed(&self) -> bool {
        self.state(|state| state.closed.is_some())
    }

    fn state<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        // A panic while the lock is held leaves whole values behind.
        let mut state = self.0.state.lock().unwrap_or_else(PoisonError::into_inner);
        act(&mut state)
    }
}
