//! Stopping a run from outside: by a person, or by a deadline.

use std::sync::{Arc, OnceLock};

use tokio_util::sync::CancellationToken;

/// Asks a run to stop: nothing new is begun, writes on their way are finished.
#[derive(Clone, Default)]
pub struct Stop {
    token: CancellationToken,
    /// Cancelled when the run gives up waiting: because it was asked to stop, or because something failed.
    pub(crate) give_up: CancellationToken,
    cause: Arc<OnceLock<StopCause>>,
}

/// Why a run was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopCause {
    /// Somebody pressed Ctrl-C, or the system wants the process to end.
    Interrupted,
    /// The time that was given is over.
    TimedOut,
    /// The release is somebody else's to change.
    LockLost,
}

impl Stop {
    /// Asks to stop; the first cause counts.
    pub fn ask(&self, cause: StopCause) {
        let _ = self.cause.set(cause);
        self.token.cancel();
    }

    /// Why, once somebody asked.
    pub fn cause(&self) -> Option<StopCause> {
        self.cause.get().copied()
    }

    /// Returns when somebody asks.
    pub async fn asked(&self) {
        self.token.cancelled().await;
    }

    /// Cancelled when the run begins nothing more, whatever made it stop.
    pub fn stopping(&self) -> CancellationToken {
        self.give_up.clone()
    }
}
