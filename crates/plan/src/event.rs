//! Events of an execution, for everything that shows or records them.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use skeg_resources::{DeployType, Progress};

/// An event. Operations and targets are indices into the plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The execution of a plan begins: the deploy, the cleanup after a failure, a rollback.
    PlanStarted {
        /// `deploy`, `uninstall`, or `cleanup` after a failure.
        name: String,
        /// The number of its operations.
        operations: usize,
    },
    /// An operation was started.
    OperationStarted {
        /// Index into the plan's operations.
        operation: usize,
    },
    /// An operation ended.
    OperationEnded {
        /// Index into the plan's operations.
        operation: usize,
        /// How it ended.
        ending: Ending,
        /// How long it took.
        took: Duration,
    },
    /// The state of a chart in an ordered deploy changed.
    Chart {
        /// Index into the charts of the plan's order.
        chart: usize,
        /// Its new state, with times and the error.
        run: ChartRun,
    },
    /// The state of a tracked resource.
    Progress {
        /// Index into the plan's operations.
        operation: usize,
        /// The new state.
        progress: Progress,
    },
    /// A line of a pod's log.
    Log {
        /// The operation that tracks the pod's resource.
        operation: usize,
        /// The pod's name.
        pod: String,
        /// The container's name.
        container: String,
        /// Without its line end.
        line: String,
    },
    /// A Kubernetes event of a tracked resource, if its annotations ask for them.
    Message {
        /// The operation that tracks the resource.
        operation: usize,
        /// Reason and message of the event.
        text: String,
    },
    /// Blocked by something else: `another deploy of this release is under way`.
    Waiting {
        /// For people.
        text: String,
    },
    /// A warning by the API server or by Skeg.
    Warning {
        /// For people.
        text: String,
    },
    /// No more operations are started; this many writes are still running.
    Stopping {
        /// Writes that are still running.
        in_flight: usize,
    },
}

/// The state of a chart in an ordered deploy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChartState {
    /// Nothing of it was started.
    #[default]
    Pending,
    /// Something of it, or of its subcharts, was started. In an uninstall it is being deleted.
    Installing,
    /// All of it is ready, its subcharts included. In an uninstall it is gone.
    Ready,
    /// A part of it failed.
    Failed,
}

impl ChartState {
    /// In one word: `ready`, or `gone` for an uninstalled chart.
    pub fn word(self, deploy_type: DeployType) -> &'static str {
        match (self, deploy_type) {
            (ChartState::Pending, _) => "pending",
            (ChartState::Installing, DeployType::Uninstall) => "uninstalling",
            (ChartState::Installing, _) => "installing",
            (ChartState::Ready, DeployType::Uninstall) => "gone",
            (ChartState::Ready, _) => "ready",
            (ChartState::Failed, _) => "failed",
        }
    }
}

/// The progress of one chart in an ordered deploy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ChartRun {
    /// Its state.
    pub state: ChartState,
    /// When its first operation started, RFC 3339.
    pub started: Option<String>,
    /// When it became ready or failed, RFC 3339.
    pub ended: Option<String>,
    /// Why it failed, or why it was not started: `Deployment/web: container api crashed 3 times`.
    pub error: Option<String>,
}

/// How an operation ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// It succeeded.
    Done,
    /// It failed, and its fail mode lets the deploy continue.
    Ignored(Failure),
    /// It failed, and the deploy with it.
    Failed(Failure),
    /// It was running when the deploy was stopped.
    Cancelled,
}

/// Why an operation failed, with the deepest known cause.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Failure {
    /// The kind of failure.
    pub kind: FailureKind,
    /// One line: `container api crashed 3 times (exit code 1)`.
    pub message: String,
    /// The pod that failed, if it was one.
    pub pod: Option<String>,
    /// The container that failed, if it was one.
    pub container: Option<String>,
    /// The end of the container's log.
    pub log_lines: Vec<String>,
    /// `10:02:12  BackOff  Back-off restarting failed container`.
    pub events: Vec<String>,
}

/// The kind of failure, for programs, error codes and hints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// The resource, or something that belongs to it, failed.
    #[default]
    Failed,
    /// It took too long.
    TimedOut,
    /// The API server refused the write for a reason other than those below.
    Refused,
    /// The user lacks the right, or admission control refuses.
    Forbidden,
    /// The API server does not answer.
    Unreachable,
    /// The cluster does not serve the kind.
    UnknownKind,
    /// The release lock was lost.
    LockLost,
    /// The namespace is being deleted.
    NamespaceTerminating,
    /// A record of the release could not be read or written.
    Record,
    /// A bug in Skeg.
    Internal,
}
