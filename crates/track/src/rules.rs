//! When a resource is ready, by its API object. Pure: one file and one row in `table` per kind.

mod api_service;
mod assess;
mod assessment;
mod claim;
mod custom;
mod custom_resource_definition;
mod daemon_set;
mod deployment;
mod disruption_budget;
mod job;
mod known_custom;
mod namespace;
mod pod;
mod replica_set;
mod route;
mod service;
mod stated;
mod stateful_set;
mod status;
mod table;
mod volume;
mod words;

#[cfg(test)]
mod tests;

pub use assess::{assess, has_succeeded};
pub use assessment::{Assessment, Surroundings};
pub(crate) use custom::{has_status, nobody_writes_status};
pub(crate) use job::failures as failures_of_job;
pub use namespace::what_holds;
pub use skeg_resources::Progress;
pub use stated::assess_stated;
pub(crate) use stated::{complaints, had_succeeded};
pub(crate) use status::{Condition, condition, conditions, failures_so_far, is_observed, number};
pub(crate) use table::{Besides, Pods as PodsOfKind, rule_of};
pub use table::{is_ready_once_present, is_workload};
