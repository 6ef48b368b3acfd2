//! Detects whether something still happens: since when a resource is idle, and how long it may be.

use std::collections::HashSet;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use skeg_resources::Object;

use super::family::Pods;
use crate::pods::{State, containers};
use crate::rules::{conditions, number};

/// The activity so far. Only new states count: a container in a crash loop does not.
#[derive(Debug, Default)]
pub(super) struct Activity {
    seen: HashSet<String>,
    last: Duration,
}

impl Activity {
    /// Records the state of a workload. If crashes are allowed, each of them is activity.
    pub(super) fn note_workload(&mut self, root: &Object, pods: &Pods, crashes_are_allowed: bool, now: Duration) {
        let version = |pod: &Object| format!("{:?} {:?}", pod.uid(), pod.resource_version());
        let of_pod = |pod: &Object| if crashes_are_allowed { version(pod) } else { state_of_pod(pod) };
        let states = pods.newest.iter().map(|pod| of_pod(pod)).chain([state_of_workload(root)]);
        self.note(states, now);
    }

    /// Records events about a pod. A new kind of event means that something happens, such as a node starting; a
    /// repetition does not.
    pub(super) fn note_events(&mut self, pod: &Object, events: &[Arc<Object>], now: Duration) {
        self.note(events.iter().map(|event| format!("{:?} event {:?}", pod.uid(), event.text_at(&["reason"]))), now);
    }

    /// Records the state of a resource without pods.
    pub(super) fn note_other(&mut self, root: &Object, now: Duration) {
        self.note([format!("{:?}", root.resource_version())], now);
    }

    fn note(&mut self, states: impl IntoIterator<Item = String>, now: Duration) {
        for state in states {
            if self.seen.insert(state) {
                self.last = now;
            }
        }
    }

    /// When something last happened.
    pub(super) fn last(&self) -> Duration {
        self.last
    }
}

/// Everything in the status except times.
fn state_of_workload(root: &Object) -> String {
    let mut state = format!("{:?}", root.generation());
    for (key, value) in root.at(&["status"]).and_then(Value::as_object).into_iter().flatten() {
        if key != "conditions" {
            let _ = write!(state, " {key}={value}");
        }
    }
    add_conditions(&mut state, root);
    state
}

fn state_of_pod(pod: &Object) -> String {
    let mut state = format!("{:?} {:?}", pod.uid(), pod.text_at(&["status", "phase"]));
    add_conditions(&mut state, pod);
    for container in containers(pod) {
        let doing = match container.state {
            State::Waiting { reason, .. } => reason,
            State::Running { .. } => "running",
            State::Terminated(_) => "terminated",
        };
        let _ = write!(state, " {}={doing} {} {}", container.name, container.has_started, container.is_ready);
    }
    state
}

fn add_conditions(state: &mut String, object: &Object) {
    for condition in conditions(object) {
        let _ = write!(state, " {}={} {}", condition.name, condition.status, condition.reason);
    }
}

/// How long a workload may be idle by its own spec: minReadySeconds, probe delays, termination grace periods.
pub(super) fn own_delays(workload: &Object) -> Duration {
    const USUAL_GRACE: u32 = 30;
    let template: &[&str] = if workload.kind() == "Pod" { &["spec"] } else { &["spec", "template", "spec"] };
    let of_template = |key: &'static str| [template, &[key]].concat();
    let grace = number(workload, &of_template("terminationGracePeriodSeconds")).unwrap_or(USUAL_GRACE);
    let list = workload.at(&of_template("containers")).and_then(Value::as_array).into_iter().flatten();
    let first_probe = list.filter_map(|it| it.pointer("/readinessProbe/initialDelaySeconds")?.as_u64()).max();
    let ready_for = number(workload, &["spec", "minReadySeconds"]).unwrap_or(0);
    let seconds = u64::from(ready_for) + first_probe.unwrap_or(0) + u64::from(grace.saturating_sub(USUAL_GRACE));
    Duration::from_secs(seconds)
}

#[cfg(test)]
mod tests;
