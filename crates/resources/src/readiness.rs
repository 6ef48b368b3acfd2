//! Conditions under which a resource is ready or has failed, as declared by annotations: `{.phase} == "Running"`.
//!
//! The path begins at `.status`. Scalars are compared: as numbers if both sides are numbers, else as texts.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::json_path::{Comparison, Path};
use crate::object::Object;

/// Any single condition decides; failure takes precedence over success.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReadinessConditions {
    /// Empty: the kind's rule decides when it is ready.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub success: Vec<Condition>,
    /// Empty: the kind's rule decides when it has failed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failure: Vec<Condition>,
}

/// A comparison with a value in the status. Stored as the text it was parsed from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Condition {
    text: String,
    /// Relative to the status.
    path: Path,
    /// `.status.phase`
    place: String,
    comparison: Comparison,
    wanted: String,
    /// The expected value, if it is a number.
    number: Option<f64>,
}

/// The result of checking a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The condition is met by this value.
    Met(String),
    /// The actual value.
    NotMet(String),
    /// There is no value.
    Missing,
    /// The condition compares by size, but this value is not a number.
    NoNumber(String),
}

impl Condition {
    /// The required form, for messages.
    pub const FORM: &'static str =
        r#"{JSONPath below .status} ==, !=, <, <=, > or >= value, such as {.phase} == "Running""#;

    /// Parses `{.conditions[?(@.type=="Ready")].status} == "True"`.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Condition, String> {
        let text = text.trim();
        let inside = text.strip_prefix('{').ok_or("it does not begin with a JSONPath in braces")?;
        let end = closing_brace(inside).ok_or("the brace at the start is not closed")?;
        let place = inside[..end].trim();
        let wrong_path = || format!("{place:?} is not a JSONPath");
        let path = Some(place).filter(|place| place.starts_with(['$', '.', '['])).and_then(Path::parse);
        let path = path.ok_or_else(wrong_path)?;
        let place = place.strip_prefix('$').unwrap_or(place);
        let (path, place) = match path.below("status") {
            Some(below) => (below, place.to_string()),
            None => (path, format!(".status{place}")),
        };
        let rest = inside[end + 1..].trim_start();
        let (comparison, rest) = Comparison::read(rest).ok_or("no ==, !=, <, <=, > or >= follows the JSONPath")?;
        let wanted = literal(rest.trim())?;
        let number = number(&wanted);
        Ok(Condition { text: text.to_string(), path, place, comparison, wanted, number })
    }

    /// Why the condition can never be met.
    pub(crate) fn warning(&self) -> Option<String> {
        let is_odd = self.comparison.is_ordering() && self.number.is_none();
        is_odd.then(|| format!("{self} is never met, since {:?} is not a number", self.wanted))
    }

    /// The path: `.status.phase`.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Checks the status of an object. If the path selects several values, any of them may meet the condition.
    pub fn check(&self, object: &Object) -> Finding {
        let values = object.at(&["status"]).map(|status| self.path.select(status)).unwrap_or_default();
        let values = || values.iter().copied().filter(|value| !value.is_null());
        if let Some(met) = values().find(|value| self.holds(value) == Some(true)) {
            return Finding::Met(shown(met));
        }
        let all: Vec<String> = values().take(MOST_SHOWN).map(shown).collect();
        let more = if values().count() > MOST_SHOWN { ", …" } else { "" };
        match values().find(|value| self.number.is_some() && self.holds(value).is_none()) {
            Some(value) => Finding::NoNumber(shown(value)),
            None if all.is_empty() => Finding::Missing,
            None => Finding::NotMet(all.join(", ") + more),
        }
    }

    /// `None` if the operator compares by size and the value is not a number.
    fn holds(&self, value: &Value) -> Option<bool> {
        let text = scalar(value);
        let found = text.as_deref().and_then(number);
        if let (Some(found), Some(wanted)) = (found, self.number) {
            return Some(found.partial_cmp(&wanted).is_some_and(|ordering| self.comparison.holds_for(ordering)));
        }
        match (self.comparison, text) {
            (comparison, _) if comparison.is_ordering() => None,
            // Lists and mappings are never equal to a scalar.
            (_, None) => Some(false),
            (comparison, Some(text)) => Some(comparison.holds_for(text.as_str().cmp(&self.wanted))),
        }
    }
}

/// More values would not help the reader.
const MOST_SHOWN: usize = 3;

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl TryFrom<String> for Condition {
    type Error = String;

    fn try_from(text: String) -> Result<Condition, String> {
        Condition::parse(&text)
    }
}

impl From<Condition> for String {
    fn from(condition: Condition) -> String {
        condition.text
    }
}

/// The position of the closing brace, ignoring those inside of quotes.
fn closing_brace(text: &str) -> Option<usize> {
    let mut open = 0usize;
    let mut quote = None;
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match (quote, character) {
            (_, '\\') => drop(characters.next()),
            (Some(end), _) => quote = quote.filter(|_| character != end),
            (None, '"' | '\'') => quote = Some(character),
            (None, '{') => open += 1,
            (None, '}') if open == 0 => return Some(at),
            (None, '}') => open -= 1,
            _ => {}
        }
    }
    None
}

/// The scalar after the operator, with or without quotes.
fn literal(text: &str) -> Result<String, String> {
    let Some(quote) = text.chars().next().filter(|it| matches!(it, '"' | '\'')) else {
        return match text {
            "" => Err("there is no value to compare with".to_string()),
            _ if text.starts_with(['{', '[', '=', '<', '>']) => {
                Err(format!("{text:?} is not a text, number or boolean"))
            }
            _ => Ok(text.to_string()),
        };
    };
    let mut value = String::new();
    let mut characters = text[1..].chars();
    loop {
        match characters.next() {
            None => return Err("the quote before the value is not closed".to_string()),
            Some('\\') if characters.as_str().starts_with([quote, '\\']) => value.extend(characters.next()),
            Some(character) if character == quote => break,
            Some(character) => value.push(character),
        }
    }
    match characters.as_str() {
        "" => Ok(value),
        _ => Err("something follows the value".to_string()),
    }
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A value for a message: texts in quotes, long values shortened.
fn shown(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(_) => "a mapping".to_string(),
        scalar => scalar.to_string(),
    }
}

#[cfg(test)]
mod tests;
