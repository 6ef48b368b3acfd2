//! Masks known secret values wherever they appear: in messages of servers, in logs, in objects that copy them.
//!
//! In: objects with their sensitive parts, or plain values; public words. Out: texts without these values, in any
//! encoding.

mod forms;
mod names;
mod objects;
mod occurrence;
mod search;

pub use occurrence::{manifest_texts, occurring_values};

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use serde_json::Value;
use skeg_go_yaml::base64;

use crate::object::Object;
use crate::redaction::{HIDDEN, hidden_values};
use crate::rules::Sensitive;
use search::Search;

/// Shorter values are too common: masking them would protect nothing and make texts unreadable.
const SHORTEST: usize = 4;
/// The same for a line, or a text within JSON, of a longer value.
const SHORTEST_PART: usize = 8;

/// Masks secret values in texts. Cheap if it knows none.
#[derive(Clone, Default)]
pub struct Masker {
    /// All values to look for.
    values: BTreeSet<String>,
    /// The values that were added, so that none is processed twice: a command sees its Secrets many times.
    given: BTreeSet<String>,
    /// A value that is part of one of these is not secret.
    public: BTreeSet<String>,
    /// Built from both on demand; `None` if there is nothing to look for.
    search: OnceLock<Option<Arc<Search>>>,
}

/// Shows how many values it knows, never which.
impl fmt::Debug for Masker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Masker({} values)", self.values.len())
    }
}

impl Masker {
    /// Knows the sensitive parts of all these objects.
    pub fn of<'a>(objects: impl IntoIterator<Item = (&'a Object, &'a Sensitive)>) -> Masker {
        let mut masker = Masker::default();
        for (object, sensitive) in objects {
            masker.add_object(object, sensitive);
        }
        masker
    }

    /// Adds the sensitive values of an object. The data of a Secret count whatever its annotations say.
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

    /// Whether an object may hold sensitive values.
    pub(crate) fn learns_from(object: &Object, sensitive: &Sensitive) -> bool {
        is_secret(object) || *sensitive != Sensitive::Nothing
    }

    /// Adds a value, and parts of it that may appear alone: its lines, and the texts in it if it is JSON.
    pub fn add(&mut self, value: &str) {
        if self.given.contains(value) {
            return;
        }
        self.given.insert(value.to_string());
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

    /// Adds a value that is known only in base64.
    fn add_base64(&mut self, digits: &str) {
        match base64::decode(digits).map(String::from_utf8) {
            Some(Ok(text)) => self.add(&text),
            // Binary data can only appear in base64.
            _ if digits.len() >= SHORTEST => self.insert(digits.to_string()),
            _ => {}
        }
    }

    fn insert(&mut self, text: String) {
        if self.values.insert(text) {
            self.search.take();
        }
    }

    /// Adds everything that another masker knows.
    pub fn add_all(&mut self, other: &Masker) {
        if other.given.is_subset(&self.given) && other.values.is_subset(&self.values) {
            return other.public.iter().for_each(|word| self.publish(word));
        }
        other.values.iter().for_each(|value| self.insert(value.clone()));
        self.given.extend(other.given.iter().cloned());
        other.public.iter().for_each(|word| self.publish(word));
    }

    /// Adds a public word, such as the name of a resource. Parts of it are not masked, so names stay readable even if
    /// somebody's user name is the release's name.
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

    /// Whether it knows no secrets.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Masks all known values; overlapping ones are masked as one.
    pub fn mask<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let places = self.places(text);
        if places.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(replaced(text, &places, |_| HIDDEN)) }
    }

    /// The parts of a text that would be masked.
    pub fn found<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
        self.places(text).into_iter().filter_map(|place| text.get(place))
    }

    fn places(&self, text: &str) -> Vec<Range<usize>> {
        self.search().map(|search| search.places(text)).unwrap_or_default()
    }

    fn search(&self) -> Option<&Search> {
        if self.values.is_empty() {
            return None;
        }
        let search = self.search.get_or_init(|| {
            let known = self.known_to_all();
            let secret = self.values.iter().map(String::as_str).filter(|value| !known.contains(value));
            Search::new(secret).map(Arc::new)
        });
        search.as_deref()
    }

    /// The values that are part of a public word.
    fn known_to_all(&self) -> BTreeSet<&str> {
        let longest = self.public.iter().map(String::len).max().unwrap_or_default();
        let short: Vec<&str> = self.values.iter().map(String::as_str).filter(|value| value.len() <= longest).collect();
        let known = Search::occurring(&short, self.public.iter().map(String::as_str));
        short.into_iter().zip(known).filter(|(_, is_known)| *is_known).map(|(value, _)| value).collect()
    }
}

/// Replaces parts of a text; the places are ordered and do not overlap.
fn replaced<'w>(text: &str, places: &[Range<usize>], mut with: impl FnMut(&str) -> &'w str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for place in places {
        out.push_str(text.get(done..place.start).unwrap_or_default());
        out.push_str(with(text.get(place.clone()).unwrap_or_default()));
        done = place.end;
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out
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
        // "hunter22", "hunter2-longer", a text of two lines, binary data, and a value that is too short.
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
            // JSON in JSON, of Go and of others.
            (r#"\"a\\\"b\\u003cc\\u003ed\" and a\\\"b<c>d"#, "\\\"<hidden>\\\" and <hidden>"),
            ("a&quot;b&lt;c&gt;d", "<hidden>"),
        ] {
            assert_eq!(masker.mask(text), masked);
        }
    }

    /// As `urlquery` and `b64enc` write a password in a chart.
    #[test]
    fn values_are_hidden_in_urls_and_as_templates_print_numbers() {
        let mut masker = Masker::default();
        masker.add("p@ss?w0rd>>>~~\u{ff}-x/y z");
        masker.add("7654321");
        for (text, masked) in [
            ("u:p%40ss%3Fw0rd%3E%3E%3E~~%C3%BF-x%2Fy+z@h", "u:<hidden>@h"),
            ("u:p%40ss%3Fw0rd%3E%3E%3E~~%C3%BF-x%2Fy%20z@h", "u:<hidden>@h"),
            ("--pin=7.654321e+06", "--pin=<hidden>"),
            // In the URL-safe alphabet; twice in base64.
            ("a cEBzcz93MHJkPj4-fn7Dvy14L3kgeg", "a <hidden>g"),
            ("Y0VCemN6OTNNSEprUGo0K2ZuN0R2eTE0TDNrZ2VnPT0=", "<hidden>0="),
        ] {
            assert_eq!(masker.mask(text), masked);
        }
    }

    /// A Secret is seen many times in one command, but processed only the first time.
    #[test]
    fn what_is_known_already_changes_nothing() {
        let mut masker = masker();
        assert_eq!(masker.mask("hunter22"), "<hidden>");
        let (search, values) = (masker.search.get().cloned().flatten().unwrap(), masker.values.len());
        masker.add("hunter22");
        masker.add_all(&masker.clone());
        assert_eq!(masker.values.len(), values);
        assert!(
            masker.search.get().is_some_and(|now| now.as_ref().is_some_and(|now| std::sync::Arc::ptr_eq(now, &search)))
        );
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
        // The words of a whole object are too common; only its data are masked elsewhere.
        assert_eq!(masker.mask("fast plain-value"), "fast <hidden>");
        assert!(Masker::of([(&thing, &Sensitive::Nothing)]).is_empty());
    }
}
