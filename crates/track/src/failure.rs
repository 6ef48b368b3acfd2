//! Why waiting ended without success, as far down as it could be found.

use std::fmt;

use skeg_resources::ResourceId;

/// Why a resource did not get where it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackFailure {
    pub resource: ResourceId,
    pub cause: Cause,
    /// One line: `container api crashed 3 times (exit code 1)`.
    pub message: String,
    pub pod: Option<String>,
    pub container: Option<String>,
    /// One word of Kubernetes: `CrashLoopBackOff`.
    pub reason: Option<String>,
    pub exit_code: Option<i64>,
    pub restarts: u32,
    pub log_lines: Vec<String>,
    /// `10:02:12  BackOff  Back-off restarting failed container`.
    pub events: Vec<String>,
}

/// What kind of failure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The resource, or what belongs to it, failed.
    Failed,
    /// It took too long.
    TimedOut,
    /// The cluster refused to say.
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
