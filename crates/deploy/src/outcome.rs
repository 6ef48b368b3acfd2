//! How a deploy ended.

use std::time::Duration;

use skeg_execute::Outcome;
use skeg_plan::{Action, DeployResult, Plan, ReleaseName};

/// An executed plan, and how it ended.
#[derive(Clone, Debug)]
pub struct Run {
    /// The plan.
    pub plan: Plan,
    /// How each operation ended.
    pub outcome: Outcome,
}

/// How a deploy ended.
#[derive(Clone, Debug)]
pub struct DeployOutcome {
    /// Which release, with its namespace.
    pub release: ReleaseName,
    /// The revision that was created; if there was nothing to do, the current one.
    pub revision: u64,
    /// A good revision to roll back to.
    pub earlier_revision: Option<u64>,
    /// The result.
    pub result: DeployResult,
    /// The plan, and how it was executed.
    pub run: Run,
    /// Cleanup after a failure: marking the revision, deleting what failed.
    pub failure_run: Option<Run>,
    /// The rollback that followed a failure.
    pub rollback: Option<Box<DeployOutcome>>,
    /// The user interrupted an automatic rollback.
    pub is_stopped: bool,
    /// Why an automatic rollback did not happen although it was enabled.
    pub not_rolled_back: Option<String>,
    /// The chart's notes.
    pub notes: String,
    /// Total duration, including planning.
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
