//! Executes a plan: a dispatcher owns the state of each operation, workers do the work.
//!
//! In: a plan, the records it writes, a cluster. Out: how each operation ended, and events on the way. It does not
//! print, and it does not decide what to do: the plan does.

mod charts;
mod dispatch;
mod executor;
mod outcome;
mod recovering;
mod stop;
mod turn;
mod waits;
mod worker;

pub use dispatch::{Options, dispatch};
pub use executor::{EventSink, Executor, Unfinished};
pub use outcome::{Outcome, Verdict};
pub use stop::{Stop, StopCause};
pub use turn::Turn;
pub use waits::Waits;
pub use worker::{InventoryKeeper, Records, Worker};
