//! Stops a run from outside: by the user or a deadline.

use std::sync::{Arc, OnceLock};

use tokio_util::sync::CancellationToken;

/// Stops a run: nothing new is started, running writes are finished.
#[derive(Clone, Default)]
pub struct Stop {
    token: CancellationToken,
    /// Cancelled when waiting is to end: on a request to stop, or after a failure.
    pub(crate) give_up: CancellationToken,
    cause: Arc<OnceLock<StopCause>>,
}

/// Why a run was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopCause {
    /// Ctrl-C, or a signal to end the process.
    Interrupted,
    /// The timeout passed.
    TimedOut,
    /// The release lock was lost.
    LockLost,
}

impl Stop {
    /// Requests to stop; the first cause counts.
    pub fn ask(&self, cause: StopCause) {
        let _ = self.cause.set(cause);
        self.token.cancel();
    }

    /// The cause, once a stop was requested.
    pub fn cause(&self) -> Option<StopCause> {
        self.cause.get().copied()
    }

    /// Returns when a stop is requested.
    pub async fn asked(&self) {
        self.token.cancelled().await;
    }

    /// Cancelled when the run starts nothing more, whatever the reason.
    pub fn stopping(&self) -> CancellationToken {
        self.give_up.clone()
    }
}
