//! When a call is worth another try, and after how long. Pure.

use std::time::Duration;

use crate::error::Status;

/// How often an answer that may well be final (500) is asked for again.
const MAX_TRIES_AFTER_INTERNAL_ERROR: u32 = 5;
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// More than this no server is obeyed in one go.
const LONGEST_RETRY_AFTER: Duration = Duration::from_secs(30);

/// Texts of a server that lost its store for a moment.
const STORE_TROUBLE: &[&str] = &[
    "etcdserver: leader changed",
    "etcdserver: request timed out",
    "etcdserver: too many requests",
    "etcdserver: no leader",
    "etcdserver: mvcc: database space exceeded",
    "raft proposal dropped",
    "the server was unable to return a response in the time allotted",
    "transport is closing",
    "context deadline exceeded",
    "connection refused",
    "connection reset by peer",
];

/// Whether a refusal says nothing about the request itself.
pub(crate) fn is_temporary(status: &Status) -> bool {
    matches!(status.code, 429 | 502 | 503 | 504) || is_store_trouble(status) || is_quota_race(status)
}

fn is_store_trouble(status: &Status) -> bool {
    status.code == 500 && !is_webhook_down(status) && STORE_TROUBLE.iter().any(|text| status.message.contains(text))
}

/// Two creations reached for the same quota at once; the server asks us to come again.
fn is_quota_race(status: &Status) -> bool {
    status.code == 409 && status.about_kind == "resourcequotas"
}

/// An admission or conversion webhook could not be reached. Not: one that said no.
pub(crate) fn is_webhook_down(status: &Status) -> bool {
    let text = &status.message;
    status.code >= 500 && (text.contains("failed calling webhook") || text.contains("conversion webhook for"))
}

/// Whether the server is telling us to send less.
pub(crate) fn is_overload(status: &Status) -> bool {
    status.code == 429 || (status.code == 503 && status.retry_after.is_some())
}

/// An object that does not fit its kind: the server calls that an error of its own.
fn is_misfit(status: &Status) -> bool {
    status.message.starts_with("failed to create typed patch object")
}

/// Whether a refusal is worth another try, after so many errors inside of the server.
pub(crate) fn is_worth_it(status: &Status, internal_errors: u32) -> bool {
    if is_webhook_down(status) || is_misfit(status) {
        return false;
    }
    is_temporary(status) || (status.code == 500 && internal_errors < MAX_TRIES_AFTER_INTERNAL_ERROR)
}

/// Whether nothing was done for sure when this came back. Other refusals of the kind above may come after the write.
pub(crate) fn is_untouched(status: &Status) -> bool {
    status.code == 429 || is_quota_race(status) || (status.code == 503 && status.retry_after.is_some())
}

/// How long to wait after the `tries`-th failure. `chance` is in 0..1 and keeps many clients from coming back at once.
pub(crate) fn pause(tries: u32, retry_after: Option<Duration>, chance: f64) -> Duration {
    if let Some(wanted) = retry_after {
        return wanted.min(LONGEST_RETRY_AFTER) + FIRST_PAUSE.mul_f64(chance);
    }
    let grown = FIRST_PAUSE.saturating_mul(1 << tries.saturating_sub(1).min(10)).min(LONGEST_PAUSE);
    grown.mul_f64(0.5 + chance / 2.0)
}
