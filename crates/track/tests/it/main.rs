//! Trackers against a real control plane.

mod absence;
mod custom;
mod faults;
mod jobs;
mod logs;
mod presence;
mod rights;
mod rollouts;
mod stated;
mod support;
mod watches;
mod workloads;
