//! Releases on a real control plane, by the real command: what a person or a pipeline would do and see.

mod failures;
mod first_steps;
mod going_back;
mod interruption;
mod killed;
mod pieces;
mod records;
mod running;
mod site;
mod two_at_once;
