//! Parses a text into the steps of a path.

use serde_json::Value;

use super::filter::{Filter, Operand};
use super::{Comparison, Path, Step};

/// The most nested filters, since each level costs stack; nobody writes more.
const DEEPEST: usize = 8;

/// Parses a whole path, with or without the `$` or dot at its start.
pub(super) fn path(text: &str) -> Option<Path> {
    let text = text.trim();
    let mut reader = Reader { rest: text.strip_prefix('$').unwrap_or(text), depth: 0 };
    let mut steps = Vec::new();
    if !text.starts_with(['$', '.', '[']) {
        steps.push(reader.name()?);
    }
    steps.extend(reader.steps()?);
    (reader.rest.is_empty() && !steps.is_empty()).then_some(Path { steps })
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

impl Reader<'_> {
    fn take(&mut self, wanted: &str) -> bool {
        let rest = self.rest.strip_prefix(wanted);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// As many steps as there are.
    fn steps(&mut self) -> Option<Vec<Step>> {
        let mut steps = Vec::new();
        loop {
            if self.take("..") {
                steps.push(Step::Descend);
                let step = if self.take("[") { self.bracket()? } else { self.name()? };
                steps.push(step);
            } else if self.take(".[") || self.take("[") {
                steps.push(self.bracket()?);
            } else if self.take(".") {
                steps.push(self.name()?);
            } else {
                return Some(steps);
            }
        }
    }

    /// A name, or `*`. A backslash escapes the next character; before an ordinary one it stands for itself.
    fn name(&mut self) -> Option<Step> {
        let mut name = String::new();
        let mut characters = self.rest.chars();
        loop {
            let before = characters.as_str();
            match characters.next() {
                Some('\\') if characters.as_str().starts_with(|next| ends_name(next) || "\\*".contains(next)) => {
                    name.extend(characters.next());
                }
                Some(character) if !ends_name(character) => name.push(character),
                _ => {
                    let is_all = &self.rest[..self.rest.len() - before.len()] == "*";
                    self.rest = before;
                    let step = if is_all { Step::All } else { Step::Key(name) };
                    return (step != Step::Key(String::new())).then_some(step);
                }
            }
        }
    }

    /// The content of brackets, after the opening one, with the closing one.
    fn bracket(&mut self) -> Option<Step> {
        self.skip_space();
        if self.take("?") {
            return self.filter().map(Step::Filter);
        }
        let mut steps = Vec::new();
        loop {
            steps.push(self.choice()?);
            self.skip_space();
            match (self.take(","), self.take("]")) {
                (true, false) => self.skip_space(),
                (false, true) if steps.len() == 1 => return steps.pop(),
                (false, true) => return Some(Step::Union(steps)),
                _ => return None,
            }
        }
    }

    /// One of the forms that brackets may contain.
    fn choice(&mut self) -> Option<Step> {
        if let Some(quote) = self.rest.chars().next().filter(|it| matches!(it, '\'' | '"')) {
            return self.quoted(quote).map(Step::Key);
        }
        if self.take("*") {
            return Some(Step::All);
        }
        let end = self.rest.find([',', ']'])?;
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        let parts: Vec<&str> = text.split(':').map(str::trim).collect();
        let bound = |text: &str| if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) };
        match parts.as_slice() {
            [index] => Some(Step::Index(index.parse().ok()?)),
            [first, end] => Some(Step::Slice { first: bound(first)?, end: bound(end)?, stride: 1 }),
            [first, end, stride] => {
                let stride = if stride.is_empty() { 1 } else { stride.parse().ok().filter(|stride| *stride > 0)? };
                Some(Step::Slice { first: bound(first)?, end: bound(end)?, stride })
            }
            _ => None,
        }
    }

    /// A quoted text. A backslash escapes the next character.
    fn quoted(&mut self, quote: char) -> Option<String> {
        let mut text = String::new();
        let mut characters = self.rest.strip_prefix(quote)?.chars();
        loop {
            match characters.next()? {
                '\\' => text.push(characters.next()?),
                character if character == quote => break,
                character => text.push(character),
            }
        }
        self.rest = characters.as_str();
        Some(text)
    }

    /// `(left sign right)` or `(left)`, and the closing bracket.
    fn filter(&mut self) -> Option<Filter> {
        self.depth += 1;
        if self.depth > DEEPEST || !self.take("(") {
            return None;
        }
        let left = self.operand()?;
        let test = match Comparison::read(self.rest) {
            Some((comparison, rest)) => {
                self.rest = rest;
                Some((comparison, self.operand()?))
            }
            None => None,
        };
        if !self.take(")") {
            return None;
        }
        self.skip_space();
        self.depth -= 1;
        self.take("]").then_some(Filter { left, test })
    }

    fn operand(&mut self) -> Option<Operand> {
        self.skip_space();
        let operand = match self.rest.chars().next()? {
            '@' => {
                self.take("@");
                Operand::Path(Path { steps: self.steps()? })
            }
            quote @ ('\'' | '"') => Operand::Literal(Value::String(self.quoted(quote)?)),
            _ => {
                let end = self.rest.find(|it: char| it.is_whitespace() || ")=!<>".contains(it))?;
                let (text, rest) = self.rest.split_at(end);
                self.rest = rest;
                // A number, true, false or null.
                Operand::Literal(
                    serde_json::from_str(text).ok().filter(|it: &Value| !it.is_object() && !it.is_array())?,
                )
            }
        };
        self.skip_space();
        Some(operand)
    }
}

/// Characters that need a backslash in names, so that a mistyped path is not taken for a strange name.
fn ends_name(character: char) -> bool {
    character.is_whitespace() || ".[](){}'\"=!<>".contains(character)
}
