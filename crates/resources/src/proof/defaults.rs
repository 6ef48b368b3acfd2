//! Defaults of the API server in values of built-in kinds that are owned as a whole.

use serde_json::{Map, Value, json};

/// Whether the server would add this value next to `beside`.
pub(super) fn is_default(key: &str, value: &Value, beside: &Map<String, Value>) -> bool {
    let has = |key: &str| beside.contains_key(key);
    match key {
        // fieldRef
        "apiVersion" if has("fieldPath") => value == "v1",
        // resourceFieldRef
        "divisor" if has("resource") => value == "0",
        // Ports of network policies
        "protocol" if has("port") || has("endPort") => value == "TCP",
        // Claims of a StatefulSet
        "apiVersion" if has("spec") && has("metadata") => value == "v1",
        "kind" if has("spec") && has("metadata") => value == "PersistentVolumeClaim",
        "status" if has("spec") && has("metadata") => *value == json!({"phase": "Pending"}),
        "volumeMode" if has("accessModes") => value == "Filesystem",
        // Rules of webhooks
        "scope" if has("operations") && has("resources") => value == "*",
        "expirationSeconds" if has("path") => value == 3600,
        _ => false,
    }
}

/// Whether the server drops this value, as if it had not been set. False for fields whose type distinguishes the two,
/// such as `automountServiceAccountToken`.
pub(super) fn is_left_out(key: &str, value: &Value) -> bool {
    match value {
        Value::Array(items) => items.is_empty() && !is_weightless(key, value),
        Value::Object(map) => {
            let is_map =
                matches!(key, "labels" | "annotations" | "nodeSelector" | "data" | "binaryData" | "parameters");
            is_map && map.is_empty()
        }
        Value::String(text) => text.is_empty() && matches!(key, "value" | "subPath"),
        Value::Bool(false) => {
            matches!(
                key,
                "readOnly"
                    | "hostNetwork"
                    | "hostPID"
                    | "hostIPC"
                    | "stdin"
                    | "tty"
                    | "paused"
                    | "publishNotReadyAddresses"
            )
        }
        Value::Number(number) => number.as_i64() == Some(0) && matches!(key, "initialDelaySeconds" | "minReadySeconds"),
        _ => false,
    }
}

/// Whether an apply ignores this value: an empty list whose items are owned one by one.
pub(super) fn is_weightless(key: &str, value: &Value) -> bool {
    let is_list_of_owned = matches!(
        key,
        "containers"
            | "env"
            | "hostAliases"
            | "imagePullSecrets"
            | "initContainers"
            | "ports"
            | "secrets"
            | "volumeDevices"
            | "volumeMounts"
            | "volumes"
    );
    is_list_of_owned && value.as_array().is_some_and(Vec::is_empty)
}
