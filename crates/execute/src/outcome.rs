//! How a run ended.

use std::collections::BTreeMap;
use std::time::Duration;

use skeg_plan::{Action, Ending, Failure, Plan, Progress};

use crate::stop::StopCause;

/// How each operation of a plan ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// By the index of the operation; none where it was never begun.
    pub endings: Vec<Option<Ending>>,
    /// How long each took; zero where it was never begun.
    pub took: Vec<Duration>,
    /// What operations that were stopped last waited for.
    pub waits: BTreeMap<usize, Progress>,
    pub stopped: Option<StopCause>,
}

/// An outcome in one word.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict<'a> {
    Done,
    /// The first operation that failed, and why.
    Failed {
        operation: usize,
        failure: &'a Failure,
    },
    Stopped(StopCause),
}

impl Outcome {
    /// Nothing of the plan is begun.
    pub fn unbegun(plan: &Plan) -> Outcome {
        let count = plan.operations.len();
        Outcome { endings: vec![None; count], took: vec![Duration::ZERO; count], waits: BTreeMap::new(), stopped: None }
    }

    /// The first failure counts for more than that the rest was stopped because of it.
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
