//! Waits until resources are ready, present or gone, and finds out early when they will not be.
//!
//! In: what to wait for and the cluster. Out: progress while it lasts, then success or a failure with its cause: pod,
//! container, reason, last log lines. [`rules`] and [`pods`] are pure. It prints nothing and plans nothing.

pub mod pods;
pub mod rules;
