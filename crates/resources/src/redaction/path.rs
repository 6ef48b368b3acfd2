//! JSONPaths, as far as one needs them to point at values: names, indices, wildcards, and descent to any depth.

use serde_json::Value;

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Key(String),
    Index(usize),
    /// `*`
    All,
    /// `..`: here and anywhere below.
    Descend,
}

/// A path to values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    steps: Vec<Step>,
}

impl Path {
    pub(crate) fn new(steps: impl Into<Vec<Step>>) -> Path {
        Path { steps: steps.into() }
    }

    /// Reads `$.spec.users[0].password`, `spec['a.b'].*`, `$..token`; none for what is not understood.
    pub(crate) fn parse(text: &str) -> Option<Path> {
        let text = text.trim();
        let text = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text);
        let mut rest = match text.strip_prefix('$') {
            Some(rest) => rest.to_string(),
            None if text.starts_with(['.', '[']) => text.to_string(),
            None => format!(".{text}"),
        };
        let mut steps = Vec::new();
        while !rest.is_empty() {
            let (step, tail) = parse_step(&rest)?;
            steps.push(step);
            rest = tail;
        }
        let points = steps.last().is_some_and(|step| *step != Step::Descend);
        points.then_some(Path { steps })
    }

    /// Shows each value that the path leads to, with the value at the same place of another whole.
    pub(super) fn visit(
        &self,
        value: &mut Value,
        other: Option<&Value>,
        action: &mut impl FnMut(&mut Value, Option<&Value>),
    ) {
        visit(&self.steps, value, other, action);
    }
}

/// The first step of a path, and what follows it.
fn parse_step(text: &str) -> Option<(Step, String)> {
    if let Some(rest) = text.strip_prefix("..") {
        let rest = if rest.starts_with('[') { rest.to_string() } else { format!(".{rest}") };
        return Some((Step::Descend, rest));
    }
    if let Some(rest) = text.strip_prefix('.') {
        let end = rest.find(['.', '[']).unwrap_or(rest.len());
        let (name, tail) = rest.split_at(end);
        let step = match name {
            "" => return None,
            "*" => Step::All,
            name => Step::Key(name.to_string()),
        };
        return Some((step, tail.to_string()));
    }
    let inside = text.strip_prefix('[')?;
    if let Some(quote) = inside.chars().next().filter(|c| matches!(c, '\'' | '"')) {
        let (name, tail) = inside[1..].split_once(&format!("{quote}]"))?;
        return Some((Step::Key(name.to_string()), tail.to_string()));
    }
    let (index, tail) = inside.split_once(']')?;
    let step = if index == "*" { Step::All } else { Step::Index(index.parse().ok()?) };
    Some((step, tail.to_string()))
}

fn visit(
    steps: &[Step],
    value: &mut Value,
    other: Option<&Value>,
    action: &mut impl FnMut(&mut Value, Option<&Value>),
) {
    let Some((step, rest)) = steps.split_first() else { return action(value, other) };
    match step {
        Step::Key(key) => {
            if let Some(part) = value.get_mut(key) {
                visit(rest, part, other.and_then(|other| other.get(key)), action);
            }
        }
        Step::Index(at) => {
            if let Some(part) = value.get_mut(at) {
                visit(rest, part, other.and_then(|other| other.get(at)), action);
            }
        }
        Step::All => each(value, other, &mut |part, other| visit(rest, part, other, action)),
        Step::Descend => {
            visit(rest, value, other, action);
            each(value, other, &mut |part, other| visit(steps, part, other, action));
        }
    }
}

/// Every part of a list or mapping.
fn each(value: &mut Value, other: Option<&Value>, action: &mut dyn FnMut(&mut Value, Option<&Value>)) {
    match value {
        Value::Array(items) => {
            for (at, item) in items.iter_mut().enumerate() {
                action(item, other.and_then(|other| other.get(at)));
            }
        }
        Value::Object(map) => {
            for (key, item) in map.iter_mut() {
                action(item, other.and_then(|other| other.get(key)));
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::{Path, Step};

    #[test]
    fn paths_are_read() {
        let key = |name: &str| Step::Key(name.to_string());
        let cases = [
            ("$.a.b", vec![key("a"), key("b")]),
            ("a", vec![key("a")]),
            (".a", vec![key("a")]),
            ("{.a.b}", vec![key("a"), key("b")]),
            ("$['a.b'][\"c\"]", vec![key("a.b"), key("c")]),
            ("a[0].b", vec![key("a"), Step::Index(0), key("b")]),
            ("a[*].*", vec![key("a"), Step::All, Step::All]),
            ("$..a", vec![Step::Descend, key("a")]),
            ("a..*", vec![key("a"), Step::Descend, Step::All]),
            ("$..['a']", vec![Step::Descend, key("a")]),
        ];
        for (text, steps) in cases {
            assert_eq!(Path::parse(text), Some(Path::new(steps)), "{text}");
        }
        for text in ["", "$", "a.", "a[", "a[x]", "a[?(@.b)]", "a['b", "$..", "a[-1]", "a[0:2]"] {
            assert_eq!(Path::parse(text), None, "{text}");
        }
    }
}
