//! Hides known secret values wherever they turn up: in messages of servers, in logs, in objects that copy them.
//!
//! In: objects with what of them is sensitive, or plain values. Out: texts without these values, in none of the forms they
//! travel in: as they are, in base64, escaped in JSON.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use serde_json::Value;

use crate::base64;
use crate::object::Object;
use crate::redaction::{HIDDEN, HIDDEN_CHANGED, hidden_values};
use crate::rules::Sensitive;

/// Shorter values are words of every text; hiding them would hide nothing and spoil everything.
const SHORTEST: usize = 4;

/// Knows secret values and takes them out of texts. Cheap where it knows none.
#[derive(Clone, Default)]
pub struct Masker {
    /// By length; each with all that is looked for.
    values: BTreeSet<(usize, String)>,
}

/// Says how many values it knows, never which.
impl fmt::Debug for Masker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Masker({} values)", self.values.len())
    }
}

impl Masker {
    /// Of all objects given, each with what of it is sensitive.
    pub fn of<'a>(objects: impl IntoIterator<Item = (&'a Object, &'a Sensitive)>) -> Masker {
        let mut masker = Masker::default();
        for (object, sensitive) in objects {
            masker.add_object(object, sensitive);
        }
        masker
    }

    /// Learns the sensitive values of an object. The data of a Secret count whatever its annotations say.
    pub fn add_object(&mut self, object: &Object, sensitive: &Sensitive) {
        let is_secret = object.api_version() == "v1" && object.kind() == "Secret";
        if is_secret {
            let texts = |key| object.at(&[key]).and_then(Value::as_object).into_iter().flatten();
            for (_, value) in texts("data") {
                self.add_base64(value.as_str().unwrap_or_default());
            }
            texts("stringData").for_each(|(_, value)| self.add(value.as_str().unwrap_or_default()));
            return;
        }
        for value in hidden_values(object, sensitive) {
            self.add_leaves(&value);
        }
    }

    /// Learns a value.
    pub fn add(&mut self, value: &str) {
        let trimmed = value.trim();
        if trimmed.len() < SHORTEST || matches!(trimmed, "true" | "false" | "null" | "none") {
            return;
        }
        let escaped = Value::from(trimmed).to_string();
        let escaped = escaped.trim_matches('"').to_string();
        let encoded = [value, trimmed].map(|text| base64::encode(text.as_bytes()));
        for text in [value.to_string(), trimmed.to_string(), escaped].into_iter().chain(encoded) {
            self.values.insert((text.len(), text));
        }
    }

    /// Learns a value that is at hand in base64 only.
    fn add_base64(&mut self, digits: &str) {
        match base64::decode(digits).map(String::from_utf8) {
            Some(Ok(text)) => self.add(&text),
            // What is no text can turn up in base64 only.
            _ if digits.len() >= SHORTEST => drop(self.values.insert((digits.len(), digits.to_string()))),
            _ => {}
        }
    }

    fn add_leaves(&mut self, value: &Value) {
        match value {
            Value::String(text) => self.add(text),
            Value::Number(number) => self.add(&number.to_string()),
            Value::Array(items) => items.iter().for_each(|item| self.add_leaves(item)),
            Value::Object(map) => map.values().for_each(|item| self.add_leaves(item)),
            Value::Null | Value::Bool(_) => {}
        }
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The text without any value that is known; a longer value goes before a shorter one within it.
    pub fn mask<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut text = Cow::Borrowed(text);
        for (_, value) in self.values.iter().rev() {
            if text.contains(value.as_str()) {
                text = Cow::Owned(text.replace(value.as_str(), HIDDEN));
            }
        }
        text
    }

    /// The object without any value that is known. What it is called stays.
    pub fn mask_object(&self, object: &Object) -> Object {
        self.mask_against(object, None)
    }

    /// Both sides of a change without any value that is known; what differs only there is marked in the second.
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
                    for (key, value) in
                        metadata.iter_mut().filter(|(key, _)| !matches!(key.as_str(), "name" | "namespace"))
                    {
                        self.mask_value(value, before.and_then(|before| before.get(key)));
                    }
                }
                (_, value) => self.mask_value(value, before),
            }
        }
        masked
    }

    fn mask_value(&self, value: &mut Value, before: Option<&Value>) {
        match value {
            Value::String(text) => {
                let masked = self.mask(text).into_owned();
                let is_same =
                    before.and_then(Value::as_str).is_none_or(|before| before == text || self.mask(before) != masked);
                *text = if is_same { masked } else { masked.replacen(HIDDEN, HIDDEN_CHANGED, 1) };
            }
            Value::Array(items) => {
                for (at, item) in items.iter_mut().enumerate() {
                    self.mask_value(item, before.and_then(|before| before.get(at)));
                }
            }
            Value::Object(map) => {
                for (key, item) in map {
                    self.mask_value(item, before.and_then(|before| before.get(key)));
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Masker;
    use crate::{Object, Sensitive};

    fn object(kind: &str, mut value: Value) -> Object {
        value["apiVersion"] = json!("v1");
        value["kind"] = json!(kind);
        Object::try_from(value).unwrap()
    }

    fn masker() -> Masker {
        // "hunter22", "hunter22-longer", a text of two lines, bytes that are no text, and what is too short.
        let data = json!({"a": "aHVudGVyMjI=", "c": "b25lCnR3bw==", "d": "/////w==", "e": "YWI=", "f": "dHJ1ZQ=="});
        let secret = object("Secret", json!({"data": data, "stringData": {"b": "hunter22-longer"}}));
        Masker::of([(&secret, &Sensitive::Nothing)])
    }

    #[test]
    fn values_are_hidden_in_all_their_forms() {
        for (text, masked) in [
            ("nothing here", "nothing here"),
            ("password=hunter22!", "password=<hidden>!"),
            ("data: aHVudGVyMjI=", "data: <hidden>"),
            ("hunter22-longer hunter22", "<hidden> <hidden>"),
            ("Invalid value: \"one\\ntwo\"", "Invalid value: \"<hidden>\""),
            ("/////w== and ab and true", "<hidden> and ab and true"),
        ] {
            assert_eq!(masker().mask(text), masked);
        }
        assert_eq!(format!("{:?}", Masker::default()), "Masker(0 values)");
        assert!(!format!("{:?}", masker()).contains("hunter"));
    }

    #[test]
    fn other_objects_are_known_by_their_sensitive_parts() {
        let thing = object(
            "Thing",
            json!({"spec": {"token": "tok-123", "pin": 98765, "mode": "fast"}, "data": {"x": "plain-value"}}),
        );
        let paths = Sensitive::Paths(vec!["$.spec.token".to_string(), "$.spec.pin".to_string()]);
        let masker = Masker::of([(&thing, &paths)]);
        assert_eq!(masker.mask("tok-123 98765 fast plain-value"), "<hidden> <hidden> fast plain-value");
        let masker = Masker::of([(&thing, &Sensitive::Everything)]);
        // Words of a whole object may be anybody's; only its data are looked for elsewhere.
        assert_eq!(masker.mask("fast plain-value"), "fast <hidden>");
        assert!(Masker::of([(&thing, &Sensitive::Nothing)]).is_empty());
    }

    #[test]
    fn copies_in_objects_are_hidden_and_their_changes_told() {
        let thing =
            |text: &str| object("Thing", json!({"metadata": {"name": "hunter22"}, "spec": {"env": [text, "x"]}}));
        let mut masker = masker();
        masker.add("hunter33");
        let (before, after) = masker.mask_change(&thing("p=hunter22"), &thing("p=hunter33"));
        assert_eq!((before, after), (thing("p=<hidden>"), thing("p=<hidden, changed>")));
        let (before, after) = masker.mask_change(&thing("p=hunter22"), &thing("q=hunter22"));
        assert_eq!((before, after), (thing("p=<hidden>"), thing("q=<hidden>")));
    }
}
