//! Judges a workload by its own state and its pods.

use std::sync::Arc;

use skeg_resources::Object;

use super::family::Pods;
use crate::pods::{Trouble, diagnose, is_ready, latest, message, waits};
use crate::rules::{Progress, failures_of_job};

/// The result of a look at a resource.
pub(super) enum Verdict {
    Ready,
    Wait(Progress),
    Failed(Problem),
}

/// Why a resource failed.
pub(super) enum Problem {
    /// A pod's failure is the reason.
    Trouble(Trouble),
    /// The resource reports a failure; its pods may know why.
    Reported(String),
    /// No progress for too long.
    Idle(String),
    /// Nothing more is known.
    Plain(String),
}

/// The problem of the youngest pod that has one.
pub(super) fn last_trouble(pods: &Pods) -> Option<Trouble> {
    let troubles = pods.newest.iter().filter_map(|pod| Some((pod, diagnose(pod)?)));
    let youngest = troubles.max_by_key(|(pod, _)| pod.text_at(&["metadata", "creationTimestamp"]).map(str::to_string));
    youngest.map(|(_, trouble)| trouble)
}

/// The pod that best explains why a workload is not ready: one with a problem, else one that is not ready.
pub(super) fn witness(pods: &Pods) -> Option<&Arc<Object>> {
    let unready = || pods.newest.iter().filter(|pod| is_awaited(pod));
    unready().find(|pod| diagnose(pod).is_some()).or_else(|| unready().next())
}

/// Not ready, and not being replaced.
fn is_awaited(pod: &Object) -> bool {
    !is_ready(pod) && !pod.is_being_deleted() && pod.text_at(&["status", "phase"]) != Some("Failed")
}

/// What the workload waits for according to its pods; `None` if they do not say.
pub(super) fn waits_of_pods(
    root: &Object,
    pods: &Pods,
    mut events_about: impl FnMut(&Object) -> Vec<Arc<Object>>,
) -> Option<String> {
    if let Some(pod) = witness(pods) {
        let events = events_about(pod);
        let events: Vec<&Object> = events.iter().map(Arc::as_ref).collect();
        let more = match pods.newest.iter().filter(|pod| is_awaited(pod)).count() - 1 {
            0 => String::new(),
            more => format!(" (and {more} more)"),
        };
        let failures = Some(root).filter(|root| root.kind() == "Job").and_then(failures_of_job);
        let failures = failures.map(|text| format!("; {text}")).unwrap_or_default();
        return Some(format!("{}{more}{failures}", waits(pod, &events)));
    }
    if root.kind() == "StatefulSet"
        && let Some((pod, trouble)) = pods.older.iter().find_map(|pod| Some((pod, diagnose(pod)?)))
    {
        let name = pod.name().unwrap_or_default();
        return Some(format!(
            "pod {name} of the previous revision, which blocks the rollout until it is deleted: {}",
            trouble.message
        ));
    }
    let events = events_about(root);
    let events: Vec<&Object> = events.iter().map(Arc::as_ref).collect();
    let refused = latest(&events, "FailedCreate").filter(|_| pods.newest.is_empty())?;
    Some(format!("pods cannot be created: {}", message(refused)))
}
