//! Masks known secret values in objects. Fields that say what is deployed stay readable.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::names::{Field, is_name};
use super::{Masker, replaced};
use crate::object::Object;
use crate::redaction::{HIDDEN, HIDDEN_CHANGED};

/// Marks a name that is shown although it is also a secret value.
const ALSO_SECRET: &str = " (also a secret value)";
/// The same for a name that contains one.
const PARTLY_SECRET: &str = " (contains a secret value)";

impl Masker {
    /// Masks known values in a value. Keys that can be names stay.
    pub fn mask_json(&self, value: &mut Value) {
        self.mask_value(value, None, Field::Free);
    }

    /// Masks known values in an object. Its name stays.
    pub fn mask_object(&self, object: &Object) -> Object {
        self.mask_against(object, None)
    }

    /// Masks known values in both sides of a change; masked differences are marked in the second.
    pub fn mask_change(&self, before: &Object, after: &Object) -> (Object, Object) {
        (self.mask_object(before), self.mask_against(after, Some(before)))
    }

    fn mask_against(&self, object: &Object, before: Option<&Object>) -> Object {
        let mut masked = object.clone();
        if self.is_empty() {
            return masked;
        }
        for (key, value) in masked.as_map_mut() {
            let before = before.and_then(|before| before.at(&[key]));
            match (key.as_str(), value) {
                ("apiVersion" | "kind", _) => {}
                ("metadata", Value::Object(metadata)) => {
                    let others = metadata.iter_mut().filter(|(key, _)| !matches!(key.as_str(), "name" | "namespace"));
                    for (key, value) in others {
                        self.mask_value(value, before.and_then(|before| before.get(key)), Field::Top.below(key));
                    }
                }
                (_, value) => self.mask_value(value, before, Field::Top.below(key)),
            }
        }
        masked
    }

