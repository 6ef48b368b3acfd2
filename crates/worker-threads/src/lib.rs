//! Worker threads for parallel work.
//!
//! They start on first use and stay until they are stopped: starting one takes as long as parsing a template file, and
//! the memory it allocated would lie idle after it ends.
//!
//! In: work that several threads can share. Out: the same work, done sooner. It knows nothing about the work.

mod pool;

pub use pool::{STACK, Workers, available, scope, stop, when_idle};

#[cfg(test)]
mod tests;
