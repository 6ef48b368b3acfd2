//! Values of charts as JSON, numbers as Go's encoder writes them.

use serde_json::{Number, Value};
use skeg_go_yaml::Tree;

/// Values as JSON. A float that is whole is written without a fraction, as Go does.
pub(crate) fn from_tree(tree: &Tree) -> Value {
    match tree {
        Tree::Null => Value::Null,
        Tree::Bool(value) => Value::Bool(*value),
        Tree::Int(value) => Value::from(*value),
        Tree::Float(value) if value.fract() == 0.0 && value.abs() < 1e15 => Value::from(*value as i64),
        Tree::Float(value) => Number::from_f64(*value).map_or(Value::Null, Value::Number),
        Tree::Str(text) => Value::String(String::from_utf8_lossy(text).into_owned()),
        Tree::List(items) => Value::Array(items.iter().map(from_tree).collect()),
        Tree::Map(map) => {
            let entry = |(key, value): (_, &Tree)| (String::from_utf8_lossy(key).into_owned(), from_tree(value));
            Value::Object(map.iter().map(|(key, value)| entry((key.as_slice(), value))).collect())
        }
    }
}

/// JSON as values.
pub(crate) fn to_tree(value: &Value) -> Tree {
    match value {
        Value::Null => Tree::Null,
        Value::Bool(value) => Tree::Bool(*value),
        Value::Number(number) => number.as_f64().map_or(Tree::Null, Tree::Float),
        Value::String(text) => Tree::from(text.as_str()),
        Value::Array(items) => Tree::List(items.iter().map(to_tree).collect()),
        Value::Object(map) => Tree::Map(map.iter().map(|(key, value)| (key.as_str().into(), to_tree(value))).collect()),
    }
}
