//! What is to be waited for, and for how long.

use std::time::Duration;

use skeg_resources::{Object, ResourceId, Tracking};

/// How long is waited. A duration of zero means without end.
#[derive(Clone, Debug)]
pub struct Options {
    pub readiness_timeout: Duration,
    pub presence_timeout: Duration,
    pub absence_timeout: Duration,
    /// Logs are not followed; those of what failed are still fetched.
    pub no_pod_logs: bool,
    /// How long a controller may take to notice a resource of a kind we know nothing about.
    pub settling: Duration,
    /// Whatever shows nothing new for so long fails, unless its annotation says otherwise. Workloads are given the time that
    /// their own specification asks for besides.
    pub no_activity_timeout: Duration,
    /// After so long a silence a watch is not trusted any more. Servers speak up about every minute.
    pub watch_silence: Duration,
    /// How many lines of a log and how many events a failure carries.
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

/// What is waited for.
#[derive(Clone, Debug)]
pub struct TrackTarget {
    pub id: ResourceId,
    /// The version to ask for; empty where the cluster's own choice will do.
    pub version: String,
    /// What its annotations say; none for what is not of the release.
    pub tracking: Option<Tracking>,
    /// As it was applied, or as it was before it was deleted. Older states of the resource count for nothing then.
    pub object: Option<Object>,
}
