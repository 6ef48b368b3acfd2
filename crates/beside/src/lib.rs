//! Starts threads that run beside the one that starts them from the first moment on.
//!
//! A kernel may leave a new thread on the processor of its parent, and the other one idle, until it next balances its load.
//! That was seen to take one to three milliseconds, which is as long as all the work of a rendering.
//!
//! In: a scope, and what to do. Out: a thread at work. What it works on is none of this crate's business.

#[cfg(target_os = "linux")]
mod processor;
#[cfg(not(target_os = "linux"))]
#[path = "no_processor.rs"]
mod processor;
mod spawn;

pub use spawn::{available, spawn};

#[cfg(test)]
mod tests;
