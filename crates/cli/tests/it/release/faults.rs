//! Whole deploys over an unreliable connection: an API server that refuses, loses, cuts and falls silent, and a
//! deployer that is killed at each of its writes.

mod killed_at;
mod lock;
mod scene;
mod state;
mod storms;
mod watches;
