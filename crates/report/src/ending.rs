//! How a deploy ended, as plain data from whoever ran it.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::destination::Destination;
use skeg_plan::{Ending, Failure, Plan, Progress, ReleaseName};

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

/// How a deploy ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndKind {
    Deployed,
    /// There was nothing to do.
    UpToDate,
    Uninstalled,
    Failed,
    Interrupted,
    TimedOut,
}

impl EndKind {
    /// The release's status in reports; Nelm's words where it has them.
    pub(crate) fn status(self) -> &'static str {
        match self {
            EndKind::Deployed => "deployed",
            EndKind::UpToDate => "skipped",
            EndKind::Uninstalled => "uninstalled",
            EndKind::Failed | EndKind::Interrupted | EndKind::TimedOut => "failed",
        }
    }

    /// Why it failed, in a word.
    pub(crate) fn cause(self) -> Option<&'static str> {
        match self {
            EndKind::Failed => Some("failure"),
            EndKind::Interrupted => Some("interrupted"),
            EndKind::TimedOut => Some("timeout"),
            _ => None,
        }
    }
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
    pub kind: EndKind,
    pub took: Duration,
    pub run: RunView<'a>,
    /// What was done after a failure.
    pub cleanup: Option<RunView<'a>>,
    /// The rollback that followed a failure.
    pub rollback: Option<&'a DeployEnding<'a>>,
    /// Why there was no rollback, though one was asked for.
    pub not_rolled_back: Option<&'a str>,
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
