//! Threads that help the one they run beside.
//!
//! They start when there is first something to help with and stay until they are dismissed, since starting one takes as long
//! as parsing a template file, and what it has allocated would lie idle after it.
//!
//! In: work that can be shared. Out: the same work, done sooner. What it is about is none of this crate's business.

mod helpers;
#[cfg(target_os = "linux")]
mod processor;
#[cfg(not(target_os = "linux"))]
#[path = "no_processor.rs"]
mod processor;

pub use helpers::{Helpers, STACK, available, dismiss, scope, when_idle};

#[cfg(test)]
mod tests;
