//! Whether an object fits the schema of a definition that the API server does not have yet. Only what server-side apply would
//! surely refuse counts: a version that is not served, and fields that are not declared.

use serde_json::{Map, Value};
use skeg_resources::Object;

/// What is there in the object and not in the definition, each as the API server would put it.
pub fn undeclared(definition: &Object, object: &Object) -> Vec<String> {
    let versions = definition.at(&["spec", "versions"]).and_then(Value::as_array);
    let versions = versions.map(Vec::as_slice).unwrap_or_default();
    let is_served = |version: &&Value| version["served"] == true;
    let Some(version) = versions.iter().filter(is_served).find(|version| version["name"] == object.version()) else {
        let served: Vec<&str> = versions.iter().filter(is_served).filter_map(|each| each["name"].as_str()).collect();
        let (wanted, served) = (object.version(), served.join(", "));
        return vec![format!("apiVersion: the new definition does not serve {wanted}, only {served}")];
    };
    let mut search = Search { found: Vec::new() };
    let schema = &version["schema"]["openAPIV3Schema"];
    for (key, value) in object.as_map().iter().filter(|(key, _)| !is_of_every_object(key)) {
        search.property(schema, &format!(".{key}"), key, value);
    }
    search.found
}

fn is_of_every_object(key: &str) -> bool {
    matches!(key, "apiVersion" | "kind" | "metadata")
}

struct Search {
    found: Vec<String>,
}

impl Search {
    fn property(&mut self, schema: &Value, path: &str, key: &str, value: &Value) {
        if let Some(declared) = schema["properties"].get(key) {
            return self.value(declared, path, value);
        }
        match &schema["additionalProperties"] {
            Value::Object(_) => self.value(&schema["additionalProperties"], path, value),
            Value::Bool(true) => {}
            _ if schema["x-kubernetes-preserve-unknown-fields"] == true => {}
            _ if schema["x-kubernetes-embedded-resource"] == true && is_of_every_object(key) => {}
            _ => self.found.push(format!("{path}: field not declared in schema")),
        }
    }

    fn value(&mut self, schema: &Value, path: &str, value: &Value) {
        match value {
            Value::Object(map) if declares_fields(schema) => self.map(schema, path, map),
            Value::Array(items) if schema["items"].is_object() => {
                for (at, item) in items.iter().enumerate() {
                    self.value(&schema["items"], &format!("{path}[{at}]"), item);
                }
            }
            _ => {}
        }
    }

    fn map(&mut self, schema: &Value, path: &str, map: &Map<String, Value>) {
        for (key, value) in map {
            self.property(schema, &format!("{path}.{key}"), key, value);
        }
    }
}

/// A schema of another type than object has no fields; that values do not fit it shows when it is applied.
fn declares_fields(schema: &Value) -> bool {
    schema["type"] == "object"
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use skeg_resources::Object;

    use super::undeclared;

    fn found(spec: Value, api_version: &str) -> Vec<String> {
        let schema = json!({"type": "object", "properties": {"spec": {"type": "object", "properties": {
            "a": {"type": "string"},
            "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
            "map": {"type": "object", "additionalProperties": {"type": "object", "properties": {"x": {"type": "string"}}}},
            "list": {"type": "array", "items": {"type": "object", "properties": {"x": {"type": "string"}}}},
            "pod": {"type": "object", "x-kubernetes-embedded-resource": true, "properties": {"spec": {"type": "object"}}},
            "port": {"x-kubernetes-int-or-string": true},
        }}}});
        let version =
            |name: &str, served: bool| json!({"name": name, "served": served, "schema": {"openAPIV3Schema": schema}});
        let definition = json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "spec": {"versions": [version("v1", false), version("v2", true)]}});
        let object = json!({"apiVersion": api_version, "kind": "Boat", "metadata": {"name": "x", "labels": {"a": "b"}}, "spec": spec});
        undeclared(&Object::try_from(definition).unwrap(), &Object::try_from(object).unwrap())
    }

    #[test]
    fn fields_that_the_new_schema_does_not_have_are_found() {
        for (spec, expected) in [
            (json!({"a": "x", "free": {"y": {"z": 1}}, "port": "http"}), &[][..]),
            (json!({"b": 3}), &[".spec.b"]),
            (json!({"map": {"any": {"x": "1", "y": 2}}}), &[".spec.map.any.y"]),
            (json!({"list": [{"x": "1"}, {"y": 2}]}), &[".spec.list[1].y"]),
            (json!({"pod": {"apiVersion": "v1", "kind": "Pod", "metadata": {}, "spec": {}}}), &[]),
            (json!({"pod": {"data": 1}}), &[".spec.pod.data"]),
        ] {
            let expected: Vec<String> =
                expected.iter().map(|path| format!("{path}: field not declared in schema")).collect();
            assert_eq!(found(spec.clone(), "shop.dev/v2"), expected, "{spec}");
        }
    }

    #[test]
    fn a_version_that_is_not_served_any_more_is_told() {
        assert_eq!(found(json!({}), "shop.dev/v1"), ["apiVersion: the new definition does not serve v1, only v2"]);
    }
}
