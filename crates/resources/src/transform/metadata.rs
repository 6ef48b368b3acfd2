//! Removes annotations and labels that the API server would refuse, with a warning.

use serde_json::Value;
use skeg_helm_hooks::{DEPENDS_ON_GROUPS, ORDER_ANNOTATIONS};

use super::qualified;
use crate::error::Fault;
use crate::object::Object;
use crate::yaml::name_of;

/// What `clean` found.
#[derive(Default)]
pub(crate) struct Cleaning {
    pub(crate) warnings: Vec<String>,
    pub(crate) faults: Vec<Fault>,
    /// The object differs from the document.
    pub(crate) is_changed: bool,
}

/// Removes invalid entries. Our own annotations are too important to lose: their scalars become texts.
pub(crate) fn clean(object: &mut Object) -> Cleaning {
    let mut cleaning = Cleaning::default();
    match object.at(&["metadata"]) {
        None | Some(Value::Object(_)) => {}
        Some(other) => {
            let found = name_of(other);
            cleaning.faults.push(Fault::BadShape { field: "metadata", found, expected: "a mapping" });
            return cleaning;
        }
    }
    for (key, field) in [("name", "metadata.name"), ("namespace", "metadata.namespace")] {
        if let Some(other) = object.at(&["metadata", key]).filter(|value| !value.is_string() && !value.is_null()) {
            let found = name_of(other);
            cleaning.faults.push(Fault::BadShape { field, found, expected: "a text; quote it" });
        }
    }
    clean_texts(object, "annotations", &mut cleaning);
    clean_texts(object, "labels", &mut cleaning);
    cleaning
}

fn clean_texts(object: &mut Object, place: &'static str, cleaning: &mut Cleaning) {
    let Some(texts) = object.as_map_mut().get_mut("metadata").and_then(|metadata| metadata.get_mut(place)) else {
        return;
    };
    let is_label = place == "labels";
    let texts = match texts {
        Value::Null => return,
        Value::Object(texts) => texts,
        other => {
            let field = if is_label { "metadata.labels" } else { "metadata.annotations" };
            let found = name_of(other);
            return cleaning.faults.push(Fault::BadShape { field, found, expected: "a mapping" });
        }
    };
    let what = if is_label { "label" } else { "annotation" };
    let Cleaning { warnings, is_changed, .. } = cleaning;
    texts.retain(|key, value| {
        if !is_label && let Some(text) = list_text(key, value) {
            *is_changed = true;
            *value = Value::String(text);
        }
        if !is_label && is_read_here(key) && (value.is_number() || value.is_boolean()) {
            warnings.push(format!("{what} {key} is {}, read as the text \"{value}\"; quote it", name_of(value)));
            *value = Value::String(value.to_string());
            *is_changed = true;
        }
        let fault = text_fault(key, value, is_label);
        if let Some(fault) = &fault {
            *is_changed = true;
            warnings.push(format!("{what} {key} is left out: {fault}"));
        }
        fault.is_none()
    });
}

fn is_read_here(key: &str) -> bool {
    key.starts_with("helm.sh/") || key.contains("werf.io")
}

/// A list of scalars as text, if the annotation may hold a list. The proposal shows such lists; no Helm reads them.
fn list_text(key: &str, value: &Value) -> Option<String> {
    let items = value.as_array().filter(|_| ORDER_ANNOTATIONS.contains(&key))?;
    let text = |item: &Value| match item {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(item.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    };
    let texts: Vec<String> = items.iter().map(text).collect::<Option<_>>()?;
    serde_json::to_string(&texts).ok()
}

fn text_fault(key: &str, value: &Value, is_label: bool) -> Option<String> {
    let Some(text) = value.as_str() else {
        return Some(format!("its value is {}, expected a text; quote it", name_of(value)));
    };
    let fault = match is_label {
        true => qualified::label_key_fault(key).or_else(|| qualified::label_value_fault(text)),
        // Removed before the object is sent, and kept in the record.
        false if key == DEPENDS_ON_GROUPS => None,
        false => qualified::annotation_key_fault(key),
    };
    fault.map(str::to_string)
}
