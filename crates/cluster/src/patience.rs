//! How long a write that does not go through is tried again: not once its deploy is stopping.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

/// Patience of a handle. By default it never ends.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patience(Option<CancellationToken>);

impl Patience {
    pub(crate) fn until(stopping: CancellationToken) -> Patience {
        Patience(Some(stopping))
    }

    /// Pauses before the next try; false where there should be none.
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
