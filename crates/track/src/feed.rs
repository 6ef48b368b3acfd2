//! One watch for all who wait for resources of a kind in a namespace.
//!
//! A feed lists and then watches; its store holds what is there now and wakes those who asked about what changed. The
//! feeds live as long as the tracker does.

mod feeds;
mod run;
mod store;

#[cfg(test)]
mod tests;

pub(crate) use feeds::{Feeds, Source};
pub(crate) use store::{Feed, Health, Observed, Topic, revision_of};
