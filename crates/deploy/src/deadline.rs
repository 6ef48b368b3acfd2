//! `--timeout`: the deadline of a command.

use std::time::{Duration, Instant};

use crate::deploy_options::DeployOptions;

/// The deadline of a command; by default there is none.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Deadline {
    limit: Option<Duration>,
    at: Option<Instant>,
}

impl Deadline {
    /// The deadline, counted from the start of the command.
    pub(crate) fn of(options: &DeployOptions) -> Deadline {
        let limit = options.timeout;
        // A timeout too large for the clock is no limit.
        Deadline { limit, at: limit.and_then(|limit| options.begun.checked_add(limit)) }
    }

    /// The timeout.
    pub(crate) fn limit(&self) -> Duration {
        self.limit.unwrap_or_default()
    }

    /// Returns when the deadline has passed.
    pub(crate) async fn over(&self) {
        match self.at {
            Some(at) => tokio::time::sleep_until(at.into()).await,
            None => std::future::pending().await,
        }
    }
}
