//! The parts of a record that lists and histories show, and the manifests, to know its secrets. Templates, files,
//! schema and values of the chart, most of a record, are skipped unread.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;
use serde_json::{Map, Value};

use crate::kept_secrets;

/// What to keep of a JSON value.
#[derive(Clone, Copy)]
enum Keep {
    Whole,
    /// Some keys of an object.
    Keys(&'static [(&'static str, Keep)]),
    /// Some items of a list.
    Items(fn(&Value) -> bool),
}

const RELEASE: Keep = Keep::Keys(&[
    ("name", Keep::Whole),
    ("namespace", Keep::Whole),
    ("version", Keep::Whole),
    ("info", INFO),
    ("chart", Keep::Keys(&[("metadata", Keep::Whole), ("files", Keep::Items(kept_secrets::is_ours))])),
    ("manifest", Keep::Whole),
    ("hooks", Keep::Whole),
]);

const INFO: Keep = Keep::Keys(&[
    ("first_deployed", Keep::Whole),
    ("last_deployed", Keep::Whole),
    ("deleted", Keep::Whole),
    ("description", Keep::Whole),
    ("status", Keep::Whole),
]);

/// A release's JSON without what no list shows.
pub(crate) fn read(json: &[u8]) -> Result<Value, String> {
    let mut deserializer = serde_json::Deserializer::from_slice(json);
    let read = RELEASE.deserialize(&mut deserializer).and_then(|value| deserializer.end().map(|()| value));
    read.map_err(|error| match error.classify() {
        // serde's own text would show the value.
        Category::Data => format!("not a release: unexpected type of value at column {}", error.column()),
        _ => format!("not JSON: {error}"),
    })
}

impl<'de> DeserializeSeed<'de> for Keep {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        match self {
            Keep::Whole => serde::Deserialize::deserialize(deserializer),
            Keep::Keys(_) | Keep::Items(_) => deserializer.deserialize_any(self),
        }
    }
}

impl<'de> Visitor<'de> for Keep {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a part of a release")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let Keep::Keys(keys) = self else { return Err(serde::de::Error::custom("expected a list, found an object")) };
        let mut kept = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            match keys.iter().find(|(wanted, _)| *wanted == key) {
                Some((_, keep)) => drop(kept.insert(key, map.next_value_seed(*keep)?)),
                None => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(Value::Object(kept))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let Keep::Items(is_wanted) = self else {
            return Err(serde::de::Error::custom("expected an object, found a list"));
        };
        let mut kept = Vec::new();
        while let Some(item) = items.next_element()? {
            if is_wanted(&item) {
                kept.push(item);
            }
        }
        Ok(Value::Array(kept))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::read;

    #[test]
    fn only_what_is_shown_is_kept() {
        let ours = json!({"name": ".skeg/known-secrets.json", "data": "W10="});
        let whole = json!({
            "name": "shop", "namespace": "n", "version": 3, "manifest": "---\na: b\n", "hooks": [{"manifest": "x"}],
            "info": {"status": "deployed", "notes": "Welcome."}, "config": {"password": "hunter2"},
            "chart": {
                "metadata": {"name": "shop", "dependencies": [{"name": "db"}]},
                "templates": [{"name": "a", "data": "e30="}], "values": {"deep": [[{"a": 1}]]},
                "files": [{"name": "README.md", "data": "IyBTaG9w"}, ours],
            },
        });
        let mut expected = whole.clone();
        expected.as_object_mut().unwrap().remove("config");
        expected["info"] = json!({"status": "deployed"});
        let chart = expected["chart"].as_object_mut().unwrap();
        chart.retain(|key, _| key != "templates" && key != "values");
        chart["files"] = json!([ours]);
        assert_eq!(read(whole.to_string().as_bytes()), Ok(expected));
        assert_eq!(read(b"null"), Ok(Value::Null));
        assert_eq!(read(br#"{"chart": null, "info": null}"#), Ok(json!({"chart": null, "info": null})));
        assert_eq!(read(br#"{"chart": {"files": null}}"#), Ok(json!({"chart": {"files": null}})));
    }

    #[test]
    fn what_is_no_release_is_told_without_its_text() {
        for text in [
            r#""hunter2""#,
            r#"{"chart": "hunter2"}"#,
            r#"{"chart": ["hunter2"]}"#,
            r#"{"chart": {"files": {"hunter2": 1}}}"#,
        ] {
            let error = read(text.as_bytes()).unwrap_err();
            assert!(error.starts_with("not a release: ") && !error.contains("hunter2"), "{error}");
        }
        for text in ["", "{", "{} {}", r#"{"chart": {"files": [}}"#] {
            assert!(read(text.as_bytes()).unwrap_err().starts_with("not JSON: "), "{text}");
        }
    }
}
