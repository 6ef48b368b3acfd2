//! Whether a pod is working: such time does not count as idle.

use serde_json::Value;
use skeg_resources::Object;

use super::container::{Container, State, containers, spec_of};

/// Whether a container is running that ends by itself, or whose startup probe has a limit of its own.
pub(crate) fn is_at_work(pod: &Object) -> bool {
    let is_to_end = pod.text_at(&["spec", "restartPolicy"]).unwrap_or("Always") != "Always";
    containers(pod).any(|container| {
        let is_running = matches!(container.state, State::Running { .. });
        is_running && (is_to_end || is_initial(pod, &container) || !container.has_started)
    })
}

/// An init container, but not a sidecar.
fn is_initial(pod: &Object, container: &Container<'_>) -> bool {
    let policy = spec_of(pod, container.name).and_then(|spec| spec.get("restartPolicy")).and_then(Value::as_str);
    container.is_init && policy != Some("Always")
}
