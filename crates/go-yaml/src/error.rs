//! What is wrong with a text: Go's words, and for programs the line and a kind.

use std::fmt;

/// Text that is not YAML or JSON. `Display` is the Go library's text. One word in size: results of scanning are passed often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Problem>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Problem {
    message: String,
    line: Option<usize>,
    kind: ErrorKind,
}

/// What is wrong, where there is something to say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// A colon where no key can be, as in `a: b: c`.
    MappingValue,
    /// Something else where a key of the map should be.
    NoKey,
    /// Something else where the grammar asks for a certain thing.
    Unexpected,
    /// A character that nothing can start with.
    BadCharacter,
    /// The document is no map, and one is wanted.
    NotAMap,
    /// Anything else.
    Other,
}

impl Error {
    /// An error that has no line and no kind of its own.
    pub fn other(message: impl Into<String>) -> Error {
        Error::of_kind(ErrorKind::Other, message)
    }

    #[cold]
    pub(crate) fn of_kind(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error(Box::new(Problem { message: message.into(), line: None, kind }))
    }

    /// An error of the YAML library that names no line.
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

    /// The same error, with words before it.
    pub fn after(mut self, words: &str) -> Error {
        self.0.message.insert_str(0, words);
        self
    }

    /// The same error for a part that starts this many lines into a text. The message stays Go's, which does not know.
    pub fn below(mut self, lines: usize) -> Error {
        self.0.line = self.0.line.map(|line| line + lines);
        self
    }

    /// Go's words.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Go's words, for keeps.
    pub fn into_message(self) -> String {
        self.0.message
    }

    /// The line, counted from 1, where the message names one.
    pub fn line(&self) -> Option<usize> {
        self.0.line
    }

    /// What is wrong.
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
