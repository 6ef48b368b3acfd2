//! Checks an object against the schema of a CRD that the API server does not have yet. Only what server-side apply
//! would certainly refuse counts, before any webhook could change it: versions that are not served, undeclared fields and
//! values of a wrong type.

use serde_json::{Map, Value};
use skeg_resources::{Misfit, Object};

/// How the object does not match the definition.
pub fn misfits(definition: &Object, object: &Object) -> Vec<Misfit> {
    let versions = definition.at(&["spec", "versions"]).and_then(Value::as_array);
    let versions = versions.map(Vec::as_slice).unwrap_or_default();
    let is_served = |version: &&Value| version["served"] == true;
    let Some(version) = versions.iter().filter(is_served).find(|version| version["name"] == object.version()) else {
        let served: Vec<&str> = versions.iter().filter(is_served).filter_map(|each| each["name"].as_str()).collect();
        let (wanted, served) = (object.version(), served.join(", "));
        return vec![Misfit::Other(format!("apiVersion: the new definition does not serve {wanted}, only {served}"))];
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
    found: Vec<Misfit>,
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
            _ => self.found.push(Misfit::Other(format!("{path}: field not declared in schema"))),
        }
    }

    fn value(&mut self, schema: &Value, path: &str, value: &Value) {
        if let Some(wanted) = wanted_type(schema).filter(|wanted| !is_of_type(value, wanted)) {
            let (field, wanted) = (path.to_string(), wanted.to_string());
            self.found.push(Misfit::WrongType { field, wanted, value: value.to_string() });
            return;
        }
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

/// The one type that a value must have.
fn wanted_type(schema: &Value) -> Option<&str> {
    if schema["x-kubernetes-int-or-string"] == true {
        return None;
    }
    schema["type"].as_str()
}

fn is_of_type(value: &Value, wanted: &str) -> bool {
    match (value, wanted) {
        // It may be dropped, or a default may take its place.
        (Value::Null, _) => true,
        (Value::String(_), "string") | (Value::Bool(_), "boolean") | (Value::Object(_), "object") => true,
        (Value::Array(_), "array") | (Value::Number(_), "number") => true,
        (Value::Number(number), "integer") => number.as_f64().is_none_or(|number| number.fract() == 0.0),
        (_, wanted) => !matches!(wanted, "string" | "boolean" | "object" | "array" | "number" | "integer"),
    }
}

fn declares_fields(schema: &Value) -> bool {
    schema["type"] == "object"
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use skeg_resources::{Misfit, Object};

    use super::misfits;

    fn found(spec: Value, api_version: &str) -> Vec<Misfit> {
        let schema = json!({"type": "object", "properties": {"spec": {"type": "object", "properties": {
            "a": {"type": "string"},
            "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
            "map": {"type": "object", "additionalProperties": {"type": "object", "properties": {"x": {"type": "string"}}}},
            "list": {"type": "array", "items": {"type": "object", "properties": {"x": {"type": "string"}}}},
            "pod": {"type": "object", "x-kubernetes-embedded-resource": true, "properties": {"spec": {"type": "object"}}},
            "port": {"x-kubernetes-int-or-string": true},
            "count": {"type": "integer"},
            "size": {"type": "number"},
            "on": {"type": "boolean"},
        }}}});
        let version =
            |name: &str, served: bool| json!({"name": name, "served": served, "schema": {"openAPIV3Schema": schema}});
        let definition = json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "spec": {"versions": [version("v1", false), version("v2", true)]}});
        let object = json!({"apiVersion": api_version, "kind": "Boat", "metadata": {"name": "x", "labels": {"a": "b"}}, "spec": spec});
        misfits(&Object::try_from(definition).unwrap(), &Object::try_from(object).unwrap())
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
            let expected: Vec<Misfit> =
                expected.iter().map(|path| Misfit::Other(format!("{path}: field not declared in schema"))).collect();
            assert_eq!(found(spec.clone(), "shop.dev/v2"), expected, "{spec}");
        }
    }

    #[test]
    fn values_of_a_wrong_type_are_found() {
        for (spec, expected) in [
            (json!({"a": null, "list": [null], "port": 80, "count": 3.0, "size": 3.5, "on": true}), None),
            (json!({"a": true}), Some((".spec.a", "string", "true"))),
            (json!({"a": {"b": 1}}), Some((".spec.a", "string", "{\"b\":1}"))),
            (json!({"list": {"x": "1"}}), Some((".spec.list", "array", "{\"x\":\"1\"}"))),
            (json!({"list": [{"x": 1}]}), Some((".spec.list[0].x", "string", "1"))),
            (json!({"map": {"any": "x"}}), Some((".spec.map.any", "object", "\"x\""))),
            (json!({"count": 3.5}), Some((".spec.count", "integer", "3.5"))),
            (json!({"count": "3"}), Some((".spec.count", "integer", "\"3\""))),
            (json!({"on": "yes"}), Some((".spec.on", "boolean", "\"yes\""))),
        ] {
            let wrong = |(field, wanted, value): (&str, &str, &str)| Misfit::WrongType {
                field: field.to_string(),
                wanted: wanted.to_string(),
                value: value.to_string(),
            };
            let expected: Vec<Misfit> = expected.map(wrong).into_iter().collect();
            assert_eq!(found(spec.clone(), "shop.dev/v2"), expected, "{spec}");
        }
    }

    #[test]
    fn a_version_that_is_not_served_any_more_is_told() {
        let expected = Misfit::Other("apiVersion: the new definition does not serve v1, only v2".to_string());
        assert_eq!(found(json!({}), "shop.dev/v1"), [expected]);
    }
}
