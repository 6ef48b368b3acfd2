//! How a deploy ended.

use std::time::Duration;

use skeg_execute::Outcome;
use skeg_plan::{Action, DeployResult, Plan, ReleaseName};

/// A plan that was run, and how.
#[derive(Clone, Debug)]
pub struct Run {
    /// What was to be done.
    pub plan: Plan,
    /// What became of it.
    pub outcome: Outcome,
}

/// How a deploy ended.
#[derive(Clone, Debug)]
pub struct DeployOutcome {
    /// Which release, with its namespace.
    pub release: ReleaseName,
    /// The revision that was made; where there was nothing to do, the one that stands.
    pub revision: u64,
    /// A good revision to go back to.
    pub earlier_revision: Option<u64>,
    /// In one word.
    pub result: DeployResult,
    /// The plan, and how it was executed.
    pub run: Run,
    /// What was done after a failure: marking, cleaning up.
    pub failure_run: Option<Run>,
    /// The rollback that followed a failure.
    pub rollback: Option<Box<DeployOutcome>>,
    /// Somebody asked to stop while an automatic rollback was under way.
    pub is_stopped: bool,
    /// Why there was no rollback, though one was asked for.
    pub not_rolled_back: Option<String>,
    /// The chart's notes.
    pub notes: String,
    /// How long it took, planning included.
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
