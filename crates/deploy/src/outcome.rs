//! How a deploy ended.

use std::time::Duration;

use skeg_execute::Outcome;
use skeg_plan::{Action, Plan, ReleaseName};

/// A plan that was run, and how.
#[derive(Clone, Debug)]
pub struct Run {
    pub plan: Plan,
    pub outcome: Outcome,
}

/// How a deploy ended.
#[derive(Clone, Debug)]
pub struct DeployOutcome {
    pub release: ReleaseName,
    /// The revision that was made; where there was nothing to do, the one that stands.
    pub revision: u64,
    /// A good revision to go back to.
    pub earlier_revision: Option<u64>,
    pub result: DeployResult,
    pub run: Run,
    /// What was done after a failure: marking, cleaning up.
    pub failure_run: Option<Run>,
    pub rollback: Option<Box<DeployOutcome>>,
    /// Why there was no rollback, though one was asked for.
    pub not_rolled_back: Option<String>,
    pub notes: String,
    pub took: Duration,
}

impl DeployOutcome {
    /// Nothing of the release is left, not even its records.
    pub(crate) fn is_gone(&self) -> bool {
        let deletes =
            |action: &Action| matches!(action, Action::DeleteRelease { revision } if *revision == self.revision);
        let is_forgotten = self.run.plan.operations.iter().any(|operation| deletes(&operation.action));
        self.result == DeployResult::Uninstalled && is_forgotten
    }
}

/// A deploy in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeployResult {
    Deployed,
    /// There was nothing to do.
    UpToDate,
    Uninstalled,
    Failed,
    Interrupted,
    TimedOut,
}
