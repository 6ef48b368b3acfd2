//! A part of an object that knows its path.

use serde_json::Value;

/// A value and its path: `spec.template.spec.containers[web].env[KEY]`.
#[derive(Clone, Debug)]
pub(super) struct Field<'a> {
    pub(super) value: &'a Value,
    pub(super) path: String,
}

impl<'a> Field<'a> {
    pub(super) fn new(value: &'a Value, path: &str) -> Field<'a> {
        Field { value, path: path.to_string() }
    }

    /// A field by name.
    pub(super) fn at(&self, key: &str) -> Option<Field<'a>> {
        let value = self.value.get(key).filter(|value| !value.is_null())?;
        Some(Field { value, path: format!("{}.{key}", self.path) })
    }

    /// A field by path.
    pub(super) fn within(&self, keys: &[&str]) -> Option<Field<'a>> {
        keys.iter().try_fold(self.clone(), |field, key| field.at(key))
    }

    /// The items of a list; in the path they appear by name if they have one.
    pub(super) fn items(&self, key: &str) -> impl Iterator<Item = Field<'a>> + use<'a> {
        let items = self.value.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let list = format!("{}.{key}", self.path);
        items.iter().enumerate().map(move |(at, value)| {
            let path = match value.get("name").and_then(Value::as_str) {
                Some(name) => format!("{list}[{name}]"),
                None => format!("{list}[{at}]"),
            };
            Field { value, path }
        })
    }

    /// A text that is not empty.
    pub(super) fn text(&self) -> Option<&'a str> {
        self.value.as_str().filter(|text| !text.is_empty())
    }

    /// The reference is marked optional.
    pub(super) fn is_optional(&self) -> bool {
        self.value.get("optional").and_then(Value::as_bool).unwrap_or(false)
    }
}
