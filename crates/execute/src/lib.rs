//! Runs a plan: one dispatcher that owns what is known of each operation, and workers that only do.
//!
//! In: a plan, the records it writes, a cluster. Out: how each operation ended, and events on the way. It does not print,
//! and it does not decide what to do: that is the plan's matter.

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
pub use worker::{Records, Worker};
