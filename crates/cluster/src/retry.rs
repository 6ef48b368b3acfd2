//! What is retried, and after how long. Pure.

use std::time::Duration;

use skeg_resources::RefusalKind;

use crate::backoff::Backoff;
use crate::error::Status;

/// How often a response that may well be final (500) is retried.
const MAX_TRIES_AFTER_INTERNAL_ERROR: u32 = 5;
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// The longest `Retry-After` that is obeyed.
const LONGEST_RETRY_AFTER: Duration = Duration::from_secs(30);

/// Whether a refusal is not about the request itself.
pub(crate) fn is_temporary(status: &Status) -> bool {
    matches!(status.code, 429 | 502 | 503 | 504)
        || is_quota_race(status)
        || matches!(status.kind(), RefusalKind::StoreTrouble)
}

/// Two creations raced for the same quota; the server asks to retry.
fn is_quota_race(status: &Status) -> bool {
    status.code == 409 && status.about_kind == "resourcequotas"
}

/// An admission or conversion webhook could not be reached. Not: one that refused.
pub(crate) fn is_webhook_down(status: &Status) -> bool {
    matches!(status.kind(), RefusalKind::WebhookDown { .. } | RefusalKind::ConversionDown)
}

/// Whether the server asks for less load.
pub(crate) fn is_overload(status: &Status) -> bool {
    status.code == 429 || (status.code == 503 && status.retry_after.is_some())
}

/// An object that does not match its schema: the server reports that as an internal error.
fn is_misfit(status: &Status) -> bool {
    matches!(status.kind(), RefusalKind::Misfit(_))
}

/// Whether a refusal is retried, after this many internal errors of the server.
pub(crate) fn is_worth_it(status: &Status, internal_errors: u32) -> bool {
    if is_webhook_down(status) || is_misfit(status) {
        return false;
    }
    is_temporary(status) || (status.code == 500 && internal_errors < MAX_TRIES_AFTER_INTERNAL_ERROR)
}

/// Whether the refused request certainly had no effect. Other temporary refusals may come after the write.
pub(crate) fn is_untouched(status: &Status) -> bool {
    status.code == 429 || is_quota_race(status) || (status.code == 503 && status.retry_after.is_some())
}

/// How long to pause after the `tries`-th failure. `jitter` is in 0..1 and keeps many clients from returning at once.
pub(crate) fn pause(tries: u32, retry_after: Option<Duration>, jitter: f64) -> Duration {
    if let Some(wanted) = retry_after {
        return wanted.min(LONGEST_RETRY_AFTER) + FIRST_PAUSE.mul_f64(jitter);
    }
    let grown = Backoff::after(FIRST_PAUSE, LONGEST_PAUSE, tries.saturating_sub(1));
    grown.mul_f64(0.5 + jitter / 2.0)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{is_overload, is_temporary, is_untouched, is_webhook_down, is_worth_it, pause};
    use crate::error::Status;

    fn status(code: u16, message: &str) -> Status {
        Status { code, message: message.to_string(), ..Status::default() }
    }

    #[test]
    fn what_is_worth_another_try() {
        // Code, message: at all, after many errors inside of the server, is temporary.
        let table = [
            (429, "", true, true, true),
            (502, "", true, true, true),
            (503, "", true, true, true),
            (504, "", true, true, true),
            (500, "etcdserver: leader changed", true, true, true),
            (500, "rpc error: code = Unavailable desc = transport is closing", true, true, true),
            (500, "Internal error occurred: odd", true, false, false),
            (
                500,
                "failed to create typed patch object (/a; v1): .dta: field not declared in schema",
                false,
                false,
                false,
            ),
            (500, "failed calling webhook \"a\": connection refused", false, false, false),
            (500, "conversion webhook for a/v1, Kind=B failed", false, false, false),
            (403, "", false, false, false),
            (404, "", false, false, false),
            (409, "the object has been modified", false, false, false),
            (422, "etcdserver: leader changed", false, false, false),
        ];
        for (code, message, at_all, after_many, temporary) in table {
            let status = status(code, message);
            let found = (is_worth_it(&status, 1), is_worth_it(&status, 5), is_temporary(&status));
            assert_eq!(found, (at_all, after_many, temporary), "{code} {message}");
        }
        let quota = Status { about_kind: "resourcequotas".to_string(), ..status(409, "please apply your changes") };
        assert!(is_worth_it(&quota, 9) && is_untouched(&quota) && !is_overload(&quota));
    }

    #[test]
    fn when_surely_nothing_was_done() {
        let waiting = Status { retry_after: Some(Duration::from_secs(1)), ..status(503, "") };
        assert!(is_untouched(&waiting) && is_overload(&waiting));
        assert!(is_untouched(&status(429, "")) && is_overload(&status(429, "")));
        assert!(!is_untouched(&status(503, "")) && !is_untouched(&status(504, "")) && !is_untouched(&status(500, "")));
    }

    #[test]
    fn webhooks_that_say_no_are_not_down() {
        assert!(is_webhook_down(&status(500, "Internal error occurred: failed calling webhook \"x\"")));
        assert!(!is_webhook_down(&status(403, "admission webhook \"x\" denied the request")));
    }

    #[test]
    fn pauses_grow_and_obey() {
        assert_eq!(pause(1, None, 0.0), Duration::from_millis(50));
        assert_eq!(pause(3, None, 1.0), Duration::from_millis(400));
        assert_eq!(pause(40, None, 1.0), Duration::from_secs(5));
        assert_eq!(pause(1, Some(Duration::from_secs(2)), 0.0), Duration::from_secs(2));
        assert_eq!(pause(1, Some(Duration::from_secs(9999)), 0.0), Duration::from_secs(30));
    }
}
