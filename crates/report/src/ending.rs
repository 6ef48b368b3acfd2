//! How a deploy ended, as plain data from whoever ran it.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::codes::{self, Code};
use crate::destination::Destination;
use skeg_plan::{DeployResult, Ending, Failure, Plan, Progress, ReleaseName};

/// How a plan was run.
#[derive(Clone, Copy, Debug)]
pub struct RunView<'a> {
    pub plan: &'a Plan,
    /// By the index of the operation; none where it was never begun.
    pub endings: &'a [Option<Ending>],
    pub took: &'a [Duration],
    /// What operations that were stopped last waited for.
    pub waits: &'a BTreeMap<usize, Progress>,
}

/// All that is known of how a deploy ended.
#[derive(Clone, Copy, Debug)]
pub struct DeployEnding<'a> {
    pub release: &'a ReleaseName,
    pub revision: u64,
    /// Where; none where that was told already.
    pub destination: Option<&'a Destination>,
    /// A good revision to go back to.
    pub earlier: Option<u64>,
    pub result: DeployResult,
    pub took: Duration,
    pub run: RunView<'a>,
    /// What was done after a failure.
    pub cleanup: Option<RunView<'a>>,
    /// The rollback that followed a failure.
    pub rollback: Option<&'a DeployEnding<'a>>,
    /// Why there was no rollback, though one was asked for.
    pub not_rolled_back: Option<&'a str>,
}

impl DeployEnding<'_> {
    /// The code of a failure: that of the first operation that failed, where one did.
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

    /// Operations that failed and were not ignored, with why.
    pub(crate) fn failures(&self) -> impl Iterator<Item = (usize, &'a Failure)> + '_ {
        (0..self.plan.operations.len()).filter_map(|operation| match self.ending(operation) {
            Some(Ending::Failed(failure)) => Some((operation, failure)),
            _ => None,
        })
    }
}
