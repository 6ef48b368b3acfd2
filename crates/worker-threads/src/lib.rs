//! Worker threads for work that can be shared.
//!
//! They start when there is first something to share and stay until they are stopped: starting one takes as long as parsing
//! a template file, and what it has allocated would lie idle after it.
//!
//! In: work that can be shared. Out: the same work, done sooner. It knows nothing of what the work is.

mod pool;

pub use pool::{STACK, Workers, available, scope, stop, when_idle};

#[cfg(test)]
mod tests;