    fn mask_value(&self, value: &mut Value, before: Option<&Value>, field: Field) {
        match value {
            Value::String(text) => {
                if let Some(masked) = self.masked_field(text, before.and_then(Value::as_str), field) {
                    *text = masked;
                }
            }
            Value::Array(items) => {
                for (at, item) in items.iter_mut().enumerate() {
                    self.mask_value(item, before.and_then(|before| before.get(at)), field);
                }
            }
            Value::Object(map) => {
                for (key, item) in map.iter_mut() {
                    self.mask_value(item, before.and_then(|before| before.get(key)), field.below(key));
                }
                self.mask_keys(map, before);
            }
            Value::Number(number) if self.is_secret_number(&number.to_string()) => {
                let is_changed = before.is_some_and(|before| before.as_number() != Some(&*number));
                *value = Value::from(if is_changed { HIDDEN_CHANGED } else { HIDDEN });
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Smaller numbers are ports, counts and limits, which a reviewer has to see.
    fn is_secret_number(&self, number: &str) -> bool {
        const SHORTEST: usize = 6;
        number.len() >= SHORTEST && self.places(number).first().is_some_and(|place| place.len() == number.len())
    }

    /// Masks keys that look random: nobody chose such a name.
    fn mask_keys(&self, map: &mut Map<String, Value>, before: Option<&Value>) {
        let is_masked = |key: &str| self.places(key).iter().any(|place| !is_name(&key[place.clone()], Field::Names));
        let masked: Vec<String> = map.keys().filter(|key| is_masked(key)).cloned().collect();
        for key in masked {
            let Some(value) = map.remove(&key) else { continue };
            let is_new = before.is_some_and(|before| before.get(&key).is_none());
            let hidden = replaced(&key, &self.places(&key), |_| if is_new { HIDDEN_CHANGED } else { HIDDEN });
            let mut name = hidden.clone();
            let mut number = 1;
            while map.contains_key(&name) {
                number += 1;
                name = format!("{hidden} ({number})");
            }
            map.insert(name, value);
        }
    }

    /// The masked text of a field; `None` if it needs no masking.
    fn masked_field(&self, text: &str, before: Option<&str>, field: Field) -> Option<String> {
        let places = self.places(text);
        if places.is_empty() {
            return None;
        }
        let is_readable = field.says_what_is_deployed() && can_be_named(text, field);
        if is_readable && places.iter().all(|place| is_name(&text[place.clone()], field)) {
            let is_whole = places.first().is_some_and(|place| place.len() == text.len());
            return Some(format!("{text}{}", if is_whole { ALSO_SECRET } else { PARTLY_SECRET }));
        }
        let masked = replaced(text, &places, |_| HIDDEN);
        // If more than secrets differs, the difference is visible anyway.
        let before = before.filter(|before| *before != text && self.mask(before) == Cow::Borrowed(masked.as_str()));
        let Some(before) = before else { return Some(masked) };
        let mut earlier = self.found(before);
        Some(replaced(text, &places, |now| if earlier.next() == Some(now) { HIDDEN } else { HIDDEN_CHANGED }))
    }
}

/// Whether a text consists of names only. `user:password@host` and `/path?token=…` do not, whatever the password.
fn can_be_named(text: &str, field: Field) -> bool {
    // What follows the `@` of an image is a digest.
    let is_digest = |after: &str| field == Field::Image && after.starts_with("sha256:");
    let has_password = text.split_once('@').is_some_and(|(before, after)| before.contains(':') && !is_digest(after));
    !has_password && !text.contains(['?', '=', '&', ' '])
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::{Masker, Object};

    fn object(kind: &str, mut value: Value) -> Object {
        value["apiVersion"] = json!("v1");
        value["kind"] = json!(kind);
        Object::try_from(value).unwrap()
    }

    fn knowing(values: &[&str]) -> Masker {
        let mut masker = Masker::default();
        values.iter().for_each(|value| masker.add(value));
        masker
    }

    #[test]
    fn copies_in_objects_are_hidden_and_their_changes_told() {
        let thing =
            |text: &str| object("Thing", json!({"metadata": {"name": "hunter22"}, "spec": {"env": [text, "x"]}}));
        let masker = knowing(&["hunter22", "hunter33"]);
        let (before, after) = masker.mask_change(&thing("p=hunter22"), &thing("p=hunter33"));
        assert_eq!((before, after), (thing("p=<hidden>"), thing("p=<hidden, changed>")));
        let (before, after) = masker.mask_change(&thing("p=hunter22"), &thing("q=hunter22"));
        assert_eq!((before, after), (thing("p=<hidden>"), thing("q=<hidden>")));
    }

    #[test]
    fn numbers_and_keys_are_hidden_too() {
        let masker = knowing(&["7654321", "8080", "s7Gk29xQpLm4Zt8v", "q9Xk31bRtWn5Yc7z", "hunter22"]);
        let thing = |value: Value| object("Thing", json!({"spec": value}));
        let value = json!({
            "pin": 7_654_321, "port": 8080, "other": 76_543_219,
            "users": {"s7Gk29xQpLm4Zt8v": 1, "q9Xk31bRtWn5Yc7z": 2, "x-s7Gk29xQpLm4Zt8v": 3, "hunter22": 4},
        });
        let masked = json!({
            "pin": "<hidden>", "port": 8080, "other": 76_543_219,
            "users": {"<hidden>": 2, "<hidden> (2)": 1, "x-<hidden>": 3, "hunter22": 4},
        });
        assert_eq!(masker.mask_object(&thing(value)), thing(masked));
        let masker = knowing(&["7654321", "7654322", "s7Gk29xQpLm4Zt8v", "q9Xk31bRtWn5Yc7z"]);
        let before = thing(json!({"pin": 7_654_321, "data": {"s7Gk29xQpLm4Zt8v": 1}}));
        let after = thing(json!({"pin": 7_654_322, "data": {"q9Xk31bRtWn5Yc7z": 1}}));
        let (before, after) = masker.mask_change(&before, &after);
        assert_eq!(before, thing(json!({"pin": "<hidden>", "data": {"<hidden>": 1}})));
        assert_eq!(after, thing(json!({"pin": "<hidden, changed>", "data": {"<hidden, changed>": 1}})));
    }

    #[test]
    fn what_is_deployed_stays_readable() {
        let masker = knowing(&[
            "cluster-admin",
            "system:unauthenticated",
            "docker.io/evil/miner:latest",
            "evil.example.com",
            "impersonate",
            "privileged",
            "s7Gk29xQpLm4Zt8v",
        ]);
        let shown = |kind: &str, value: Value| {
            let masked: Value = masker.mask_object(&object(kind, value)).into();
            masked.to_string()
        };
        let binding = shown(
            "ClusterRoleBinding",
            json!({
                "roleRef": {"kind": "ClusterRole", "name": "cluster-admin"},
                "subjects": [{"kind": "Group", "name": "system:unauthenticated"}, {"name": "s7Gk29xQpLm4Zt8v"}],
            }),
        );
        assert!(binding.contains(r#""name":"cluster-admin (also a secret value)""#), "{binding}");
        assert!(binding.contains(r#""name":"system:unauthenticated (also a secret value)""#), "{binding}");
        assert!(binding.contains(r#""name":"<hidden>""#) && !binding.contains("s7Gk29"), "{binding}");
        let role = shown("Role", json!({"rules": [{"verbs": ["get", "impersonate"], "resources": ["users"]}]}));
        assert!(role.contains(r#"["get","impersonate (also a secret value)"]"#), "{role}");
        let pod = json!({
            "metadata": {"labels": {"pod-security.kubernetes.io/enforce": "privileged"}, "annotations": {"a": "privileged"}},
            "spec": {
                "containers": [{"image": "docker.io/evil/miner:latest", "args": ["--to=evil.example.com"]}],
                "rules": [{"host": "evil.example.com"}, {"host": "x.evil.example.com"}, {"host": "a:privileged@b"}],
                "initContainers": [{"image": "a:privileged@b/c"}, {"image": "a/privileged:1@sha256:0123"}],
                "httpGet": {"path": "/x?token=privileged"},
            },
            "data": {"host": "evil.example.com"},
        });
        let pod = shown("Thing", pod);
        for text in [
            r#"enforce":"privileged (also a secret value)""#,
            r#""image":"docker.io/evil/miner:latest (also a secret value)""#,
            r#"{"host":"evil.example.com (also a secret value)"}"#,
            r#"{"host":"x.evil.example.com (contains a secret value)"}"#,
            r#"{"host":"a:<hidden>@b"}"#,
            r#"{"image":"a:<hidden>@b/c"}"#,
            r#"{"image":"a/privileged:1@sha256:0123 (contains a secret value)"}"#,
            r#"{"path":"/x?token=<hidden>"}"#,
            // Free fields.
            r#""annotations":{"a":"<hidden>"}"#,
            r#""args":["--to=<hidden>"]"#,
            r#""data":{"host":"<hidden>"}"#,
        ] {
            assert!(pod.contains(text), "{text} in {pod}");
        }
    }
}
