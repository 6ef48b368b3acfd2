//! The execution of one operation: its slot among the writes, and how it learns that the run is stopped.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use crate::executor::Unfinished;

/// Passed to an operation while it is executed.
pub struct Turn {
    /// Cancelled when waiting is to end.
    give_up: CancellationToken,
    slots: Arc<Semaphore>,
    slot: Mutex<Option<OwnedSemaphorePermit>>,
}

impl Turn {
    /// For an operation that only waits: it takes no slot.
    pub(crate) fn waiting(slots: Arc<Semaphore>, give_up: CancellationToken) -> Turn {
        Turn { give_up, slots, slot: Mutex::default() }
    }

    /// For an operation that writes, once a slot is free.
    pub(crate) async fn writing(slots: Arc<Semaphore>, give_up: CancellationToken) -> Turn {
        let turn = Turn::waiting(slots, give_up);
        turn.take_slot().await;
        turn
    }

    pub(crate) fn is_given_up(&self) -> bool {
        self.give_up.is_cancelled()
    }

    /// Awaits anything but a write: without a slot, and only until the run is stopped. What the operation writes
    /// afterwards is written even if the run is stopped by then.
    pub async fn wait<T>(&self, waiting: impl Future<Output = T>) -> Result<T, Unfinished> {
        let had_slot = self.return_slot();
        let waited = tokio::select! {
            biased;
            waited = waiting => waited,
            () = self.give_up.cancelled() => return Err(Unfinished::Stopped),
        };
        if had_slot {
            self.take_slot().await;
        }
        Ok(waited)
    }

    async fn take_slot(&self) {
        // The semaphore is never closed; without a permit the write would just not be counted.
        let slot = self.slots.clone().acquire_owned().await.ok();
        *self.slot.lock().unwrap_or_else(PoisonError::into_inner) = slot;
    }

    fn return_slot(&self) -> bool {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner).take().is_some()
    }
}
