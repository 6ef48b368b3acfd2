//! One watch for all waits for resources of a kind in a namespace.
//!
//! A feed lists and then watches; its store holds the current objects and wakes the waits that a change concerns. Feeds
//! live as long as the tracker.

mod feeds;
mod run;
mod store;

#[cfg(test)]
mod tests;

pub(crate) use feeds::{Feeds, Source};
pub(crate) use store::{Feed, Health, Observed, Topic, revision_of};
