//! Whether a pod is at work: time that passes meanwhile is not time in which nothing happens.

use serde_json::Value;
use skeg_resources::Object;

use super::container::{Container, State, containers, spec_of};

/// A container runs that is to come to an end by itself, or whose startup probe says when it has taken too long.
pub(crate) fn is_at_work(pod: &Object) -> bool {
    let is_to_end = pod.text_at(&["spec", "restartPolicy"]).unwrap_or("Always") != "Always";
    containers(pod).any(|container| {
        let is_running = matches!(container.state, State::Running { .. });
        is_running && (is_to_end || is_initial(pod, &container) || !container.has_started)
    })
}

/// An init container, but not one that keeps running beside the others.
fn is_initial(pod: &Object, container: &Container<'_>) -> bool {
    let policy = spec_of(pod, container.name).and_then(|spec| spec.get("restartPolicy")).and_then(Value::as_str);
    container.is_init && policy != Some("Always")
}
