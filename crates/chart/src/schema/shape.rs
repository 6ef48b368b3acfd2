//! A quick look at a schema: does every keyword hold what its draft wants?
//!
//! Strict on purpose: whatever is unusual counts as not plain, and the official schema has the last word.

use std::collections::HashSet;

use super::draft::{Draft, Position};
use super::json::{Json, NodeId, Value};
use super::pattern::complaint;

const MAX_DEPTH: usize = 400;

/// Whether a schema and all schemas in it are plainly well-formed.
pub(crate) fn is_plain(json: &Json<'_>, node: NodeId, draft: Draft, depth: usize) -> bool {
    if depth > MAX_DEPTH {
        return false;
    }
    match json.value(node) {
        Value::Bool(_) => draft > Draft::D4,
        Value::Object(_) => json.entries(node).all(|(keyword, value)| keyword_fits(json, keyword, value, draft, depth)),
        _ => false,
    }
}

fn keyword_fits(json: &Json<'_>, keyword: &str, node: NodeId, draft: Draft, depth: usize) -> bool {
    if let Some(position) = draft.position(keyword) {
        return schemas_fit(json, keyword, position, node, draft, depth);
    }
    let value = json.value(node);
    match keyword {
        "$schema" | "$ref" | "$id" | "id" => {
            matches!(value, Value::Text(text) if is_plain_reference(text, keyword, draft))
        }
        "title" | "description" => matches!(value, Value::Text(_)),
        "$comment" | "contentMediaType" | "contentEncoding" => draft < Draft::D7 || matches!(value, Value::Text(_)),
        "format" => matches!(value, Value::Text(_)),
        "pattern" => matches!(value, Value::Text(text) if complaint(text).is_none()),
        "type" => type_fits(json, value),
        "enum" => match value {
            Value::List(items) => draft >= Draft::D2019 || !items.is_empty() && are_different(json, items),
            _ => false,
        },
        "required" => match value {
            Value::List(items) => are_texts(json, items) && (draft > Draft::D4 || !items.is_empty()),
            _ => false,
        },
        "multipleOf" => matches!(value, Value::Number(text) if text.parse::<f64>().is_ok_and(|n| n > 0.0)),
        "maximum" | "minimum" => matches!(value, Value::Number(_)),
        "exclusiveMaximum" | "exclusiveMinimum" => match draft {
            Draft::D4 => false,
            _ => matches!(value, Value::Number(_)),
        },
        "maxLength" | "minLength" | "maxItems" | "minItems" | "maxProperties" | "minProperties" => {
            matches!(value, Value::Number(text) if text.bytes().all(|b| b.is_ascii_digit()))
        }
        "uniqueItems" => matches!(value, Value::Bool(_)),
        "readOnly" => draft < Draft::D6 || matches!(value, Value::Bool(_)),
        "writeOnly" => draft < Draft::D7 || matches!(value, Value::Bool(_)),
        "deprecated" => draft < Draft::D2019 || matches!(value, Value::Bool(_)),
        "examples" => draft < Draft::D6 || matches!(value, Value::List(_)),
        "maxContains" | "minContains" | "dependentRequired" | "$anchor" | "$dynamicRef" | "$dynamicAnchor"
        | "$recursiveRef" | "$recursiveAnchor" | "$vocabulary" => draft < Draft::D2019,
        _ => true,
    }
}

fn schemas_fit(json: &Json<'_>, keyword: &str, position: Position, node: NodeId, draft: Draft, depth: usize) -> bool {
    let fits = |node| is_plain(json, node, draft, depth + 1);
    match (position, json.value(node)) {
        (Position::One, Value::Bool(_)) => draft > Draft::D4 || keyword.starts_with("additional"),
        (Position::One, _) => fits(node),
        (Position::OneOrList, Value::List(items)) if draft < Draft::D2020 => {
            !items.is_empty() && items.iter().all(|&item| fits(item))
        }
        (Position::OneOrList, _) => fits(node),
        (Position::List, Value::List(items)) => !items.is_empty() && items.iter().all(|&item| fits(item)),
        (Position::Map, Value::Object(_)) => json
            .entries(node)
            .all(|(key, schema)| fits(schema) && (keyword != "patternProperties" || complaint(key).is_none())),
        (Position::MapOfSome, Value::Object(entries)) => entries.iter().all(|&(_, schema)| match json.value(schema) {
            Value::List(items) => !items.is_empty() && are_texts(json, items),
            _ => fits(schema),
        }),
        _ => false,
    }
}

/// Plainly different texts, whole numbers, bools and nulls.
fn are_different(json: &Json<'_>, items: &[NodeId]) -> bool {
    let mut seen = HashSet::with_capacity(items.len());
    items.iter().all(|&item| {
        let key = match json.value(item) {
            Value::Null => ("null", ""),
            Value::Bool(true) => ("bool", "true"),
            Value::Bool(false) => ("bool", "false"),
            Value::Text(text) => ("text", text),
            Value::Number(text) if text.bytes().all(|b| b.is_ascii_digit()) => ("number", text),
            _ => return false,
        };
        seen.insert(key)
    })
}

/// Different texts and nothing else.
fn are_texts(json: &Json<'_>, items: &[NodeId]) -> bool {
    let mut seen = HashSet::with_capacity(items.len());
    items.iter().all(|&item| matches!(json.value(item), Value::Text(text) if seen.insert(text)))
}

fn type_fits(json: &Json<'_>, value: Value<'_>) -> bool {
    let known = |name: &str| matches!(name, "array" | "boolean" | "integer" | "null" | "number" | "object" | "string");
    match value {
        Value::Text(name) => known(name),
        Value::List(items) => {
            let named = |&item: &NodeId| matches!(json.value(item), Value::Text(name) if known(name));
            !items.is_empty() && are_texts(json, items) && items.iter().all(named)
        }
        _ => false,
    }
}

/// A reference made of the most ordinary characters.
fn is_plain_reference(text: &str, keyword: &str, draft: Draft) -> bool {
    let ordinary = |b: u8| b.is_ascii_alphanumeric() || b"-._~/#$:?=&@+!,()*".contains(&b);
    let odd_id = keyword == "$id" && draft >= Draft::D2019 && text.trim_end_matches('#').contains('#');
    let odd_schema = keyword == "$schema" && !text.contains("://");
    let odd_colon = text.contains(':') && !text.contains("://");
    text.bytes().all(ordinary) && !(odd_id || odd_schema || odd_colon)
}
