//! Tables of pods and what is read from them.

mod counting;
mod reading;

use serde_json::{Value, json};
use skeg_resources::Object;

fn object(value: Value) -> Object {
    Object::try_from(value).unwrap()
}

/// A pod with these container statuses.
fn pod(statuses: Value) -> Object {
    object(json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web-x", "uid": "u1"},
        "spec": {"containers": [{"name": "api", "image": "shop/api:2"}]},
        "status": {"phase": "Running", "containerStatuses": statuses},
    }))
}

fn waiting(reason: &str, restarts: u32) -> Value {
    json!([{"name": "api", "restartCount": restarts, "state": {"waiting": {"reason": reason, "message": "as it\n is"}},
        "lastState": if restarts > 0 { json!({"terminated": {"exitCode": 1, "reason": "Error"}}) } else { json!({}) }}])
}

fn running(restarts: u32, ready: bool) -> Value {
    json!([{"name": "api", "restartCount": restarts, "ready": ready, "started": true,
        "state": {"running": {"startedAt": "2026-01-01T10:00:00Z"}}}])
}

fn terminated(restarts: u32, exit_code: u32) -> Value {
    json!([{"name": "api", "restartCount": restarts, "state": {"terminated": {"exitCode": exit_code, "reason": "Error"}}}])
}

fn probe_event(at: &str, count: u32, message: &str) -> Object {
    object(
        json!({"apiVersion": "v1", "kind": "Event", "metadata": {"name": "e"}, "reason": "Unhealthy", "count": count,
        "involvedObject": {"uid": "u1", "fieldPath": "spec.containers{api}"}, "lastTimestamp": at,
        "message": format!("Readiness probe failed: {message}")}),
    )
}
