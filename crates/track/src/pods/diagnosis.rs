//! Finds what is wrong with a pod, down to the container.

use skeg_resources::Object;

use super::container::{Container, State, containers, spec_of};

/// Something that prevents a pod from becoming ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The pod's name.
    pub pod: String,
    /// The pod's uid, since a StatefulSet reuses names.
    pub pod_uid: String,
    /// The container; `None` if it is about the whole pod.
    pub container: Option<String>,
    /// Kubernetes' reason: `CrashLoopBackOff`.
    pub reason: String,
    /// One line for people: `container api crashed 3 times (exit code 1)`.
    pub message: String,
    /// Of the last run, if there was one.
    pub exit_code: Option<i64>,
    /// Of the container.
    pub restarts: u32,
    /// It has run, so there is a log.
    pub has_run: bool,
    /// The container is not running; its last output is in the previous run's log.
    pub is_between_runs: bool,
}

/// What a waiting container's reason means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Obstacle {
    /// Nothing unusual.
    None,
    CrashLoop,
    /// The kubelet retries it.
    Pull,
    /// Until somebody creates what is missing.
    Stuck,
    /// For ever.
    Hopeless,
}

pub(super) fn obstacle(reason: &str) -> Obstacle {
    match reason {
        "" | "ContainerCreating" | "PodInitializing" => Obstacle::None,
        "CrashLoopBackOff" => Obstacle::CrashLoop,
        "ErrImagePull" | "ImagePullBackOff" | "RegistryUnavailable" => Obstacle::Pull,
        "InvalidImageName" => Obstacle::Hopeless,
        // CreateContainerConfigError, CreateContainerError, RunContainerError, ErrImageNeverPull, ImageInspectError …
        reason if reason.ends_with("Error") || reason.starts_with("Err") => Obstacle::Stuck,
        _ => Obstacle::None,
    }
}

/// The worst problem of a pod right now: a container that cannot run, else one that crashed.
pub fn diagnose(pod: &Object) -> Option<Trouble> {
    let blocked = containers(pod).find(|container| obstacle(container.waiting_reason()) != Obstacle::None);
    let crashed = || {
        containers(pod).find(|container| {
            let has_ended_badly = container.ending().is_some_and(|ending| ending.exit_code != 0);
            has_ended_badly && !container.is_ready
        })
    };
    blocked.or_else(crashed).map(|container| trouble(pod, &container))
}

/// The first container that is not ready, for its log.
pub fn unready_container(pod: &Object) -> Option<Trouble> {
    let container = containers(pod).find(|container| !container.is_init && !container.is_ready)?;
    let message = format!("{} is not ready", container.title());
    Some(Trouble { reason: "NotReady".to_string(), message, ..trouble(pod, &container) })
}

pub(super) fn trouble(pod: &Object, container: &Container<'_>) -> Trouble {
    let reason = match (&container.state, container.ending()) {
        (State::Waiting { reason, .. }, _) if !reason.is_empty() => reason,
        (_, Some(ending)) if !ending.reason.is_empty() => ending.reason,
        _ => "Error",
    };
    let is_waiting = matches!(container.state, State::Waiting { .. });
    Trouble {
        pod: pod.name().unwrap_or_default().to_string(),
        pod_uid: pod.uid().unwrap_or_default().to_string(),
        container: Some(container.name.to_string()),
        reason: reason.to_string(),
        message: describe(pod, container),
        exit_code: container.ending().map(|ending| ending.exit_code),
        restarts: container.restarts,
        has_run: container.last.is_some() || !is_waiting,
        is_between_runs: is_waiting && container.last.is_some(),
    }
}

fn describe(pod: &Object, container: &Container<'_>) -> String {
    let title = container.title();
    let State::Waiting { reason, message } = container.state else { return crash(container) };
    let because = if message.is_empty() { String::new() } else { format!(": {}", one_line(message)) };
    match obstacle(reason) {
        Obstacle::None | Obstacle::CrashLoop => crash(container),
        Obstacle::Pull => {
            let image =
                spec_of(pod, container.name).and_then(|spec| spec.get("image")?.as_str()).unwrap_or("its image");
            format!("image {image} of {title} cannot be pulled ({reason}){because}")
        }
        Obstacle::Hopeless | Obstacle::Stuck => format!("{title} cannot be started ({reason}){because}"),
    }
}

/// `container api crashed 3 times (OOMKilled, exit code 137)`.
fn crash(container: &Container<'_>) -> String {
    let times = match container.crashes() {
        0 | 1 => String::new(),
        several => format!(" {several} times"),
    };
    let how = match container.ending() {
        Some(ending) if matches!(ending.reason, "" | "Error" | "Completed") => {
            format!(" (exit code {})", ending.exit_code)
        }
        Some(ending) => format!(" ({}, exit code {})", ending.reason, ending.exit_code),
        None => String::new(),
    };
    format!("{} crashed{times}{how}", container.title())
}

/// Messages of container runtimes have line breaks.
pub(super) fn one_line(message: &str) -> String {
    message.split_whitespace().collect::<Vec<&str>>().join(" ")
}
