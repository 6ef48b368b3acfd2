//! Whether a write is retried: not once its deploy is stopping.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

/// By default retries never stop.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patience(Option<CancellationToken>);

impl Patience {
    pub(crate) fn until(stopping: CancellationToken) -> Patience {
        Patience(Some(stopping))
    }

    /// Sleeps before the next attempt; false if there should be none.
    pub(crate) async fn pause(&self, pause: Duration) -> bool {
        let Some(stopping) = &self.0 else {
            tokio::time::sleep(pause).await;
            return true;
        };
        tokio::select! {
            biased;
            () = stopping.cancelled() => false,
            () = tokio::time::sleep(pause) => true,
        }
    }
}
