//! How a deploy ended, as plain data.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::codes::{self, Code};
use crate::destination::Destination;
use skeg_plan::{ChartRun, DeployResult, Ending, Failure, Plan, Progress, ReleaseName};

/// An executed plan.
#[derive(Clone, Copy, Debug)]
pub struct RunView<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// By operation; `None` if it was never started.
    pub endings: &'a [Option<Ending>],
    /// Duration by operation; zero if it was never started.
    pub took: &'a [Duration],
    /// What stopped operations last waited for.
    pub waits: &'a BTreeMap<usize, Progress>,
    /// The outcome of each chart of an ordered plan.
    pub charts: &'a [ChartRun],
}

/// How a deploy ended.
#[derive(Clone, Copy, Debug)]
pub struct DeployEnding<'a> {
    /// The release.
    pub release: &'a ReleaseName,
    /// The revision that was created, or the current one.
    pub revision: u64,
    /// The cluster; `None` if it was already named.
    pub destination: Option<&'a Destination>,
    /// A good revision to roll back to.
    pub earlier: Option<u64>,
    /// The result.
    pub result: DeployResult,
    /// Total duration, including planning.
    pub took: Duration,
    /// The execution of the plan.
    pub run: RunView<'a>,
    /// Cleanup after a failure.
    pub cleanup: Option<RunView<'a>>,
    /// The rollback that followed a failure.
    pub rollback: Option<&'a DeployEnding<'a>>,
    /// Why an automatic rollback did not happen although it was enabled.
    pub not_rolled_back: Option<&'a str>,
}

impl DeployEnding<'_> {
    /// The error code: that of the first failed operation, if one failed.
    pub(crate) fn code(&self) -> Option<Code> {
        let first = || self.run.failures().next().map(|(_, failure)| codes::of_failure(failure));
        match self.result {
            DeployResult::Deployed | DeployResult::UpToDate | DeployResult::Uninstalled => None,
            DeployResult::Failed => Some(first().unwrap_or(&codes::INTERNAL)),
            DeployResult::TimedOut => Some(first().unwrap_or(&codes::TIMEOUT)),
            DeployResult::Interrupted => Some(&codes::INTERRUPTED),
        }
    }
}

impl<'a> RunView<'a> {
    pub(crate) fn ending(&self, operation: usize) -> Option<&'a Ending> {
        self.endings.get(operation)?.as_ref()
    }

    pub(crate) fn is_done(&self, operation: usize) -> bool {
        matches!(self.ending(operation), Some(Ending::Done | Ending::Ignored(_)))
    }

    pub(crate) fn took(&self, operation: usize) -> Duration {
        self.took.get(operation).copied().unwrap_or_default()
    }

    /// Operations that failed and were not ignored, with the reason.
    pub(crate) fn failures(&self) -> impl Iterator<Item = (usize, &'a Failure)> + '_ {
        (0..self.plan.operations.len()).filter_map(|operation| match self.ending(operation) {
            Some(Ending::Failed(failure)) => Some((operation, failure)),
            _ => None,
        })
    }
}
