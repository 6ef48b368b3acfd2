//! The turn of one operation: its slot among the writes, and how it hears that the run is to stop.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use crate::executor::Unfinished;

/// What an operation is executed with.
pub struct Turn {
    /// Cancelled when waiting is to be given up.
    give_up: CancellationToken,
    slots: Arc<Semaphore>,
    slot: Mutex<Option<OwnedSemaphorePermit>>,
}

impl Turn {
    /// A turn that only waits: it takes no slot.
    pub(crate) fn waiting(slots: Arc<Semaphore>, give_up: CancellationToken) -> Turn {
        Turn { give_up, slots, slot: Mutex::default() }
    }

    /// A turn that writes, once there is a slot for it.
    pub(crate) async fn writing(slots: Arc<Semaphore>, give_up: CancellationToken) -> Turn {
        let turn = Turn::waiting(slots, give_up);
        turn.take_slot().await;
        turn
    }

    pub(crate) fn is_given_up(&self) -> bool {
        self.give_up.is_cancelled()
    }

    /// Awaits something other than a write of its own: without a slot, and only until the run is stopped. Whatever the
    /// operation still has to write once that is over is written, stopped or not.
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
        // The semaphore is never closed; without a permit the write would merely not be counted.
        let slot = self.slots.clone().acquire_owned().await.ok();
        *self.slot.lock().unwrap_or_else(PoisonError::into_inner) = slot;
    }

    fn return_slot(&self) -> bool {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner).take().is_some()
    }
}
