//! Hides the sensitive parts of an object, and still shows what changes.
//!
//! No lengths and no hashes: both give short secrets away.

use serde_json::Value;

use crate::json_path::{Path, Step};
use crate::object::Object;
use crate::rules::Sensitive;

/// Replaces a hidden value.
pub const HIDDEN: &str = "<hidden>";
/// Replaces a hidden value that changed.
pub const HIDDEN_CHANGED: &str = "<hidden, changed>";

/// Hides the sensitive parts of an object.
pub fn redact(object: &Object, sensitive: &Sensitive) -> Object {
    hide(object, None, sensitive)
}

/// Hides the sensitive parts of both sides of a change; differences are marked in the second.
pub fn redact_change(before: &Object, after: &Object, sensitive: &Sensitive) -> (Object, Object) {
    (hide(before, None, sensitive), hide(after, Some(before), sensitive))
}

fn hide(object: &Object, before: Option<&Object>, sensitive: &Sensitive) -> Object {
    let mut hidden = object.clone();
    let before = before.map(|before| Value::Object(before.as_map().clone()));
    let mut whole = Value::Object(std::mem::take(hidden.as_map_mut()));
    for path in paths(object, sensitive) {
        path.visit(&mut whole, before.as_ref(), &mut |value, before| {
            let is_changed = before.is_some_and(|before| before != value);
            *value = Value::from(if is_changed { HIDDEN_CHANGED } else { HIDDEN });
        });
    }
    if let Value::Object(map) = whole {
        *hidden.as_map_mut() = map;
    }
    hidden
}

/// The sensitive values of an object. If the whole object is sensitive, only its data count: the rest are words that
/// any object may have.
pub(crate) fn hidden_values(object: &Object, sensitive: &Sensitive) -> Vec<Value> {
    if *sensitive == Sensitive::Everything {
        return ["data", "stringData", "binaryData"].iter().filter_map(|key| object.at(&[key])).cloned().collect();
    }
    let mut values = Vec::new();
    let mut whole = Value::Object(object.as_map().clone());
    for path in paths(object, sensitive) {
        path.visit(&mut whole, None, &mut |value, _| values.push(value.clone()));
    }
    values
}

/// The paths of an object to hide.
fn paths(object: &Object, sensitive: &Sensitive) -> Vec<Path> {
    let mut paths: Vec<Path> = match sensitive {
        Sensitive::Nothing => return Vec::new(),
        // The keys of a Secret are not secret, and they make a change understandable.
        Sensitive::Everything if object.api_version() == "v1" && object.kind() == "Secret" => {
            ["data", "stringData"].map(|key| Path::new([Step::Key(key.to_string()), Step::All])).to_vec()
        }
        Sensitive::Everything => {
            let keys = object.as_map().keys().filter(|key| !["apiVersion", "kind", "metadata"].contains(&key.as_str()));
            keys.map(|key| Path::new([Step::Key(key.clone())])).collect()
        }
        Sensitive::Paths(texts) => match texts.iter().map(|text| Path::parse(text)).collect() {
            Some(paths) => paths,
            None => return paths(object, &Sensitive::Everything),
        },
    };
    // kubectl keeps a copy of the whole object here.
    let copy = ["metadata", "annotations", "kubectl.kubernetes.io/last-applied-configuration"];
    paths.push(Path::new(copy.map(|key| Step::Key(key.to_string()))));
    paths
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{redact, redact_change};
    use crate::{Object, Sensitive};

    fn object(kind: &str, mut value: Value) -> Object {
        value["apiVersion"] = json!("v1");
        value["kind"] = json!(kind);
        Object::try_from(value).unwrap()
    }

    #[test]
    fn what_is_sensitive_is_hidden() {
        let copy = "kubectl.kubernetes.io/last-applied-configuration";
        let paths = |paths: &[&str]| Sensitive::Paths(paths.iter().map(|path| path.to_string()).collect());
        let cases = [
            ("Secret", json!({"data": {"a": "eA=="}}), Sensitive::Nothing, json!({"data": {"a": "eA=="}})),
            (
                "Secret",
                json!({"data": {"a": "eA=="}, "stringData": {"b": "x"}, "type": "t", "metadata": {"annotations": {copy: "{}"}}}),
                Sensitive::Everything,
                json!({
                    "data": {"a": "<hidden>"}, "stringData": {"b": "<hidden>"}, "type": "t",
                    "metadata": {"annotations": {copy: "<hidden>"}}
                }),
            ),
            (
                "Thing",
                json!({"spec": {"a": 1}, "metadata": {"name": "x"}}),
                Sensitive::Everything,
                json!({"spec": "<hidden>", "metadata": {"name": "x"}}),
            ),
            (
                "Thing",
                json!({"spec": {"a": [{"k": 1}, {"k": 2}], "b": {"c": 3, "k": 4}}}),
                paths(&["$.spec.a[0].k", "spec.b['c']"]),
                json!({"spec": {"a": [{"k": "<hidden>"}, {"k": 2}], "b": {"c": "<hidden>", "k": 4}}}),
            ),
            (
                "Thing",
                json!({"spec": {"a": [{"k": 1}, {"k": 2}], "b": {"k": {"k": 4}}}}),
                paths(&["$..k", "$.none.at.all"]),
                json!({"spec": {"a": [{"k": "<hidden>"}, {"k": "<hidden>"}], "b": {"k": "<hidden>"}}}),
            ),
            (
                "Thing",
                json!({"spec": {"a": [{"k": 1, "s": "x"}, {"k": 2, "s": "y"}]}}),
                paths(&["$.spec.a[?(@.k==2)].s", "$.spec.a[-2].k"]),
                json!({"spec": {"a": [{"k": "<hidden>", "s": "x"}, {"k": 2, "s": "<hidden>"}]}}),
            ),
            ("Thing", json!({"spec": {"a": 1}}), paths(&["$.a[?(b)]"]), json!({"spec": "<hidden>"})),
        ];
        for (kind, before, sensitive, after) in cases {
            let shown = redact(&object(kind, before.clone()), &sensitive);
            assert_eq!(shown, object(kind, after), "{before} {sensitive:?}");
        }
    }

    #[test]
    fn changes_of_hidden_values_are_marked() {
        let before = object("Secret", json!({"data": {"same": "a", "other": "b", "gone": "c"}}));
        let after = object("Secret", json!({"data": {"same": "a", "other": "B", "new": "d"}}));
        let (before, after) = redact_change(&before, &after, &Sensitive::Everything);
        let hidden = json!({"data": {"same": "<hidden>", "other": "<hidden>", "gone": "<hidden>"}});
        assert_eq!(before, object("Secret", hidden));
        let hidden = json!({"data": {"same": "<hidden>", "other": "<hidden, changed>", "new": "<hidden>"}});
        assert_eq!(after, object("Secret", hidden));
    }
}
