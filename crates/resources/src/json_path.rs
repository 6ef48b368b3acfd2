//! JSONPaths in the dialect of Kubernetes: names, indices, slices, unions, wildcards, filters, and recursive descent.

mod comparison;
mod filter;
mod read;

use serde_json::Value;

pub(crate) use comparison::Comparison;
use filter::Filter;

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Key(String),
    /// Negative: from the end.
    Index(i64),
    /// `[first:end:stride]`.
    Slice {
        first: Option<i64>,
        end: Option<i64>,
        stride: usize,
    },
    /// `*`
    All,
    /// `['a','b']`, `[0,2]`.
    Union(Vec<Step>),
    /// `[?(@.type=="Ready")]`: the items of a list that match.
    Filter(Filter),
    /// `..`: this value and everything below.
    Descend,
}

/// A path to values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    steps: Vec<Step>,
}

/// The position of an item in a list or map.
enum Place {
    Key(String),
    Index(usize),
}

impl Path {
    pub(crate) fn new(steps: impl Into<Vec<Step>>) -> Path {
        Path { steps: steps.into() }
    }

    /// Parses `$.spec.users[0].password`, `spec['a.b'].*`, `$..token`; `None` if it is not supported.
    pub(crate) fn parse(text: &str) -> Option<Path> {
        let text = text.trim();
        let text = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text);
        read::path(text)
    }

    /// The rest of the path below the value at a key; `None` if it does not lead deeper there.
    pub(crate) fn below(&self, key: &str) -> Option<Path> {
        match self.steps.as_slice() {
            [Step::Key(first), rest @ ..] if first == key && !rest.is_empty() => Some(Path::new(rest)),
            _ => None,
        }
    }

    /// The values that the path selects.
    pub(crate) fn select<'v>(&self, value: &'v Value) -> Vec<&'v Value> {
        let mut found = Vec::new();
        select(&self.steps, value, &mut found);
        found
    }

    /// Calls `action` for each selected value, with the value at the same position in `other`.
    pub(crate) fn visit(
        &self,
        value: &mut Value,
        other: Option<&Value>,
        action: &mut impl FnMut(&mut Value, Option<&Value>),
    ) {
        visit(&self.steps, value, other, action);
    }
}

fn select<'v>(steps: &[Step], value: &'v Value, found: &mut Vec<&'v Value>) {
    let Some((step, rest)) = steps.split_first() else { return found.push(value) };
    let mut next = rest;
    if *step == Step::Descend {
        select(rest, value, found);
        next = steps;
    }
    step.places(value).iter().filter_map(|place| place.of(value)).for_each(|part| select(next, part, found));
}

fn visit(
    steps: &[Step],
    value: &mut Value,
    other: Option<&Value>,
    action: &mut impl FnMut(&mut Value, Option<&Value>),
) {
    let Some((step, rest)) = steps.split_first() else { return action(value, other) };
    let mut next = rest;
    if *step == Step::Descend {
        visit(rest, value, other, action);
        next = steps;
    }
    for place in step.places(value) {
        if let Some(part) = place.of_mut(value) {
            visit(next, part, other.and_then(|other| place.of(other)), action);
        }
    }
}

impl Step {
    /// The items of a value that the step selects; for a descent all of them.
    fn places(&self, value: &Value) -> Vec<Place> {
        match (self, value) {
            (Step::Key(key), Value::Object(_)) => vec![Place::Key(key.clone())],
            (Step::Index(at), Value::Array(items)) => {
                from_start(*at, items.len()).map(Place::Index).into_iter().collect()
            }
            (Step::Slice { first, end, stride }, Value::Array(items)) => {
                let bound = |at: i64| from_start(at, items.len()).unwrap_or(if at < 0 { 0 } else { items.len() });
                let range = first.map_or(0, bound)..end.map_or(items.len(), bound).min(items.len());
                range.step_by((*stride).max(1)).map(Place::Index).collect()
            }
            (Step::Filter(filter), Value::Array(items)) => {
                let held = items.iter().enumerate().filter(|(_, item)| filter.holds(item));
                held.map(|(at, _)| Place::Index(at)).collect()
            }
            (Step::Union(steps), value) => steps.iter().flat_map(|step| step.places(value)).collect(),
            (Step::All | Step::Descend, Value::Array(items)) => (0..items.len()).map(Place::Index).collect(),
            (Step::All | Step::Descend, Value::Object(map)) => map.keys().cloned().map(Place::Key).collect(),
            _ => Vec::new(),
        }
    }
}

/// An index counted from the start; `None` if it would be negative.
fn from_start(at: i64, length: usize) -> Option<usize> {
    let at = if at < 0 { at.checked_add(i64::try_from(length).ok()?)? } else { at };
    usize::try_from(at).ok()
}

impl Place {
    fn of<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        match self {
            Place::Key(key) => value.get(key),
            Place::Index(at) => value.get(at),
        }
    }

    fn of_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value> {
        match self {
            Place::Key(key) => value.get_mut(key),
            Place::Index(at) => value.get_mut(at),
        }
    }
}

#[cfg(test)]
mod tests;
