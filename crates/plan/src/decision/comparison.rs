//! Whether two states of an object are the same, as far as a deploy is concerned.

use serde_json::{Map, Value};
use skeg_resources::Object;

/// Fields of `metadata` that the API server sets.
const SERVER_FIELDS: &[&str] =
    &["managedFields", "resourceVersion", "uid", "generation", "creationTimestamp", "selfLink", "finalizers"];

/// Whether applying would leave the live object unchanged. Ignores field ownership, fields the server sets, and
/// annotations for deploy tools.
pub(super) fn is_same(live: &Object, after: &Object) -> bool {
    significant(live) == significant(after)
}

/// The parts of an object that matter to a deploy.
pub fn significant(object: &Object) -> Map<String, Value> {
    directives_aside(without_server_fields(object))
}

/// The object without the fields that the server sets.
pub(crate) fn without_server_fields(object: &Object) -> Map<String, Value> {
    let mut map = Map::new();
    for (key, value) in object.as_map() {
        match (key.as_str(), value) {
            ("status", _) => {}
            ("metadata", Value::Object(metadata)) => {
                let kept = metadata.iter().filter(|(key, _)| !SERVER_FIELDS.contains(&key.as_str()));
                map.insert(key.clone(), Value::Object(kept.map(|(key, value)| (key.clone(), value.clone())).collect()));
            }
            _ => {
                map.insert(key.clone(), value.clone());
            }
        }
    }
    map
}

/// The object without annotations for deploy tools: changing these changes nothing that runs.
fn directives_aside(mut object: Map<String, Value>) -> Map<String, Value> {
    retain_metadata(&mut object, "annotations", |key| !is_directive(key));
    object
}

/// Keeps only some annotations or labels; an empty map counts as none.
pub(crate) fn retain_metadata(object: &mut Map<String, Value>, place: &str, keeps: impl Fn(&str) -> bool) {
    let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) else { return };
    if let Some(texts) = metadata.get_mut(place).and_then(Value::as_object_mut) {
        texts.retain(|key, _| keeps(key));
        if texts.is_empty() {
            metadata.remove(place);
        }
    }
}

/// `helm.sh/…`, `werf.io/…`, `ci.werf.io/…`, `skeg.dev/…`, `db.external-dependency.werf.io`.
fn is_directive(key: &str) -> bool {
    let Some((prefix, _)) = key.split_once('/') else { return key.ends_with("dependency.werf.io") };
    prefix == "helm.sh" || prefix == "skeg.dev" || prefix == "werf.io" || prefix.ends_with(".werf.io")
}
