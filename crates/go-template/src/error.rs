//! Errors of parsing and executing, whose texts are Go's.

use std::fmt;
use std::sync::Arc;

/// A template that does not parse. `Display` is Go's text: `template: NAME:LINE: MESSAGE`.
#[derive(Clone, Debug)]
pub struct ParseError {
    /// The name the text was parsed under.
    pub name: String,
    pub line: usize,
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "template: {}:{}: {}", self.name, self.line, self.message)
    }
}

impl std::error::Error for ParseError {}

/// Where in which template an execution stopped.
#[derive(Clone, Debug)]
pub struct Location {
    /// The name the file was parsed under.
    pub file: Arc<str>,
    /// Counted from 1.
    pub line: usize,
    /// Bytes before the place on its line, as Go counts.
    pub column: usize,
    /// The template (file or define) that was executing.
    pub template: Arc<str>,
    /// The expression, printed and shortened as Go does.
    pub context: String,
}

/// An execution that failed. `Display` is Go's text, with the chain of calls inside.
#[derive(Clone, Debug)]
pub struct ExecError {
    pub location: Option<Location>,
    /// The template's name, for errors without a location.
    pub template: Arc<str>,
    /// The message itself; for a failed call `error calling NAME: `, followed by `cause`.
    pub message: String,
    /// What the called function returned, where a call failed.
    pub cause: Option<Box<CallError>>,
}

impl ExecError {
    /// This error's own text, without what the called function returned.
    pub fn own_text(&self) -> String {
        let mut text = String::new();
        let _ = self.write_own(&mut text);
        text
    }

    fn write_own(&self, f: &mut impl fmt::Write) -> fmt::Result {
        match &self.location {
            Some(l) => write!(
                f,
                "template: {}:{}:{}: executing {} at <{}>: {}",
                l.file,
                l.line,
                l.column,
                crate::fmt::quote(l.template.as_bytes()),
                l.context,
                self.message
            ),
            None => write!(f, "template: {}: {}", self.template, self.message),
        }
    }
}

impl fmt::Display for ExecError {
    /// A loop, not recursion: thousands of templates may have called each other.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut error = self;
        loop {
            error.write_own(f)?;
            match error.cause.as_deref() {
                Some(CallError::Exec(before, inner)) => {
                    f.write_str(before)?;
                    error = inner;
                }
                Some(other) => return other.fmt(f),
                None => return Ok(()),
            }
        }
    }
}

impl std::error::Error for ExecError {}

/// What a function that failed returned (or panicked with: Go makes an error of it).
#[derive(Clone, Debug)]
pub enum CallError {
    /// A plain message.
    Text(String),
    /// A template executed on behalf of the function failed, as in `include`. The text before it, if any, is Go's wrap.
    Exec(String, Box<ExecError>),
    /// A text given to the function did not parse, as in `tpl`. The text before it, if any, is Go's wrap.
    Parse(String, Box<ParseError>),
}

impl CallError {
    /// Makes a plain message.
    pub fn text(message: impl Into<String>) -> CallError {
        CallError::Text(message.into())
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallError::Text(message) => f.write_str(message),
            CallError::Exec(before, error) => write!(f, "{before}{error}"),
            CallError::Parse(before, error) => write!(f, "{before}{error}"),
        }
    }
}

impl std::error::Error for CallError {}

impl From<String> for CallError {
    fn from(message: String) -> CallError {
        CallError::Text(message)
    }
}

impl From<&str> for CallError {
    fn from(message: &str) -> CallError {
        CallError::Text(message.to_string())
    }
}
