//! Hides known secret values wherever they turn up: in messages of servers, in logs, in objects that copy them.
//!
//! In: objects with what of them is sensitive, or plain values; words that everybody knows. Out: texts without these values,
//! in none of the forms they travel in.

mod forms;
mod told;

pub use told::{manifest_texts, told};

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::OnceLock;

use aho_corasick::{AhoCorasick, MatchKind};
use serde_json::Value;

use crate::base64;
use crate::object::Object;
use crate::redaction::{HIDDEN, HIDDEN_CHANGED, hidden_values};
use crate::rules::Sensitive;

/// Shorter values are words of every text; hiding them would hide nothing and spoil everything.
const SHORTEST: usize = 4;
/// The same for a line, or a text within JSON, of a longer value.
const SHORTEST_PART: usize = 8;

/// Knows secret values and takes them out of texts. Cheap where it knows none.
#[derive(Clone, Default)]
pub struct Masker {
    /// All that is looked for.
    values: BTreeSet<String>,
    /// What is within one of these is no secret.
    public: BTreeSet<String>,
    /// Made from both when it is needed; none where nothing is looked for.
    search: OnceLock<Option<AhoCorasick>>,
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
        if is_secret(object) {
            let texts = |key| object.at(&[key]).and_then(Value::as_object).into_iter().flatten();
            for (_, value) in texts("data") {
                self.add_base64(value.as_str().unwrap_or_default());
            }
            texts("stringData").for_each(|(_, value)| self.add(value.as_str().unwrap_or_default()));
        } else if *sensitive != Sensitive::Nothing {
            for value in hidden_values(object, sensitive) {
                self.add_leaves(&value);
            }
        }
    }

    /// Learns a value, and what of it may turn up alone: its lines, and the texts in it where it is JSON.
    pub fn add(&mut self, value: &str) {
        self.add_text(value, SHORTEST);
        if value.trim().contains('\n') {
            value.lines().for_each(|line| self.add_text(line, SHORTEST_PART));
        }
        if value.trim_start().starts_with(['{', '[']) {
            let json: Result<Value, _> = serde_json::from_str(value);
            json.iter().for_each(|json| self.add_parts(json));
        }
    }

    fn add_text(&mut self, value: &str, shortest: usize) {
        if is_worth_hiding(value, shortest) {
            forms::of(value).into_iter().for_each(|form| self.insert(form));
        }
    }

    fn add_parts(&mut self, json: &Value) {
        match json {
            Value::String(text) => self.add_text(text, SHORTEST_PART),
            Value::Array(items) => items.iter().for_each(|item| self.add_parts(item)),
            Value::Object(map) => map.values().for_each(|item| self.add_parts(item)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Learns a value that is at hand in base64 only.
    fn add_base64(&mut self, digits: &str) {
        match base64::decode(digits).map(String::from_utf8) {
            Some(Ok(text)) => self.add(&text),
            // What is no text can turn up in base64 only.
            _ if digits.len() >= SHORTEST => self.insert(digits.to_string()),
            _ => {}
        }
    }

    fn insert(&mut self, text: String) {
        if self.values.insert(text) {
            self.search.take();
        }
    }

    /// Learns all that another knows.
    pub fn add_all(&mut self, other: &Masker) {
        other.values.iter().for_each(|value| self.insert(value.clone()));
        other.public.iter().for_each(|word| self.publish(word));
    }

    /// Learns a word that everybody knows, such as the name of a resource: what is part of it need not be hidden, and names
    /// must stay readable although somebody's user is called like the release.
    pub fn publish(&mut self, word: &str) {
        if !self.public.contains(word) {
            self.public.insert(word.to_string());
            self.search.take();
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
        let Some(search) = self.search() else { return Cow::Borrowed(text) };
        if !search.is_match(text) {
            return Cow::Borrowed(text);
        }
        let mut masked = String::with_capacity(text.len());
        search.replace_all_with(text, &mut masked, |_, _, masked| {
            masked.push_str(HIDDEN);
            true
        });
        Cow::Owned(masked)
    }

    /// The text as [`mask`](Masker::mask) makes it, with what differs from a text of the same shape marked.
    fn mask_marking(&self, text: &str, before: &str) -> String {
        let Some(search) = self.search() else { return text.to_string() };
        let (mut masked, mut earlier) = (String::with_capacity(text.len()), self.found(before));
        search.replace_all_with(text, &mut masked, |_, now, masked| {
            masked.push_str(if earlier.next() == Some(now) { HIDDEN } else { HIDDEN_CHANGED });
            true
        });
        masked
    }

    /// What of a text would be hidden.
    pub fn found<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
        let search = self.search().into_iter();
        search.flat_map(move |search| search.find_iter(text)).filter_map(|found| text.get(found.range()))
    }

    fn search(&self) -> Option<&AhoCorasick> {
        if self.values.is_empty() {
            return None;
        }
        let search = self.search.get_or_init(|| {
            let known = self.known_to_all();
            let secret = self.values.iter().filter(|value| !known.contains(value.as_str()));
            AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(secret).ok()
        });
        search.as_ref()
    }

    /// The values that are part of a public word.
    fn known_to_all(&self) -> BTreeSet<&str> {
        let values: Vec<&str> = self.values.iter().map(String::as_str).collect();
        let Some(all) = AhoCorasick::new(&values).ok().filter(|_| !self.public.is_empty()) else {
            return BTreeSet::new();
        };
        let found = self.public.iter().flat_map(|word| all.find_overlapping_iter(word));
        found.filter_map(|found| values.get(found.pattern().as_usize()).copied()).collect()
    }

    /// The value without any value that is known, keys as they are.
    pub fn mask_json(&self, value: &mut Value) {
        self.mask_value(value, None);
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
                // Where more than secrets differs, that tells enough.
                let before = before.and_then(Value::as_str).filter(|before| self.mask(before) == masked);
                *text = before.map_or(masked, |before| self.mask_marking(text, before));
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

fn is_worth_hiding(value: &str, shortest: usize) -> bool {
    let trimmed = value.trim();
    trimmed.chars().count() >= shortest && !matches!(trimmed, "true" | "false" | "null" | "none")
}

fn is_secret(object: &Object) -> bool {
    object.api_version() == "v1" && object.kind() == "Secret"
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
    fn parts_that_tell_are_hidden_too() {
        let mut masker = Masker::default();
        masker.add("first-line\nsecond-line\nshort\n");
        masker.add(r#"{"auths": {"host": {"password": "swordfish", "level": "info"}}}"#);
        masker.add("a\"b<c>d");
        for (text, masked) in [
            ("log: second-line, short", "log: <hidden>, short"),
            ("swordfish info", "<hidden> info"),
            // "user:swordfish" in base64.
            ("Basic dXNlcjpzd29yZGZpc2g=", "Basic dXNlcjp<hidden>g="),
            (r#"a\"b\u003cc\u003ed and a\"b<c>d"#, "<hidden> and <hidden>"),
            ("a&quot;b&lt;c&gt;d", "<hidden>"),
        ] {
            assert_eq!(masker.mask(text), masked);
        }
    }

    #[test]
    fn what_everybody_knows_is_no_secret() {
        let mut masker = masker();
        masker.add("shop");
        assert_eq!(masker.mask("shop shop-db hunter22"), "<hidden> <hidden>-db <hidden>");
        masker.publish("shop-db");
        assert_eq!(masker.mask("shop shop-db hunter22"), "shop shop-db <hidden>");
        let mut value = json!({"hunter22": ["hunter22", 1]});
        masker.mask_json(&mut value);
        assert_eq!(value, json!({"hunter22": ["<hidden>", 1]}));
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
