//! What the dispatcher wants of those who do the work.

use std::future::Future;
use std::sync::Arc;

use skeg_plan::{Event, Failure};

use crate::turn::Turn;

/// Where events go.
pub type EventSink = Arc<dyn Fn(Event) + Send + Sync>;

/// Does the operations of one plan.
pub trait Executor: Send + Sync + 'static {
    /// Does one operation. Work that only waits may be dropped at any point. Work that writes is always awaited, so where it
    /// has to wait between its writes, it does that by [`Turn::wait`].
    fn execute(&self, operation: usize, turn: &Turn) -> impl Future<Output = Result<(), Unfinished>> + Send;
}

/// Why an operation was not done.
#[derive(Clone, Debug, PartialEq)]
pub enum Unfinished {
    Failed(Failure),
    /// It waited when the run was stopped.
    Stopped,
}

impl From<Failure> for Unfinished {
    fn from(failure: Failure) -> Unfinished {
        Unfinished::Failed(failure)
    }
}
