//! `--timeout`: when a command has to be done.

use std::time::{Duration, Instant};

use crate::deploy_options::DeployOptions;

/// When a command has to be done; by default never.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Deadline {
    limit: Option<Duration>,
    at: Option<Instant>,
}

impl Deadline {
    /// The end of the command's time, counted from its start.
    pub(crate) fn of(options: &DeployOptions) -> Deadline {
        Deadline::after(options.timeout, options.begun)
    }

    /// As much time again, for work that comes after the first time was used up.
    pub(crate) fn anew(options: &DeployOptions) -> Deadline {
        Deadline::after(options.timeout, Instant::now())
    }

    fn after(limit: Option<Duration>, begun: Instant) -> Deadline {
        // What is too long to be counted is no limit.
        Deadline { limit, at: limit.and_then(|limit| begun.checked_add(limit)) }
    }

    /// How much time there was.
    pub(crate) fn limit(&self) -> Duration {
        self.limit.unwrap_or_default()
    }

    /// Returns when the time is over.
    pub(crate) async fn over(&self) {
        match self.at {
            Some(at) => tokio::time::sleep_until(at.into()).await,
            None => std::future::pending().await,
        }
    }
}
