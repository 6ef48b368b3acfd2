//! Errors of parsing and executing, with Go's texts.

use std::fmt;
use std::sync::Arc;

use crate::Str;

/// A template that does not parse. `Display` is Go's text: `template: NAME:LINE: MESSAGE`.
#[derive(Clone, Debug)]
pub struct ParseError {
    /// The name the text was parsed under.
    pub name: String,
    /// Counted from 1.
    pub line: usize,
    /// Go's text, for people; `kind` is for programs.
    pub message: String,
    /// The kind of error, for programs.
    pub kind: ParseErrorKind,
}

/// The kind of a parse error, where programs distinguish it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ParseErrorKind {
    /// A function that does not exist, by name.
    UndefinedFunction(String),
    /// The text ends inside a block: an `{{ end }}` is missing.
    MissingEnd,
    /// An `{{ end }}` without a block.
    StrayEnd,
    /// A comment that is not closed, or an action with more than a comment.
    Comment,
    /// Anything else; the message says it.
    #[default]
    Other,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "template: {}:{}: {}", self.name, self.line, self.message)
    }
}

impl std::error::Error for ParseError {}

/// The position at which an execution stopped.
#[derive(Clone, Debug)]
pub struct Location {
    /// The name the file was parsed under.
    pub file: Arc<str>,
    /// Counted from 1.
    pub line: usize,
    /// The number of bytes before the position on its line, as Go counts.
    pub column: usize,
    /// The template (file or define) that was executing.
    pub template: Arc<str>,
    /// The expression, printed and shortened as Go does.
    pub context: String,
}

/// A failed execution. `Display` prints Go's text, including the chain of calls.
#[derive(Clone, Debug)]
pub struct ExecError {
    /// Where it stopped; `None` before anything was executed.
    pub location: Option<Location>,
    /// The template's name, for errors without a location.
    pub template: Arc<str>,
    /// Go's text, for people; `kind` is for programs. For a failed call `error calling NAME: `, followed by `cause`.
    pub message: String,
    /// The kind of error, for programs.
    pub kind: ExecErrorKind,
    /// The error of the called function, if a call failed.
    pub cause: Option<Box<CallError>>,
    /// The failed text, if a function was given it to execute: it is in no file.
    pub text: Option<Str>,
}

/// The kind of an execution error, where programs distinguish it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ExecErrorKind {
    /// A field or entry of nil, by name.
    FieldOfNil(String),
    /// A field that the value does not have, by name.
    NoField(String),
    /// A key that the map does not have.
    NoEntry(String),
    /// `{{ template }}` with an undefined name.
    NoTemplate(String),
    /// An argument of the wrong type. The names are Go's.
    WrongType {
        /// The parameter's type.
        expected: &'static str,
        /// The argument's type.
        got: String,
    },
    /// Infinite recursion of templates.
    TooDeep,
    /// The called function failed; `cause` says why.
    Call {
        /// Its name.
        function: String,
    },
    /// Anything else; the message says it.
    #[default]
    Other,
}

impl ExecError {
    /// This error's own text, without that of the called function.
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
    /// A loop, not recursion: the chain of calls may have thousands of templates.
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

/// The error of a function, or its panic, which Go turns into an error.
#[derive(Clone, Debug)]
pub enum CallError {
    /// A plain message.
    Text(String),
    /// The template called `fail` or `required`.
    Refused(Box<Refusal>),
    /// An undefined template.
    NoTemplate(Box<MissingTemplate>),
    /// Values of types that cannot be compared; the message.
    Incomparable(String),
    /// A template that includes itself endlessly; the message.
    Recursion(String),
    /// One of our limits on work or memory was exceeded, whatever Go would do; the message.
    Limit(String),
    /// A template executed for the function failed, as in `include`. The text is Go's prefix, if any.
    Exec(String, Box<ExecError>),
    /// A text given to the function did not parse, as in `tpl`. The text is Go's prefix, if any.
    Parse(String, Box<ParseError>),
}

/// The message of a template that called `fail` or `required`.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The message of the template's author.
    pub message: String,
    /// The function's error: the message with its prefix and suffix.
    pub text: String,
}

/// An undefined template name. `Display` prints Go's text.
#[derive(Clone, Debug)]
pub struct MissingTemplate {
    /// The name.
    pub name: String,
    /// The set in which it was looked up.
    pub root: String,
}

impl CallError {
    /// Makes a plain message.
    pub fn text(message: impl Into<String>) -> CallError {
        CallError::Text(message.into())
    }

    /// Changes the texts whose length templates control.
    pub(crate) fn map_texts(self, change: impl Fn(String) -> String) -> CallError {
        match self {
            CallError::Text(text) => CallError::Text(change(text)),
            CallError::Incomparable(text) => CallError::Incomparable(change(text)),
            CallError::Recursion(text) => CallError::Recursion(change(text)),
            CallError::Refused(refusal) => {
                let Refusal { message, text } = *refusal;
                CallError::Refused(Box::new(Refusal { message: change(message), text: change(text) }))
            }
            CallError::NoTemplate(missing) => {
                let MissingTemplate { name, root } = *missing;
                CallError::NoTemplate(Box::new(MissingTemplate { name: change(name), root }))
            }
            CallError::Limit(_) | CallError::Exec(..) | CallError::Parse(..) => self,
        }
    }
}

impl fmt::Display for MissingTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quote = |text: &str| crate::fmt::quote(text.as_bytes());
        write!(f, "template: no template {} associated with template {}", quote(&self.name), quote(&self.root))
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallError::Text(message)
            | CallError::Incomparable(message)
            | CallError::Recursion(message)
            | CallError::Limit(message) => f.write_str(message),
            CallError::Refused(refusal) => f.write_str(&refusal.text),
            CallError::NoTemplate(missing) => missing.fmt(f),
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
