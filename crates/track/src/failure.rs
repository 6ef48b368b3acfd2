//! Why tracking failed, with the deepest known cause.

use std::fmt;

use skeg_resources::ResourceId;

/// Why a resource did not reach the state that was waited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackFailure {
    /// The resource that was waited for.
    pub resource: ResourceId,
    /// The kind of failure.
    pub cause: Cause,
    /// One line: `container api crashed 3 times (exit code 1)`.
    pub message: String,
    /// The pod that failed, if it was one.
    pub pod: Option<String>,
    /// The container that failed, if it was one.
    pub container: Option<String>,
    /// Kubernetes' reason: `CrashLoopBackOff`.
    pub reason: Option<String>,
    /// Of the container's last run.
    pub exit_code: Option<i64>,
    /// Of the container.
    pub restarts: u32,
    /// The end of the container's log.
    pub log_lines: Vec<String>,
    /// `10:02:12  BackOff  Back-off restarting failed container`.
    pub events: Vec<String>,
}

/// The kind of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The resource, or something that belongs to it, failed.
    Failed,
    /// It took too long.
    TimedOut,
    /// The API server refused to answer.
    Refused,
}

impl TrackFailure {
    pub(crate) fn new(resource: &ResourceId, cause: Cause, message: impl Into<String>) -> Box<TrackFailure> {
        Box::new(TrackFailure {
            resource: resource.clone(),
            cause,
            message: message.into(),
            pod: None,
            container: None,
            reason: None,
            exit_code: None,
            restarts: 0,
            log_lines: Vec::new(),
            events: Vec::new(),
        })
    }
}

impl fmt::Display for TrackFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.resource)?;
        if let Some(pod) = &self.pod {
            write!(f, ", pod {pod}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for TrackFailure {}
