//! The test cluster itself: it starts, pods behave as requested, requests are counted, nothing is left behind.

mod api_only;
mod audit;
mod ends;
#[cfg(feature = "faults")]
mod faults;
mod helms;
mod logs;
mod pods;
