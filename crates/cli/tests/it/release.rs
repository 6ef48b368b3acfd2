//! Releases on a real control plane, by the real command: what a person or a pipeline would do and see.

mod first_steps;
mod site;
