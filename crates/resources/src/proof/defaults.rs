//! What an API server fills into values of built-in kinds that are owned as a whole.

use serde_json::{Map, Value, json};

/// Whether the server would fill in this value where `beside` stands without it.
pub(super) fn is_default(key: &str, value: &Value, beside: &Map<String, Value>) -> bool {
    let has = |key: &str| beside.contains_key(key);
    match key {
        // fieldRef
        "apiVersion" if has("fieldPath") => value == "v1",
        // resourceFieldRef
        "divisor" if has("resource") => value == "0",
        // Ports of network policies.
        "protocol" if has("port") || has("endPort") => value == "TCP",
        // Claims of a StatefulSet.
        "apiVersion" if has("spec") && has("metadata") => value == "v1",
        "kind" if has("spec") && has("metadata") => value == "PersistentVolumeClaim",
        "status" if has("spec") && has("metadata") => *value == json!({"phase": "Pending"}),
        "volumeMode" if has("accessModes") => value == "Filesystem",
        _ => false,
    }
}
