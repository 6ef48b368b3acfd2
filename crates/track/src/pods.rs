//! What pods say about their workload: which of them count, what they wait for, what went wrong. Pure.

mod age;
mod budget;
mod container;
mod diagnosis;
mod events;
mod ledger;
mod owner;
mod probe;
mod waits;
mod work;

#[cfg(test)]
mod tests;

pub(crate) use age::written;
pub use budget::{allowed_failures, counts_crashes};
pub(crate) use container::{State, containers};
pub use diagnosis::{Trouble, diagnose, unready_container};
pub(crate) use events::{event_line, happened, latest, message, times};
pub use ledger::{Ledger, Terms};
pub(crate) use owner::owners;
pub use owner::{is_owned_by, newest_replica_set, of_newest_revision, replaces_all_pods};
pub(crate) use waits::is_unschedulable;
pub use waits::{is_ready, waits};
pub(crate) use work::is_at_work;
