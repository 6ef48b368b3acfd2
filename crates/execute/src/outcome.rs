//! The result of a run.

use std::collections::BTreeMap;
use std::time::Duration;

use skeg_plan::{Action, ChartRun, Ending, Failure, Plan, Progress};

use crate::stop::StopCause;

/// How each operation of a plan ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// By operation; `None` if it was never started.
    pub endings: Vec<Option<Ending>>,
    /// Duration by operation; zero if it was never started.
    pub took: Vec<Duration>,
    /// What stopped operations last waited for.
    pub waits: BTreeMap<usize, Progress>,
    /// Why the run was stopped from outside; `None` if it was not.
    pub stopped: Option<StopCause>,
    /// How each chart of an ordered plan ended; empty if nothing was run.
    pub charts: Vec<ChartRun>,
}

/// An outcome in short.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict<'a> {
    /// Every operation is done, or its failure was ignored.
    Done,
    /// The first operation that failed, and why.
    Failed {
        /// Index into the plan's operations.
        operation: usize,
        /// Why it failed.
        failure: &'a Failure,
    },
    /// Stopped from outside before any operation failed.
    Stopped(StopCause),
}

impl Outcome {
    /// The outcome of a plan that was never started.
    pub fn unbegun(plan: &Plan) -> Outcome {
        let count = plan.operations.len();
        Outcome {
            endings: vec![None; count],
            took: vec![Duration::ZERO; count],
            waits: BTreeMap::new(),
            stopped: None,
            charts: Vec::new(),
        }
    }

    /// The first failure counts for more than the operations stopped because of it.
    pub fn verdict(&self) -> Verdict<'_> {
        let failed = self.endings.iter().enumerate().find_map(|(operation, ending)| match ending {
            Some(Ending::Failed(failure)) => Some(Verdict::Failed { operation, failure }),
            _ => None,
        });
        match (failed, self.stopped) {
            (Some(failed), _) => failed,
            (None, Some(cause)) => Verdict::Stopped(cause),
            (None, None) => Verdict::Done,
        }
    }

    /// Whether an operation succeeded.
    pub fn is_done(&self, operation: usize) -> bool {
        matches!(self.endings.get(operation), Some(Some(Ending::Done | Ending::Ignored(_))))
    }

    /// How many operations on resources are done, and how many there are.
    pub fn count(&self, plan: &Plan) -> (usize, usize) {
        let of_resources = |action: &Action| action.is_write() || action.is_tracking();
        let all = plan.operations.iter().enumerate().filter(|(_, operation)| of_resources(&operation.action));
        all.fold((0, 0), |(done, count), (index, _)| (done + usize::from(self.is_done(index)), count + 1))
    }
}
