//! What the dispatcher wants of those who do the work.

use std::future::Future;
use std::sync::Arc;

use skeg_plan::{Event, Failure};

/// Where events go.
pub type EventSink = Arc<dyn Fn(Event) + Send + Sync>;

/// Does the operations of one plan.
pub trait Perform: Send + Sync + 'static {
    /// Does one operation. Work that only waits may be dropped at any point; work that writes is always awaited.
    fn perform(&self, operation: usize) -> impl Future<Output = Result<(), Failure>> + Send;
}
