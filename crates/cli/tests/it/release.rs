//! Releases on a real control plane, by the real command: what a person or a pipeline would do and see.

mod conditions;
mod definitions;
mod detected;
mod failures;
mod files;
mod first_steps;
mod going_back;
mod hooks;
mod interruption;
mod killed;
mod lifecycle;
mod manifests;
mod metadata;
mod namespaces;
mod order;
mod ownership;
mod pieces;
mod reading;
mod records;
mod recreate;
mod refusals;
mod running;
mod site;
mod trace;
mod two_at_once;
