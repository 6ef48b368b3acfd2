//! Strings and numbers, and comparing values with those in a schema.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use bstr::ByteSlice;
use skeg_go_yaml::Tree;

use super::Failures;
use crate::schema::compiled::{NumberRules, StringRules};
use crate::schema::decimal::Decimal;
use crate::schema::json::{Json, NodeId, Value};
use crate::schema::text::{count, number, quote};

pub(super) fn type_of(value: &Tree) -> &'static str {
    match value {
        Tree::Null => "null",
        Tree::Bool(_) => "boolean",
        Tree::Int(_) | Tree::Float(_) => "number",
        Tree::Str(_) => "string",
        Tree::List(_) => "array",
        Tree::Map(_) => "object",
    }
}

pub(super) fn is_integer(value: &Tree) -> bool {
    match value {
        Tree::Int(_) => true,
        Tree::Float(f) => f.fract() == 0.0,
        _ => false,
    }
}

pub(super) fn decimal(value: &Tree) -> Option<Decimal> {
    match value {
        Tree::Int(i) => Some(Decimal::from_int(*i)),
        Tree::Float(f) => Some(Decimal::from_float(*f)),
        _ => None,
    }
}

pub(super) fn validate_string(rules: &StringRules, text: &[u8], failures: &mut Failures<'_, '_>) {
    if rules.min.is_some() || rules.max.is_some() {
        let length = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
        if let Some(min) = rules.min.filter(|&min| length < min) {
            failures.add(|| format!("minLength: got {}, want {}", count(length), count(min)));
        }
        if let Some(max) = rules.max.filter(|&max| length > max) {
            failures.add(|| format!("maxLength: got {}, want {}", count(length), count(max)));
        }
    }
    if let Some(pattern) = rules.pattern.as_ref().filter(|pattern| !pattern.matches(text)) {
        failures.add(|| format!("{} does not match pattern {}", quote(text), quote(&pattern.source)));
    }
}

pub(super) fn validate_number(rules: &NumberRules, failures: &mut Failures<'_, '_>) {
    let Some(value) = decimal(failures.at.value) else { return };
    let mut check = |name: &str, limit: Option<Decimal>, fails: &dyn Fn(Decimal) -> bool| {
        if let Some(limit) = limit.filter(|&limit| fails(limit)) {
            failures.add(|| format!("{name}: got {}, want {}", number(value.to_float()), number(limit.to_float())));
        }
    };
    check("minimum", rules.minimum, &|limit| value.compare(limit) == Ordering::Less);
    check("maximum", rules.maximum, &|limit| value.compare(limit) == Ordering::Greater);
    check("exclusiveMinimum", rules.above, &|limit| value.compare(limit) != Ordering::Greater);
    check("exclusiveMaximum", rules.below, &|limit| value.compare(limit) != Ordering::Less);
    check("multipleOf", rules.multiple_of, &|limit| !value.is_multiple_of(limit));
}

/// The whole number that a value is, where that is plain.
fn whole(value: &Tree) -> Option<i64> {
    /// Up to here floats hold every whole number.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match value {
        Tree::Int(number) => Some(*number),
        Tree::Float(number) => (number.fract() == 0.0 && number.abs() < EXACT).then_some(*number as i64),
        _ => None,
    }
}

/// Whether a value equals one in a schema.
pub(super) fn equals(value: &Tree, json: &Json<'_>, node: NodeId) -> bool {
    match (value, json.value(node)) {
        (Tree::Null, Value::Null) => true,
        (Tree::Bool(a), Value::Bool(b)) => *a == b,
        (Tree::Str(a), Value::Text(b)) => a.as_bytes() == b.as_bytes(),
        (Tree::Int(_) | Tree::Float(_), Value::Number(text)) => match (whole(value), text.parse::<i64>()) {
            (Some(a), Ok(b)) => a == b,
            _ => match (decimal(value), Decimal::parse(text)) {
                (Some(a), Some(b)) => a.compare(b) == Ordering::Equal,
                _ => false,
            },
        },
        (Tree::List(a), Value::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(value, &node)| equals(value, json, node))
        }
        (Tree::Map(a), Value::Object(b)) => {
            a.len() == b.len()
                && json
                    .entries(node)
                    .all(|(key, node)| a.get(key.as_bytes()).is_some_and(|value| equals(value, json, node)))
        }
        _ => false,
    }
}

/// Whether two values are equal; 1 and 1.0 are.
pub(super) fn same(a: &Tree, b: &Tree) -> bool {
    match (a, b) {
        (Tree::List(a), Tree::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Tree::Map(a), Tree::Map(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|((ka, a), (kb, b))| ka == kb && same(a, b))
        }
        _ => match (decimal(a), decimal(b)) {
            (Some(a), Some(b)) => a.compare(b) == Ordering::Equal,
            _ => a == b,
        },
    }
}

/// Feeds a hasher alike for values that are the same.
pub(super) fn hash(value: &Tree, hasher: &mut impl Hasher) {
    match value {
        Tree::Null => hasher.write_u8(0),
        Tree::Bool(value) => hasher.write_u8(1 + u8::from(*value)),
        Tree::Int(number) => number.hash(hasher),
        Tree::Float(number) => match whole(value).or_else(|| decimal(value)?.to_int()) {
            Some(whole) => whole.hash(hasher),
            None => number.to_bits().hash(hasher),
        },
        Tree::Str(text) => text.as_bytes().hash(hasher),
        Tree::List(items) => {
            items.len().hash(hasher);
            items.iter().for_each(|item| hash(item, hasher));
        }
        Tree::Map(map) => {
            map.len().hash(hasher);
            for (key, value) in map {
                key.as_bytes().hash(hasher);
                hash(value, hasher);
            }
        }
    }
}

/// A value of a schema in a message; collections are not shown.
pub(super) fn show(json: &Json<'_>, node: NodeId) -> Option<String> {
    match json.value(node) {
        Value::Null => Some("<nil>".into()),
        Value::Bool(b) => Some(b.to_string()),
        Value::Number(text) => Some(text.to_string()),
        Value::Text(text) => Some(quote(text)),
        Value::List(_) | Value::Object(_) => None,
    }
}
