//! What can go wrong between us and a cluster, with enough data for a hint.

use std::fmt;
use std::io;
use std::time::Duration;

use serde_json::Value;
use skeg_resources::{RefusalCause, RefusalKind, told_refusal};

/// Why something could not be done on a cluster. Messages begin with what was tried on what.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The server answered and said no.
    #[error("{0}")]
    Refused(Box<Status>),
    /// No answer came, or one that cannot be read. Whether a write took effect is not known if `sent`.
    #[error("{action}: {message}")]
    Unreachable { action: String, message: String, sent: bool },
    #[error("the cluster does not know the kind {}", shown_kind(group, kind))]
    UnknownKind { group: String, kind: String },
    /// The release lock is no longer ours; nothing was sent.
    #[error("the release lock was lost: {0}")]
    LostLease(String),
    /// A watch can not go on from its resource version: list again.
    #[error("the watch is too old to continue")]
    Expired,
    /// Waiting for the release lock took longer than allowed.
    #[error("waiting for the release lock: {0}")]
    LockTimeout(String),
    /// What was said about how to connect cannot be used.
    #[error("{0}")]
    Configuration(String),
    /// An object that cannot be sent: no name, no kind.
    #[error("{action}: {message}")]
    BadObject { action: String, message: String },
}

fn shown_kind(group: &str, kind: &str) -> String {
    if group.is_empty() { kind.to_string() } else { format!("{kind} of the group {group}") }
}

/// What an API server says when it refuses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// What was tried: `applying Deployment/web in namespace shop`.
    pub action: String,
    pub code: u16,
    /// `AlreadyExists`, `Invalid`, …; empty where the server gave none.
    pub reason: String,
    pub message: String,
    pub causes: Vec<RefusalCause>,
    /// The kind in the status' details: what the message is about.
    pub about_kind: String,
    pub retry_after: Option<Duration>,
    /// It was the release lock that was to be taken.
    pub is_of_lock: bool,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let causes = self.causes.iter().map(|cause| (cause.field.as_str(), cause.message.as_str()));
        write!(f, "{}: {}", self.action, told_refusal(&self.message, causes))
    }
}

impl Status {
    /// Who or what refuses.
    pub fn kind(&self) -> RefusalKind {
        RefusalKind::of(self.code, &self.message, &self.causes)
    }

    /// Reads the body of a refusal; what is no `Status` is taken as text.
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

/// What a proxy or a broken server sent instead of a `Status`.
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
    pub fn status(&self) -> Option<&Status> {
        match self {
            Error::Refused(status) => Some(status),
            _ => None,
        }
    }

    fn has(&self, code: u16, reason: &str) -> bool {
        self.status().is_some_and(|status| status.reason == reason || (status.reason.is_empty() && status.code == code))
    }

    pub fn is_not_found(&self) -> bool {
        self.has(404, "NotFound")
    }

    /// Somebody else changed the object, or a precondition does not hold. Not: it exists already.
    pub fn is_conflict(&self) -> bool {
        self.has(409, "Conflict")
    }

    pub fn is_already_exists(&self) -> bool {
        self.has(409, "AlreadyExists")
    }

    pub fn is_forbidden(&self) -> bool {
        self.has(403, "Forbidden")
    }

    /// Nothing can be created in a namespace that is being deleted. The server calls that forbidden, whatever our rights.
    pub fn is_namespace_terminating(&self) -> bool {
        self.status().is_some_and(|status| status.kind() == RefusalKind::NamespaceTerminating)
    }

    pub fn is_invalid(&self) -> bool {
        self.has(422, "Invalid")
    }

    /// The server does not have what the path names: an API that is gone, or a namespace that never was.
    pub fn is_unknown_kind(&self) -> bool {
        matches!(self, Error::UnknownKind { .. })
    }

    /// Worth another try later: nothing is wrong with the request itself.
    pub fn is_temporary(&self) -> bool {
        match self {
            Error::Refused(status) => crate::retry::is_temporary(status),
            Error::Unreachable { .. } | Error::Expired => true,
            _ => false,
        }
    }

    /// The same, told to be about the release lock.
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

/// An error with its causes, none of them twice.
pub(crate) fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let mut message = error.to_string();
    let mut source = Some(error);
    while let Some(error) = source {
        // rustls words it for programmers, with the address of its manual.
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
        let told = Error::Refused(Box::new(status)).to_string();
        assert_eq!(
            told,
            "applying Job/x in namespace y: Job.batch \"x\" is invalid: spec.template: Invalid value (too long to be shown): \
             field is immutable"
        );
    }
}
