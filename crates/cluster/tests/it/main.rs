//! The cluster crate against a real API server.

mod connecting;
mod discovering;
mod faults;
mod locking;
mod logs;
mod objects;
mod proofs;
mod proxy;
mod retrying;
mod support;
mod taking_over;
mod watching;
