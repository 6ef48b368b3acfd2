//! Errors of requests, with the data that hints need.

use std::fmt;
use std::io;
use std::time::Duration;

use serde_json::Value;
use skeg_resources::{RefusalCause, RefusalKind, short_refusal};

/// Why a request failed. Messages begin with the action and the object.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The server answered and said no.
    #[error("{0}")]
    Refused(Box<Status>),
    /// No response came, or an unreadable one. If `sent`, a write may have taken effect.
    #[error("{action}: {message}")]
    Unreachable {
        /// The action, as in [`Status::action`].
        action: String,
        /// Why, with all causes.
        message: String,
        /// The request may have reached the server.
        sent: bool,
    },
    /// The cluster does not serve this kind.
    #[error("the cluster does not know the kind {}", shown_kind(group, kind))]
    UnknownKind {
        /// Empty for the core group.
        group: String,
        /// As written in the manifest.
        kind: String,
    },
    /// The release lock was lost; nothing was sent.
    #[error("the release lock was lost: {0}")]
    LostLease(String),
    /// A watch cannot continue from its resource version: list again.
    #[error("the watch is too old to continue")]
    Expired,
    /// Waiting for the release lock took longer than allowed.
    #[error("waiting for the release lock: {0}")]
    LockTimeout(String),
    /// The settings of the connection cannot be used.
    #[error("{0}")]
    Configuration(String),
    /// The object has no name or kind, so it cannot be sent.
    #[error("{action}: {message}")]
    BadObject {
        /// The action, as in [`Status::action`].
        action: String,
        /// What is missing.
        message: String,
    },
}

fn shown_kind(group: &str, kind: &str) -> String {
    if group.is_empty() { kind.to_string() } else { format!("{kind} of the group {group}") }
}

/// A refusal by the API server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// The action: `applying Deployment/web in namespace shop`.
    pub action: String,
    /// The HTTP status.
    pub code: u16,
    /// `AlreadyExists`, `Invalid`, …; empty if the server gave none.
    pub reason: String,
    /// The server's message, with long values cut.
    pub message: String,
    /// The fields that the server names.
    pub causes: Vec<RefusalCause>,
    /// The kind in the status's details.
    pub about_kind: String,
    /// From the `Retry-After` header.
    pub retry_after: Option<Duration>,
    /// The refused write was for the release lock.
    pub is_of_lock: bool,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let RefusalKind::Misfit(faults) = self.kind() {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            return write!(f, "{}: {}", self.action, faults.join("; "));
        }
        let causes = self.causes.iter().map(|cause| (cause.field.as_str(), cause.message.as_str()));
        write!(f, "{}: {}", self.action, short_refusal(&self.message, causes))
    }
}

impl Status {
    /// What kind of refusal it is.
    pub fn kind(&self) -> RefusalKind {
        RefusalKind::of(self.code, &self.message, &self.causes)
    }

    /// Reads the body of a refusal; anything but a `Status` is taken as text.
    pub(crate) fn read(action: &str, code: u16, body: &[u8], retry_after: Option<Duration>) -> Status {
        let value: Value = serde_json::from_slice(body).unwrap_or(Value::Null);
        let text = |place: &Value, key: &str| place[key].as_str().unwrap_or_default().to_string();
        let cause = |cause: &Value| RefusalCause {
            field: text(cause, "field"),
            reason: text(cause, "reason"),
            message: text(cause, "message"),
        };
        let details = &value["details"];
        let mut message = text(&value, "message");
        if message.is_empty() {
            message = plain_message(code, body);
        }
        Status {
            action: action.to_string(),
            code: value["code"].as_u64().and_then(|code| u16::try_from(code).ok()).unwrap_or(code),
            reason: text(&value, "reason"),
            message,
            causes: details["causes"].as_array().into_iter().flatten().map(cause).collect(),
            about_kind: text(details, "kind"),
            is_of_lock: false,
            retry_after: retry_after.or_else(|| details["retryAfterSeconds"].as_u64().map(Duration::from_secs)),
        }
    }
}

/// The message if a proxy or a broken server sent something else than a `Status`.
fn plain_message(code: u16, body: &[u8]) -> String {
    let text = String::from_utf8_lossy(&body[..body.len().min(300)]);
    let text = text.trim();
    let name = http::StatusCode::from_u16(code).ok().and_then(|code| code.canonical_reason()).unwrap_or("no reason");
    if text.is_empty() {
        format!("the server answered {code} {name}")
    } else {
        format!("the server answered {code} {name}: {text}")
    }
}

