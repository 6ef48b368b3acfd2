//! Builds a failure that says what went wrong where, with logs and events.

use std::time::Duration;

use super::clock::shown;
use super::evidence;
use super::family::Pods;
use super::verdict::{Problem, last_trouble, witness};
use super::waiter::Waiter;
use crate::failure::{Cause, TrackFailure};
use crate::pods::{Trouble, unready_container, waits};
use crate::rules::Progress;

/// How long to wait for the pods of a resource that has already failed.
const PATIENCE: Duration = Duration::from_secs(5);

impl Waiter<'_> {
    pub(super) async fn explain(&mut self, problem: Problem) -> Box<TrackFailure> {
        let (message, trouble) = match problem {
            Problem::Trouble(trouble) => (trouble.message.clone(), Some(trouble)),
            Problem::Plain(message) => (message, None),
            Problem::Idle(message) => {
                let pods = self.pods_at_last().await;
                (message, last_trouble(&pods).or_else(|| unready(&pods)))
            }
            Problem::Reported(message) => {
                let pods = self.pods_at_last().await;
                let trouble = last_trouble(&pods).or_else(|| self.ledger.last().cloned()).or_else(|| unready(&pods));
                let cause = match &trouble {
                    Some(trouble) => Some(trouble.message.clone()),
                    None => witness(&pods).map(|pod| waits(pod, &[])),
                };
                (cause.map_or(message.clone(), |cause| format!("{cause}; {message}")), trouble)
            }
        };
        self.failure(Cause::Failed, message, trouble).await
    }

    pub(super) async fn explain_delay(&mut self, progress: &Progress) -> Box<TrackFailure> {
        let pods = self.pods_at_last().await;
        let trouble = last_trouble(&pods).or_else(|| unready(&pods));
        let count = match (progress.ready, progress.wanted) {
            (Some(ready), Some(wanted)) => format!("{ready} of {wanted} ready, "),
            _ => String::new(),
        };
        let timeout = shown(self.shared.options.readiness_timeout);
        let message =
            format!("not ready after {timeout} (--resource-readiness-timeout): {count}waits for {}", progress.waits);
        self.failure(Cause::TimedOut, message, trouble).await
    }

    /// The pods, waiting for them if they were never read before.
    async fn pods_at_last(&mut self) -> Pods {
        let Some(object) = self.object.clone().filter(|_| self.is_workload()) else { return Pods::default() };
        let see = async {
            loop {
                let pods = self.family.pods(&object);
                if !self.family.is_starting() {
                    return pods;
                }
                self.bell.notified().await;
            }
        };
        tokio::time::timeout(PATIENCE, see).await.unwrap_or_default()
    }

    async fn failure(&mut self, cause: Cause, message: String, trouble: Option<Trouble>) -> Box<TrackFailure> {
        let mut failure = TrackFailure::new(&self.target.id, cause, message);
        let Some(namespace) = self.target.id.namespace.as_deref() else { return failure };
        let cluster = &self.shared.cluster;
        let count = self.shared.options.evidence_lines;
        let Some(trouble) = trouble else {
            if let Some(uid) = self.object.as_ref().and_then(|object| object.uid()) {
                failure.events = evidence::events(cluster, namespace, uid, count).await;
            }
            return failure;
        };
        let (lines, events) = tokio::join!(
            evidence::log_lines(cluster, namespace, &trouble, count),
            evidence::events(cluster, namespace, &trouble.pod_uid, count),
        );
        failure.log_lines = lines;
        failure.events = events;
        if let (true, Some(logs), Some(container)) = (failure.log_lines.is_empty(), &self.logs, &trouble.container) {
            failure.log_lines = logs.last_lines(&trouble.pod, container);
        }
        failure.exit_code = trouble.exit_code;
        failure.restarts = trouble.restarts;
        failure.pod = Some(trouble.pod);
        failure.container = trouble.container;
        failure.reason = Some(trouble.reason);
        failure
    }
}

/// A container that does not become ready, for its log.
fn unready(pods: &Pods) -> Option<Trouble> {
    witness(pods).and_then(|pod| unready_container(pod))
}
