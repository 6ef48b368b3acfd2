//! Output for people and programs, from real plans.

mod drift;
mod frozen_plans;
mod graphs;
mod listings;
mod ordered;
mod plans;
mod progress;
mod reports;
mod sample;
mod schema;
mod summaries;