impl Error {
    /// The refusal, if it is one.
    pub fn status(&self) -> Option<&Status> {
        match self {
            Error::Refused(status) => Some(status),
            _ => None,
        }
    }

    fn has(&self, code: u16, reason: &str) -> bool {
        self.status().is_some_and(|status| status.reason == reason || (status.reason.is_empty() && status.code == code))
    }

    /// The object does not exist (404).
    pub fn is_not_found(&self) -> bool {
        self.has(404, "NotFound")
    }

    /// Somebody else changed the object, or a precondition failed. Not: the object exists already.
    pub fn is_conflict(&self) -> bool {
        self.has(409, "Conflict")
    }

    /// The object exists already (409 `AlreadyExists`).
    pub fn is_already_exists(&self) -> bool {
        self.has(409, "AlreadyExists")
    }

    /// The user lacks the right, or admission control refuses (403).
    pub fn is_forbidden(&self) -> bool {
        self.has(403, "Forbidden")
    }

    /// The user may not do it. Quotas, policies and webhooks are called forbidden too, and no right helps against them.
    pub fn lacks_rights(&self) -> bool {
        let of_user = |status: &Status| matches!(status.kind(), RefusalKind::Rights | RefusalKind::Forbidden);
        self.is_forbidden() && self.status().is_some_and(of_user)
    }

    /// The namespace is being deleted. The server reports that as forbidden, whatever the user's rights.
    pub fn is_namespace_terminating(&self) -> bool {
        self.status().is_some_and(|status| status.kind() == RefusalKind::NamespaceTerminating)
    }

    /// The object is not valid (422).
    pub fn is_invalid(&self) -> bool {
        self.has(422, "Invalid")
    }

    /// The path does not exist: an API that is gone, or a namespace that never existed.
    pub fn is_unknown_kind(&self) -> bool {
        matches!(self, Error::UnknownKind { .. })
    }

    /// Worth a retry: nothing is wrong with the request itself.
    pub fn is_temporary(&self) -> bool {
        match self {
            Error::Refused(status) => crate::retry::is_temporary(status),
            Error::Unreachable { .. } | Error::Expired => true,
            _ => false,
        }
    }

    /// The same error, marked as about the release lock.
    pub(crate) fn of_lock(self) -> Error {
        match self {
            Error::Refused(status) => Error::Refused(Box::new(Status { is_of_lock: true, ..*status })),
            error => error,
        }
    }

    pub(crate) fn bad_object(action: impl Into<String>, message: impl Into<String>) -> Error {
        Error::BadObject { action: action.into(), message: message.into() }
    }
}

/// An error with its causes, without repetitions.
pub(crate) fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let mut message = error.to_string();
    let mut source = Some(error);
    while let Some(error) = source {
        // rustls's text is for programmers and links to its manual.
        if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::UnexpectedEof) {
            return "the server closed the connection; it may be restarting".to_string();
        }
        let text = error.to_string();
        if !message.contains(&text) {
            message = format!("{message}: {text}");
        }
        source = error.source();
    }
    message
}

#[cfg(test)]
mod tests {
    use std::io;

    use skeg_resources::RefusalCause;

    use super::{Error, Status, chain};

    #[test]
    fn a_connection_that_the_server_closed_is_told_plainly() {
        let text = "peer closed connection without sending TLS close_notify: https://docs.rs/rustls/latest/rustls/x";
        assert_eq!(
            chain(&io::Error::new(io::ErrorKind::UnexpectedEof, text)),
            "the server closed the connection; it may be restarting"
        );
        assert_eq!(chain(&io::Error::other("broken pipe")), "broken pipe");
    }

    #[test]
    fn a_refusal_is_told_without_dumps() {
        let dump = format!("Invalid value: core.PodTemplateSpec{{{}}}: field is immutable", "x, ".repeat(1000));
        let status = Status {
            action: "applying Job/x in namespace y".to_string(),
            code: 422,
            message: format!("Job.batch \"x\" is invalid: spec.template: {dump}"),
            causes: vec![RefusalCause { field: "spec.template".to_string(), message: dump, ..RefusalCause::default() }],
            ..Status::default()
        };
        let text = Error::Refused(Box::new(status)).to_string();
        assert_eq!(
            text,
            "applying Job/x in namespace y: Job.batch \"x\" is invalid: spec.template: Invalid value (too long to be shown): \
             field is immutable"
        );
    }
}
