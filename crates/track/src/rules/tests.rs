//! Golden tables: an API object, and what the rules say.

mod built_in;
mod custom;
mod stated;
mod workloads;

use serde_json::Value;
use skeg_resources::Object;

use super::{Assessment, Progress, Surroundings, assess};

fn object(api_version: &str, kind: &str, rest: Value) -> Object {
    let mut value = serde_json::json!({ "apiVersion": api_version, "kind": kind, "metadata": { "name": "it" } });
    for (key, part) in rest.as_object().unwrap() {
        match value.get_mut(key).and_then(Value::as_object_mut) {
            Some(there) => there.extend(part.as_object().unwrap().clone()),
            None => value[key] = part.clone(),
        }
    }
    Object::try_from(value).unwrap()
}

fn verdict(object: &Object, surroundings: &Surroundings) -> String {
    shown(assess(object, surroundings))
}

/// One line per verdict: `ready`, `2/3 …`, `waits …`, `failed …`.
fn shown(assessment: Assessment) -> String {
    match assessment {
        Assessment::Ready => "ready".to_string(),
        Assessment::Failed { message } => format!("failed: {message}"),
        Assessment::Progressing(Progress { ready: Some(ready), wanted: Some(wanted), waits, .. }) => {
            format!("{ready}/{wanted}: {waits}")
        }
        Assessment::Progressing(progress) => format!("waits: {}", progress.waits),
    }
}

/// Each row: the relevant part of the object, and the verdict.
fn check(api_version: &str, kind: &str, rows: &[(Value, &str)]) {
    check_in(&Surroundings::default(), api_version, kind, rows);
}

fn check_in(surroundings: &Surroundings, api_version: &str, kind: &str, rows: &[(Value, &str)]) {
    for (rest, expected) in rows {
        let object = object(api_version, kind, rest.clone());
        assert_eq!(verdict(&object, surroundings), *expected, "{kind} {rest}");
    }
}
