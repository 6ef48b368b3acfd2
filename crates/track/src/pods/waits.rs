//! What a pod that is not ready waits for, in one line.

use skeg_resources::Object;

use super::container::{State, containers};
use super::diagnosis::{Obstacle, obstacle, one_line, trouble};
use super::events::{latest, message};
use super::probe;
use crate::rules::{Condition, condition};

/// Whether there is nothing left to wait for.
pub fn is_ready(pod: &Object) -> bool {
    let is_done = pod.text_at(&["status", "phase"]) == Some("Succeeded");
    is_done || condition(pod, "Ready").is_some_and(|ready| ready.is_true())
}

/// `pod db-0 unschedulable: 0/3 nodes are available`. `events` are those of this pod.
pub fn waits(pod: &Object, events: &[&Object]) -> String {
    format!("pod {} {}", pod.name().unwrap_or_default(), reason(pod, events))
}

fn reason(pod: &Object, events: &[&Object]) -> String {
    if pod.is_being_deleted() {
        return "to go".to_string();
    }
    if let Some(scheduled) = unscheduled(pod) {
        return format!("unschedulable: {}", scheduled.explanation());
    }
    let is_down = |state: &State<'_>| matches!(state, State::Terminated(ending) if ending.exit_code != 0);
    let blocked = containers(pod).find(|it| obstacle(it.waiting_reason()) != Obstacle::None || is_down(&it.state));
    if let Some(container) = blocked {
        return trouble(pod, &container).message;
    }
    // Init containers run one after the other; the first that has not ended is running.
    let initial = containers(pod).find(|container| container.is_init && !container.is_ready);
    if let Some(container) = initial
        && !matches!(&container.state, State::Terminated(ending) if ending.exit_code == 0)
        && !matches!(container.state, State::Waiting { .. })
    {
        return format!("{} running", container.title());
    }
    if let Some(mount) = not_mounted(pod, events) {
        return mount;
    }
    unready(pod, events).unwrap_or_else(|| "starting".to_string())
}

fn unscheduled(pod: &Object) -> Option<Condition<'_>> {
    condition(pod, "PodScheduled").filter(|scheduled| !scheduled.is_true())
}

/// No node has room for it.
pub(crate) fn is_unschedulable(pod: &Object) -> bool {
    unscheduled(pod).is_some()
}

/// Volumes that are missing show up in events only.
fn not_mounted(pod: &Object, events: &[&Object]) -> Option<String> {
    let is_creating = containers(pod).any(|it| matches!(it.waiting_reason(), "ContainerCreating" | "PodInitializing"));
    let event = ["FailedMount", "FailedAttachVolume", "FailedCreatePodSandBox"]
        .iter()
        .find_map(|reason| latest(events, reason))
        .filter(|_| is_creating)?;
    Some(one_line(message(event)))
}

/// All containers run, but not all are ready.
fn unready(pod: &Object, events: &[&Object]) -> Option<String> {
    let is_running = |state: &State<'_>| matches!(state, State::Running { .. });
    let container = containers(pod).find(|it| !it.is_init && !it.is_ready && is_running(&it.state));
    let Some(container) = container else {
        let gate = pod.at(&["spec", "readinessGates"])?.as_array()?.iter();
        let name = gate.filter_map(|gate| gate.get("conditionType")?.as_str());
        let open = name.into_iter().find(|name| !condition(pod, name).is_some_and(|gate| gate.is_true()))?;
        return Some(format!("readiness gate {open}"));
    };
    Some(match probe::last_words(events, container.name) {
        Some(words) => format!("readiness probe failing ({words})"),
        None if !container.has_started => format!("{} starting up", container.title()),
        None => format!("{} not ready yet", container.title()),
    })
}
