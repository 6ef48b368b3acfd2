//! Places in objects, and patterns that select some.

use std::fmt;

use serde_json::Value;

use crate::json_path::Path;

/// One step to a field.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FieldStep {
    /// A key of a map.
    Key(String),
    /// An item of a list.
    Item(usize),
}

/// The way to a field from the top of its object.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct FieldPath(pub Vec<FieldStep>);

impl FieldPath {
    /// The path to a key or an item of this field.
    pub fn with(&self, step: FieldStep) -> FieldPath {
        FieldPath(self.0.iter().cloned().chain([step]).collect())
    }

    /// Whether this field is another one or inside it.
    pub fn is_within(&self, other: &FieldPath) -> bool {
        self.0.starts_with(&other.0)
    }

    /// The field's value.
    pub fn value<'v>(&self, object: &'v Value) -> Option<&'v Value> {
        self.0.iter().try_fold(object, |value, step| match step {
            FieldStep::Key(key) => value.get(key),
            FieldStep::Item(at) => value.get(at),
        })
    }

    /// As a JSON pointer: `/spec/containers/0/image`.
    pub fn pointer(&self) -> String {
        let step = |step: &FieldStep| match step {
            FieldStep::Key(key) => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
            FieldStep::Item(at) => format!("/{at}"),
        };
        self.0.iter().map(step).collect()
    }

    fn of_pointer(text: &str, object: &Value) -> Option<FieldPath> {
        let mut path = FieldPath::default();
        for word in text.strip_prefix('/')?.split('/') {
            let step = match path.value(object)? {
                Value::Array(_) => FieldStep::Item(word.parse().ok()?),
                _ => FieldStep::Key(word.replace("~1", "/").replace("~0", "~")),
            };
            path.0.push(step);
        }
        path.value(object).is_some().then_some(path)
    }
}

/// For people: `spec.containers[0].image`, `metadata.annotations["a.b/c"]`.
impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.0.iter().enumerate() {
            match step {
                FieldStep::Key(key) if key.contains(['.', '/', '[', ' ']) => write!(f, "[{key:?}]")?,
                FieldStep::Key(key) if at == 0 => f.write_str(key)?,
                FieldStep::Key(key) => write!(f, ".{key}")?,
                FieldStep::Item(place) => write!(f, "[{place}]")?,
            }
        }
        Ok(())
    }
}

/// Selects fields: a JSON pointer or a JSONPath.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldPattern(Pattern);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Pattern {
    Pointer(String),
    Path(Path),
}

impl FieldPattern {
    /// Reads `/spec/replicas`, `.spec.replicas`, `spec.containers[?(@.name=="web")].image`; `None` if it is neither a
    /// pointer nor a path.
    pub fn parse(text: &str) -> Option<FieldPattern> {
        match text.starts_with('/') {
            true => (text.len() > 1).then(|| FieldPattern(Pattern::Pointer(text.to_string()))),
            false => Path::parse(text).map(|path| FieldPattern(Pattern::Path(path))),
        }
    }

    /// The fields of an object that it selects.
    pub fn select(&self, object: &Value) -> Vec<FieldPath> {
        match &self.0 {
            Pattern::Pointer(text) => FieldPath::of_pointer(text, object).into_iter().collect(),
            Pattern::Path(path) => path.locate(object),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::FieldPattern;

    #[test]
    fn patterns_select_fields() {
        let object = json!({
            "metadata": {"annotations": {"a.b/c~d": "x"}},
            "spec": {"replicas": 1, "containers": [{"name": "web", "image": "a"}, {"name": "log", "image": "b"}]},
        });
        let cases: &[(&str, &[&str])] = &[
            ("/spec/replicas", &["/spec/replicas"]),
            (".spec.replicas", &["/spec/replicas"]),
            ("{$.spec.replicas}", &["/spec/replicas"]),
            ("/metadata/annotations/a.b~1c~0d", &["/metadata/annotations/a.b~1c~0d"]),
            ("metadata.annotations['a.b/c~d']", &["/metadata/annotations/a.b~1c~0d"]),
            ("/spec/containers/1/image", &["/spec/containers/1/image"]),
            ("$.spec.containers[*].image", &["/spec/containers/0/image", "/spec/containers/1/image"]),
            ("spec.containers[?(@.name==\"log\")].image", &["/spec/containers/1/image"]),
            ("spec.containers[-1]", &["/spec/containers/1"]),
            ("$..image", &["/spec/containers/0/image", "/spec/containers/1/image"]),
            ("/spec/none", &[]),
            ("/spec/containers/web", &[]),
            ("spec.none", &[]),
        ];
        for (text, wanted) in cases {
            let found = FieldPattern::parse(text).unwrap_or_else(|| panic!("{text}")).select(&object);
            assert_eq!(found.iter().map(|path| path.pointer()).collect::<Vec<_>>(), *wanted, "{text}");
        }
        for wrong in ["", "/", "spec[", "spec.containers[?(]"] {
            assert_eq!(FieldPattern::parse(wrong), None, "{wrong}");
        }
        let found = FieldPattern::parse("/metadata/annotations/a.b~1c~0d").unwrap().select(&object);
        assert_eq!(found[0].to_string(), "metadata.annotations[\"a.b/c~d\"]");
    }
}
