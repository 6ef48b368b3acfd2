//! What to wait for, and for how long.

use std::time::Duration;

use skeg_resources::{Object, ReadinessConditions, ResourceId, Tracking};

/// Time limits and logs. A duration of zero means no limit.
#[derive(Clone, Debug)]
pub struct Options {
    /// How long a resource may take to become ready.
    pub readiness_timeout: Duration,
    /// How long a resource may take to appear.
    pub presence_timeout: Duration,
    /// How long a resource may take to be gone.
    pub absence_timeout: Duration,
    /// Do not follow logs; those of failures are still fetched.
    pub no_pod_logs: bool,
    /// How long a controller of an unknown kind may take to notice a resource.
    pub settling: Duration,
    /// A resource without any progress for this long fails, unless its annotation says otherwise. Workloads also get
    /// the delays that their own spec asks for.
    pub no_activity_timeout: Duration,
    /// After this long without any message a watch is no longer trusted. Servers send one about every minute.
    pub watch_silence: Duration,
    /// How many log lines and events a failure contains.
    pub evidence_lines: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            readiness_timeout: Duration::ZERO,
            presence_timeout: Duration::from_secs(5 * 60),
            absence_timeout: Duration::ZERO,
            no_pod_logs: false,
            settling: Duration::from_secs(10),
            no_activity_timeout: Duration::from_secs(4 * 60),
            watch_silence: Duration::from_secs(75),
            evidence_lines: 10,
        }
    }
}

/// A resource to wait for.
#[derive(Clone, Debug)]
pub struct TrackTarget {
    /// The resource.
    pub id: ResourceId,
    /// The API version to use; empty for the cluster's preferred one.
    pub version: String,
    /// What its annotations say; `None` for resources outside the release.
    pub tracking: Option<Tracking>,
    /// As applied, or as it was before it was deleted. Older states of the resource are ignored.
    pub object: Option<Object>,
}

impl TrackTarget {
    /// What its annotations state about readiness.
    pub(crate) fn conditions(&self) -> Option<&ReadinessConditions> {
        self.tracking.as_ref()?.readiness.as_ref()
    }
}
