//! Objects too large for etcd. A dry run does not reach etcd, so their size is computed. Pure.

use serde_json::Value;
use skeg_resources::Object;

/// etcd's default request limit.
const OF_ETCD: usize = 3 << 19;
/// The API server's limit for the data of a ConfigMap or Secret.
const OF_DATA: usize = 1 << 20;

/// The message for an object that is too large: its size and its largest field.
pub(super) fn too_large(object: &Object) -> Option<String> {
    let fields = || object.as_map().iter();
    let total: usize = fields().map(|(key, value)| key.len() + size(value)).sum();
    if total <= OF_ETCD {
        return None;
    }
    let (key, value) = fields().max_by_key(|(_, value)| size(value))?;
    let (path, largest) = largest(key.clone(), value);
    Some(format!(
        "is {} large ({path}: {}), and etcd accepts at most {} unless configured for more",
        shown(total),
        shown(largest),
        shown(OF_ETCD)
    ))
}

/// Whether the data of a ConfigMap or Secret may exceed the API server's limit.
pub(super) fn may_be_refused(object: &Object) -> bool {
    object.as_map().values().map(size).sum::<usize>() > OF_DATA
}

/// Approximate size of a value as JSON, in bytes.
fn size(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len() + 2,
        Value::Array(items) => items.iter().map(|item| size(item) + 1).sum::<usize>() + 2,
        Value::Object(map) => map.iter().map(|(key, value)| key.len() + size(value) + 4).sum::<usize>() + 2,
        _ => 5,
    }
}

/// The path of the largest part of a value.
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
        let text = too_large(&object(2_000_000)).unwrap_or_default();
        assert_eq!(
            text,
            "is 2.0 MiB large (spec.cargo[1].crate: 2.0 MiB), and etcd accepts at most 1.5 MiB unless configured for \
             more"
        );
        assert!(may_be_refused(&object(1_100_000)) && !may_be_refused(&object(900_000)));
    }
}
