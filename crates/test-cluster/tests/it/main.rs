//! The test cluster itself: it starts, pods do what they are told, requests are counted, nothing stays behind.

mod api_only;
mod audit;
mod ends;
#[cfg(feature = "faults")]
mod faults;
mod helms;
mod logs;
mod pods;
