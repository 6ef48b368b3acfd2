//! The fence: stops writes after the lock is lost.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use crate::error::Error;

/// Checked before every write through a fenced handle.
#[derive(Clone, Debug)]
pub struct Fence(Arc<Gate>);

#[derive(Debug)]
struct Gate {
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug)]
struct State {
    /// After this moment another deployer may have the lock, unless a renewal succeeds. `None`: there is no lock.
    sure_until: Option<Instant>,
    /// Why it was closed for good.
    closed: Option<String>,
}

impl Fence {
    /// A fence that never closes by itself: for work without a lock.
    pub fn open() -> Fence {
        let state = State { sure_until: None, closed: None };
        Fence(Arc::new(Gate { state: Mutex::new(state), changed: Notify::new() }))
    }

    /// A fence that blocks writes after a moment, unless it is extended.
    pub(crate) fn until(moment: Instant) -> Fence {
        let fence = Fence::open();
        fence.keep_open_until(moment);
        fence
    }

    pub(crate) fn keep_open_until(&self, moment: Instant) {
        self.state(|state| state.sure_until = Some(moment));
        self.0.changed.notify_waiters();
    }

    /// Closes it for good; the first reason is kept.
    pub fn close(&self, reason: &str) {
        self.state(|state| {
            state.closed.get_or_insert_with(|| reason.to_string());
        });
        self.0.changed.notify_waiters();
    }

    /// An error if nothing may be written at the moment.
    pub fn check(&self) -> Result<(), Error> {
        self.state(|state| match &state.closed {
            Some(reason) => Err(Error::LostLease(reason.clone())),
            None if state.sure_until.is_some_and(|moment| Instant::now() >= moment) => {
                Err(Error::LostLease("it could not be renewed in time".to_string()))
            }
            None => Ok(()),
        })
    }

    /// Returns the reason when it is closed for good.
    pub async fn closed(&self) -> Error {
        loop {
            let changed = self.0.changed.notified();
            if let Some(reason) = self.state(|state| state.closed.clone()) {
                return Error::LostLease(reason);
            }
            changed.await;
        }
    }

    /// Waits while it is unclear whether the lock is still ours, since a renewal may settle it. After one write waited
    /// too long, others do not wait again.
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

    /// Whether it is closed for good.
    pub fn is_closed(&self) -> bool {
        self.state(|state| state.closed.is_some())
    }

    fn state<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        // A panic while the mutex is held leaves consistent values behind.
        let mut state = self.0.state.lock().unwrap_or_else(PoisonError::into_inner);
        act(&mut state)
    }
}
