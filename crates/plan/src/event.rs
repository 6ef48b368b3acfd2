//! What happens while a plan is executed, for all that show or record it.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use skeg_resources::Progress;

/// Something that happened. Operations and targets are indices into the plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A plan begins: the first, the failure plan, a rollback.
    PlanStarted {
        name: String,
        operations: usize,
    },
    OperationStarted {
        operation: usize,
    },
    OperationEnded {
        operation: usize,
        ending: Ending,
        took: Duration,
    },
    /// What a resource that is waited for is about.
    Progress {
        operation: usize,
        progress: Progress,
    },
    Log {
        operation: usize,
        pod: String,
        container: String,
        line: String,
    },
    /// An event of a resource that is waited for, where its annotations ask for them.
    Message {
        operation: usize,
        text: String,
    },
    /// Nothing can be done before something else has happened: `another deploy of this release is under way`.
    Waiting {
        text: String,
    },
    /// The API server's, or ours.
    Warning {
        text: String,
    },
    /// No more operations are begun; this many writes are on their way.
    Stopping {
        in_flight: usize,
    },
}

/// How an operation ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    Done,
    /// It failed, and its fail mode lets the deploy go on.
    Ignored(Failure),
    Failed(Failure),
    /// It was under way when all was stopped.
    Cancelled,
}

/// Why an operation failed, as far down as it could be found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Failure {
    pub kind: FailureKind,
    /// One line: `container api crashed 3 times (exit code 1)`.
    pub message: String,
    pub pod: Option<String>,
    pub container: Option<String>,
    pub log_lines: Vec<String>,
    /// `10:02:12  BackOff  Back-off restarting failed container`.
    pub events: Vec<String>,
}

/// What kind of failure it is, for programs, error codes and hints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// The resource, or what belongs to it, failed.
    #[default]
    Failed,
    /// It took too long.
    TimedOut,
    /// The API server refused the write, for another reason than those below.
    Refused,
    Forbidden,
    Unreachable,
    UnknownKind,
    LockLost,
    NamespaceTerminating,
    /// A record of the release could not be read or written.
    Record,
    /// A mistake in Skeg.
    Internal,
}
