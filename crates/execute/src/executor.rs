//! The interface between the dispatcher and the worker.

use std::future::Future;
use std::sync::Arc;

use skeg_plan::{ChartRun, Event, Failure};

use crate::turn::Turn;

/// Receives events.
pub type EventSink = Arc<dyn Fn(Event) + Send + Sync>;

/// Executes the operations of one plan.
pub trait Executor: Send + Sync + 'static {
    /// Executes one operation. Futures that only wait may be dropped at any point. Writes are always awaited, so an
    /// operation that waits between its writes does that by [`Turn::wait`].
    fn execute(&self, operation: usize, turn: &Turn) -> impl Future<Output = Result<(), Unfinished>> + Send;

    /// Called with the state of all charts when some of them change, before operations that wait for the change start.
    fn note_charts(&self, _charts: &[ChartRun]) {}
}

/// Why an operation did not finish.
#[derive(Clone, Debug, PartialEq)]
pub enum Unfinished {
    /// It failed.
    Failed(Failure),
    /// It was waiting when the run was stopped.
    Stopped,
}

impl From<Failure> for Unfinished {
    fn from(failure: Failure) -> Unfinished {
        Unfinished::Failed(failure)
    }
}
