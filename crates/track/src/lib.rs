//! Waits until resources are ready, present or gone, and detects early if they never will be.
//!
//! In: what to wait for and the cluster. Out: progress, then success or a failure with its cause: pod, container,
//! reason, last log lines. [`rules`] and [`pods`] are pure. It prints nothing and plans nothing.

mod failure;
mod feed;
mod notice;
mod options;
pub mod pods;
pub mod rules;
mod tracker;
mod wait;

pub use failure::{Cause, TrackFailure};
pub use notice::Notice;
pub use options::{Options, TrackTarget};
pub use rules::Progress;
pub use tracker::Tracker;
