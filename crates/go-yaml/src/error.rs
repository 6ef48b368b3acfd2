//! Errors in a text: Go's message, and the line and a kind for programs.

use std::fmt;

/// Text that is not YAML or JSON. `Display` prints the Go library's message. Boxed, since results of scanning are
/// passed around often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Problem>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Problem {
    message: String,
    line: Option<usize>,
    kind: ErrorKind,
}

/// The kind of error, where programs distinguish it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// A colon where no key can be, as in `a: b: c`.
    MappingValue,
    /// Something else than a key of a map.
    NoKey,
    /// Another token than the grammar requires.
    Unexpected,
    /// A character that cannot start a token.
    BadCharacter,
    /// The document is not a map although one is required.
    NotAMap,
    /// Anything else.
    Other,
}

impl Error {
    /// An error without a line and a kind.
    pub fn other(message: impl Into<String>) -> Error {
        Error::of_kind(ErrorKind::Other, message)
    }

    #[cold]
    pub(crate) fn of_kind(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error(Box::new(Problem { message: message.into(), line: None, kind }))
    }

    /// An error of the YAML library without a line.
    #[cold]
    pub(crate) fn of_yaml(problem: &str) -> Error {
        Error::yaml(0, ErrorKind::Other, problem)
    }

    /// An error of the YAML library at a line counted from 0; the first line is never named, as in Go.
    #[cold]
    pub(crate) fn yaml(line: usize, kind: ErrorKind, problem: &str) -> Error {
        match line {
            0 => Error::of_kind(kind, format!("yaml: {problem}")),
            n => {
                let mut error = Error::of_kind(kind, format!("yaml: line {n}: {problem}"));
                error.0.line = Some(n);
                error
            }
        }
    }

    /// The same error with a prefix.
    pub fn after(mut self, words: &str) -> Error {
        self.0.message.insert_str(0, words);
        self
    }

    /// The same error for a part that starts this many lines into a text. The message stays Go's, which counts from the
    /// part's start.
    pub fn below(mut self, lines: usize) -> Error {
        self.0.line = self.0.line.map(|line| line + lines);
        self
    }

    /// Go's words.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Go's message, by value.
    pub fn into_message(self) -> String {
        self.0.message
    }

    /// The line, counted from 1, if the message names one.
    pub fn line(&self) -> Option<usize> {
        self.0.line
    }

    /// The kind of error.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::ErrorKind::{BadCharacter, MappingValue, NoKey, NotAMap, Other, Unexpected};
    use crate::read_tree_map;

    #[test]
    fn kinds_and_lines_come_with_the_error() {
        for (text, kind, line) in [
            ("a: b: c\n", MappingValue, None),
            ("x: 1\na: b: c\n", MappingValue, Some(2)),
            ("a:\n  b: 1\n c: 2\n", NoKey, Some(2)),
            ("a: [1\nb: 2\n", Unexpected, Some(1)),
            ("a: 1\nb: @c\n", BadCharacter, Some(2)),
            ("- 1\n", NotAMap, None),
            ("a: *b\n", Other, None),
        ] {
            let error = read_tree_map(text.as_bytes()).expect_err(text);
            assert_eq!((error.kind(), error.line()), (kind, line), "{text:?}: {error}");
            let found = error.message().split_once("yaml: line ").and_then(|(_, rest)| rest.split(':').next());
            assert_eq!(found.map(str::to_string), line.map(|line| line.to_string()), "{error}");
        }
    }
}
