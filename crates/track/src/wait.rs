//! The waits: one per resource, woken by feeds when something about it changes.

mod absent;
mod activity;
mod clock;
mod closer;
mod evidence;
mod explain;
mod family;
mod log_filter;
mod logs;
mod present;
mod ready;
mod root;
mod served;
mod surroundings;
mod verdict;
mod waiter;

pub(crate) use absent::absent;
pub(crate) use present::present;
pub(crate) use ready::ready;

/// Receives the notices of a wait.
pub(crate) type Observer<'a> = &'a mut (dyn FnMut(crate::Notice) + Send);
