//! A Kubernetes object, kept as the JSON it is.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::identity::GroupKind;

/// A JSON object with `apiVersion` and `kind`. It keeps all fields. Clones share the data until one of them is changed:
/// plans, targets and changes hold the same objects by the thousand.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Value")]
pub struct Object(Arc<Map<String, Value>>);

/// Why a value is not a Kubernetes object.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAnObject {
    /// Not a map; the text names its type.
    #[error("expected a mapping with apiVersion and kind, found {0}")]
    NotAMapping(&'static str),
    /// `apiVersion` or `kind` is missing or empty.
    #[error("{0} is missing or not a text")]
    Missing(&'static str),
}

impl TryFrom<Value> for Object {
    type Error = NotAnObject;
    fn try_from(value: Value) -> Result<Object, NotAnObject> {
        let map = match value {
            Value::Object(map) => map,
            Value::Null => return Err(NotAnObject::NotAMapping("nothing")),
            Value::Array(_) => return Err(NotAnObject::NotAMapping("a list")),
            _ => return Err(NotAnObject::NotAMapping("a scalar")),
        };
        for key in ["apiVersion", "kind"] {
            if map.get(key).and_then(Value::as_str).is_none_or(str::is_empty) {
                return Err(NotAnObject::Missing(key));
            }
        }
        Ok(Object(Arc::new(map)))
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_map().serialize(serializer)
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Value {
        Value::Object(Arc::unwrap_or_clone(object.0))
    }
}

impl Object {
    /// All fields.
    pub fn as_map(&self) -> &Map<String, Value> {
        &self.0
    }

    /// For changes that keep `apiVersion` and `kind`.
    pub fn as_map_mut(&mut self) -> &mut Map<String, Value> {
        Arc::make_mut(&mut self.0)
    }

    fn text(&self, key: &str) -> &str {
        self.0.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    /// `apps/v1`.
    pub fn api_version(&self) -> &str {
        self.text("apiVersion")
    }

    /// `Deployment`.
    pub fn kind(&self) -> &str {
        self.text("kind")
    }

    /// The part of `apiVersion` before the slash; empty for the core group.
    pub fn group(&self) -> &str {
        self.api_version().split_once('/').map_or("", |(group, _)| group)
    }

    /// The part of `apiVersion` after the slash.
    pub fn version(&self) -> &str {
        let whole = self.api_version();
        whole.split_once('/').map_or(whole, |(_, version)| version)
    }

    /// The kind with its group.
    pub fn group_kind(&self) -> GroupKind {
        GroupKind { group: self.group().to_string(), kind: self.kind().to_string() }
    }

    /// A part of the object by path.
    pub fn at(&self, path: &[&str]) -> Option<&Value> {
        let (first, rest) = path.split_first()?;
        rest.iter().try_fold(self.0.get(*first)?, |value, key| value.get(*key))
    }

    /// A text in the object by path.
    pub fn text_at(&self, path: &[&str]) -> Option<&str> {
        self.at(path)?.as_str()
    }

    fn metadata(&self, key: &str) -> Option<&str> {
        self.text_at(&["metadata", key]).filter(|text| !text.is_empty())
    }

    /// `metadata.name`.
    pub fn name(&self) -> Option<&str> {
        self.metadata("name")
    }

    /// `metadata.namespace`.
    pub fn namespace(&self) -> Option<&str> {
        self.metadata("namespace")
    }

    /// `metadata.uid`, set by the server.
    pub fn uid(&self) -> Option<&str> {
        self.metadata("uid")
    }

    /// `metadata.resourceVersion`, set by the server.
    pub fn resource_version(&self) -> Option<&str> {
        self.metadata("resourceVersion")
    }

    /// `metadata.generation`, set by the server.
    pub fn generation(&self) -> Option<i64> {
        self.at(&["metadata", "generation"])?.as_i64()
    }

    /// Whether `metadata.deletionTimestamp` is set.
    pub fn is_being_deleted(&self) -> bool {
        self.metadata("deletionTimestamp").is_some()
    }

    /// Annotations in the order of their keys.
    pub fn annotations(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts("annotations")
    }

    /// Labels in the order of their keys.
    pub fn labels(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts("labels")
    }

    fn texts(&self, key: &str) -> impl Iterator<Item = (&str, &str)> {
        let map = self.at(&["metadata", key]).and_then(Value::as_object);
        map.into_iter().flatten().filter_map(|(key, value)| Some((key.as_str(), value.as_str()?)))
    }

    /// An annotation's value.
    pub fn annotation(&self, key: &str) -> Option<&str> {
        self.text_at(&["metadata", "annotations", key])
    }

    /// A label's value.
    pub fn label(&self, key: &str) -> Option<&str> {
        self.text_at(&["metadata", "labels", key])
    }

    /// `metadata`, created if it is missing; `None` if it is not a map.
    pub fn metadata_mut(&mut self) -> Option<&mut Map<String, Value>> {
        self.as_map_mut().entry("metadata").or_insert_with(|| Value::Object(Map::new())).as_object_mut()
    }

    /// Sets an annotation; does nothing if `metadata` is not a map.
    pub fn set_annotation(&mut self, key: &str, value: &str) {
        self.set_text("annotations", key, value);
    }

    /// Removes an annotation, and the map with it if it was the last.
    pub(crate) fn remove_annotation(&mut self, key: &str) {
        if self.annotation(key).is_none() {
            return;
        }
        let Some(metadata) = self.metadata_mut() else { return };
        if let Some(texts) = metadata.get_mut("annotations").and_then(Value::as_object_mut) {
            texts.remove(key);
            if texts.is_empty() {
                metadata.remove("annotations");
            }
        }
    }

    /// Sets a label; does nothing if `metadata` is not a map.
    pub fn set_label(&mut self, key: &str, value: &str) {
        self.set_text("labels", key, value);
    }

    fn set_text(&mut self, place: &str, key: &str, value: &str) {
        let Some(metadata) = self.metadata_mut() else { return };
        let texts = metadata.entry(place).or_insert_with(|| Value::Object(Map::new()));
        if texts.is_null() {
            *texts = Value::Object(Map::new());
        }
        if let Some(texts) = texts.as_object_mut() {
            texts.insert(key.to_string(), Value::String(value.to_string()));
        }
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.kind(), self.name().unwrap_or("<unnamed>"))
    }
}
