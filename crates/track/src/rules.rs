//! When a resource is ready, judged by what the API server says of it. Pure: one file a kind.

mod api_service;
mod assess;
mod assessment;
mod claim;
mod custom;
mod custom_resource_definition;
mod daemon_set;
mod deployment;
mod job;
mod known_custom;
mod namespace;
mod pod;
mod presence;
mod replica_set;
mod route;
mod service;
mod stateful_set;
mod status;
mod volume;
mod words;

#[cfg(test)]
mod tests;

pub use assess::{assess, has_succeeded};
pub use assessment::{Assessment, Progress, Surroundings};
pub(crate) use job::failures as failures_of_job;
pub use namespace::what_holds;
pub use presence::is_ready_once_present;
pub(crate) use status::{Condition, condition, conditions, failures_so_far, is_observed, number};
