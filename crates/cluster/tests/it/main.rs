//! The cluster crate against a real API server.

mod connecting;
mod discovering;
mod faults;
mod locking;
mod logs;
mod objects;
mod old_server;
mod proofs;
mod queueing;
mod refusing;
mod support;
mod taking_over;
mod watching;
mod webhooks;
