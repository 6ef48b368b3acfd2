//! Failed resources that may recover for as long as anything else is running: `HopeUntilEndOfDeployProcess`.

use std::sync::atomic::{AtomicUsize, Ordering};

use skeg_cluster::Backoff;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::executor::{Executor, Unfinished};
use crate::turn::Turn;

/// Operations that failed and may still recover.
#[derive(Default)]
pub(crate) struct Recovering {
    count: AtomicUsize,
    grown: Notify,
    over: CancellationToken,
}

impl Recovering {
    pub(crate) fn count(&self) -> usize {
        self.count.load(Ordering::SeqCst)
    }

    /// Returns when another operation has failed and may recover.
    pub(crate) async fn grown(&self) {
        self.grown.notified().await;
    }

    /// Nothing else is running, so whatever still fails has failed.
    pub(crate) fn end(&self) {
        self.over.cancel();
    }

    /// Repeats an operation until it succeeds or recovery ends.
    pub(crate) async fn execute<P: Executor>(
        &self,
        executor: &P,
        operation: usize,
        turn: &Turn,
    ) -> Result<(), Unfinished> {
        let Err(failure) = executor.execute(operation, turn).await else { return Ok(()) };
        self.count.fetch_add(1, Ordering::SeqCst);
        self.grown.notify_one();
        let result = tokio::select! {
            biased;
            () = self.over.cancelled() => Err(failure),
            () = recover(executor, operation, turn) => Ok(()),
        };
        self.count.fetch_sub(1, Ordering::SeqCst);
        result
    }
}

/// Returns when the operation succeeds.
async fn recover<P: Executor>(executor: &P, operation: usize, turn: &Turn) {
    let mut backoff = Backoff::repairing();
    loop {
        tokio::time::sleep(backoff.step()).await;
        if executor.execute(operation, turn).await.is_ok() {
            return;
        }
    }
}
