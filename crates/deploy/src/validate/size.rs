//! Objects that are too large for etcd. A dry run does not get that far, so it is told by their size. Pure.

use serde_json::Value;
use skeg_resources::Object;

/// What etcd takes in one request unless it was told otherwise.
const OF_ETCD: usize = 3 << 19;
/// What the API server takes in the data of a ConfigMap or a Secret.
const OF_DATA: usize = 1 << 20;

/// What is too large in an object: its size, and its largest field.
pub(super) fn too_large(object: &Object) -> Option<String> {
    let fields = || object.as_map().iter();
    let total: usize = fields().map(|(key, value)| key.len() + size(value)).sum();
    if total <= OF_ETCD {
        return None;
    }
    let (key, value) = fields().max_by_key(|(_, value)| size(value))?;
    let (path, largest) = largest(key.clone(), value);
    Some(format!(
        "is {} large ({path}: {}), and etcd takes no more than {} unless it is set up for more",
        shown(total),
        shown(largest),
        shown(OF_ETCD)
    ))
}

/// Whether the data of a ConfigMap or Secret may be more than the API server takes.
pub(super) fn may_be_refused(object: &Object) -> bool {
    object.as_map().values().map(size).sum::<usize>() > OF_DATA
}

/// Bytes of a value as JSON, nearly.
fn size(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len() + 2,
        Value::Array(items) => items.iter().map(|item| size(item) + 1).sum::<usize>() + 2,
        Value::Object(map) => map.iter().map(|(key, value)| key.len() + size(value) + 4).sum::<usize>() + 2,
        _ => 5,
    }
}

/// The path of that which makes most of a value.
fn largest(path: String, value: &Value) -> (String, usize) {
    let own = size(value);
    let inner = match value {
        Value::Object(map) => {
            map.iter().map(|(key, value)| (format!("{path}.{key}"), value)).max_by_key(|(_, v)| size(v))
        }
        Value::Array(items) => {
            items.iter().enumerate().map(|(i, value)| (format!("{path}[{i}]"), value)).max_by_key(|(_, v)| size(v))
        }
        _ => None,
    };
    match inner {
        Some((path, value)) if size(value) > own / 2 => largest(path, value),
        _ => (path, own),
    }
}

fn shown(bytes: usize) -> String {
    let tenths = (bytes * 10).div_ceil(1 << 20);
    format!("{}.{} MiB", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use skeg_resources::Object;

    use super::{may_be_refused, too_large};

    #[test]
    fn the_largest_field_is_named() {
        let object = |bytes: usize| {
            let value = json!({
                "apiVersion": "sea/v1", "kind": "Boat", "metadata": {"name": "a"},
                "spec": {"cargo": ["rope", {"crate": "x".repeat(bytes)}], "crew": ["ann"]},
            });
            Object::try_from(value).unwrap()
        };
        assert_eq!(too_large(&object(1_500_000)), None);
        let told = too_large(&object(2_000_000)).unwrap_or_default();
        assert_eq!(
            told,
            "is 2.0 MiB large (spec.cargo[1].crate: 2.0 MiB), and etcd takes no more than 1.5 MiB unless it is set up for more"
        );
        assert!(may_be_refused(&object(1_100_000)) && !may_be_refused(&object(900_000)));
    }
}
