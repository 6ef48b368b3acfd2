//! Small mutations of an object, one at a time, at every path.

use serde_json::{Map, Value, json};
use skeg_resources::Object;

/// Each mutated object with a description of the mutation.
pub(super) fn all(object: &Object) -> Vec<(String, Object)> {
    let whole = Value::from(object.clone());
    let mut found = Vec::new();
    for path in paths(&whole, Vec::new()) {
        if matches!(path.first(), Some(Step::Key(key)) if key == "apiVersion" || key == "kind") {
            continue;
        }
        if matches!(&path[..], [Step::Key(metadata), Step::Key(name)] if metadata == "metadata" && (name == "name" || name == "namespace"))
        {
            continue;
        }
        let old = path.iter().fold(&whole, |value, step| step.of(value));
        for (what, new) in changes(old) {
            let mut changed = whole.clone();
            set(&mut changed, &path, new);
            if let Ok(changed) = Object::try_from(changed) {
                found.push((format!("{what} {path:?}"), changed));
            }
        }
    }
    found
}

#[derive(Clone, Debug)]
enum Step {
    Key(String),
    Item(usize),
}

impl Step {
    fn of<'a>(&self, value: &'a Value) -> &'a Value {
        match self {
            Step::Key(key) => &value[key],
            Step::Item(at) => &value[at],
        }
    }
}

fn paths(value: &Value, here: Vec<Step>) -> Vec<Vec<Step>> {
    let mut all = Vec::new();
    let below: Vec<(Step, &Value)> = match value {
        Value::Object(map) => map.iter().map(|(key, value)| (Step::Key(key.clone()), value)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(at, value)| (Step::Item(at), value)).collect(),
        _ => Vec::new(),
    };
    for (step, value) in below {
        let mut path = here.clone();
        path.push(step);
        all.push(path.clone());
        all.extend(paths(value, path));
    }
    all
}

/// Replacements for a value; `None` removes it.
fn changes(old: &Value) -> Vec<(&'static str, Option<Value>)> {
    let mut found = vec![("remove", None), ("null", Some(Value::Null))];
    match old {
        Value::String(text) => {
            found.push(("longer", Some(json!(format!("{text}x")))));
            found.push(("empty", Some(json!(""))));
        }
        Value::Number(number) => found.push(("more", Some(json!(number.as_i64().unwrap_or(0) + 1)))),
        Value::Bool(flag) => found.push(("flip", Some(json!(!flag)))),
        Value::Array(items) => {
            found.push(("reverse", Some(items.iter().rev().cloned().collect())));
            found.push(("empty", Some(json!([]))));
            found.push(("twice", Some(items.iter().chain(items).cloned().collect())));
        }
        Value::Object(map) => {
            found.push(("empty", Some(json!({}))));
            let mut more: Map<String, Value> = map.clone();
            more.insert("added".to_string(), json!("x"));
            found.push(("added key", Some(Value::Object(more))));
        }
        Value::Null => {}
    }
    found.retain(|(_, new)| new.as_ref() != Some(old));
    found
}

fn set(value: &mut Value, path: &[Step], new: Option<Value>) {
    let Some((first, rest)) = path.split_first() else { return };
    if rest.is_empty() {
        match (first, new) {
            (Step::Key(key), Some(new)) => value[key] = new,
            (Step::Item(at), Some(new)) => value[at] = new,
            (Step::Key(key), None) => drop(value.as_object_mut().unwrap().remove(key)),
            (Step::Item(at), None) => drop(value.as_array_mut().unwrap().remove(*at)),
        }
        return;
    }
    match first {
        Step::Key(key) => set(&mut value[key], rest, new),
        Step::Item(at) => set(&mut value[at], rest, new),
    }
}
