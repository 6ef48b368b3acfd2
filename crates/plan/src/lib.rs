//! From what is wanted, what is there and what was deployed before, to a graph of operations that says for each what it
//! waits for and why.
//!
//! Pure: no cluster, no clock, no randomness. A [`Plan`] serialises as it is, so that what was reviewed can be executed.

mod change;
mod event;
mod observation;
mod operation;
mod plan;
mod request;

pub use change::{Cause, Change, ChangeKind};
pub use event::{Ending, Event, Failure, Progress};
pub use observation::{Live, Refusal, RefusalCause, Trial};
pub use operation::{Action, Edge, Operation, Reason};
pub use plan::{Plan, ReleaseName, Target};
pub use request::{Policy, Request, Revision};
pub use skeg_resources::ReleaseStatus;
