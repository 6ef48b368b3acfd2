//! Cleanup after a deploy that failed or was stopped: marks the revision failed and deletes what has the delete policy
//! for it.
//!
//! It has a time limit of its own, since the deploy's may be used up. The next deploy finishes what is left.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use skeg_execute::{Records, Stop, StopCause};
use skeg_plan::{Action, DeployResult, Plan, Progress};

use crate::deployer::Deployer;
use crate::outcome::Run;

/// Time limit: enough for the pods of a failed hook to end.
const LIMIT: Duration = Duration::from_secs(60);
/// Time limit once the process was asked to end: the system kills it soon after.
const ONCE_INTERRUPTED: Duration = Duration::from_secs(10);

impl Deployer<'_> {
    pub(crate) async fn clean_up(&self, run: &Run, result: DeployResult, records: &Arc<Records>) -> Run {
        let plan = skeg_plan::failure_plan(&run.plan, &run.outcome.endings, &why_stopped(run, result));
        (self.world.plans)(&plan);
        let stop = Stop::default();
        let outcome = tokio::select! {
            outcome = self.execute_plan("cleanup", &plan, records, &stop) => outcome,
            never = self.stop_when_out_of_time(&stop) => match never {},
        };
        Run { plan, outcome }
    }

    async fn stop_when_out_of_time(&self, stop: &Stop) -> Infallible {
        let interrupted = async {
            self.world.stop.asked().await;
            tokio::time::sleep(ONCE_INTERRUPTED).await;
        };
        tokio::select! {
            () = tokio::time::sleep(LIMIT) => {}
            () = interrupted => {}
        }
        stop.ask(StopCause::TimedOut);
        std::future::pending().await
    }
}

/// For the record: `timed out while waiting until ConfigMap/held is gone (finalizer example.org/held)`.
fn why_stopped(run: &Run, result: DeployResult) -> String {
    let stopped = if result == DeployResult::TimedOut { "timed out" } else { "interrupted" };
    match run.outcome.waits.iter().next() {
        Some((operation, progress)) => {
            let more = match run.outcome.waits.len() - 1 {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!("{stopped} while waiting until {}{more}", awaited(&run.plan, *operation, progress))
        }
        None => stopped.to_string(),
    }
}

fn awaited(plan: &Plan, operation: usize, progress: &Progress) -> String {
    let Some(action) = plan.operations.get(operation).map(|operation| &operation.action) else { return String::new() };
    let name = action.target().map(|target| plan.name(target)).unwrap_or_default();
    let state = match action {
        Action::TrackPresence { .. } => "exists",
        Action::TrackAbsence { .. } | Action::Recreate { .. } => "is gone",
        _ => "is ready",
    };
    format!("{name} {state} ({})", progress.waits)
}
