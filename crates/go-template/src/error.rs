//! Errors of parsing and executing, whose texts are Go's.

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
    /// Go's words, for people; `kind` is for programs.
    pub message: String,
    /// What is wrong, for programs.
    pub kind: ParseErrorKind,
}

/// What is wrong with a text that does not parse, where there is something to say about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ParseErrorKind {
    /// A function that does not exist, by name.
    UndefinedFunction(String),
    /// The text ends inside a block: an `{{ end }}` is missing.
    MissingEnd,
    /// An `{{ end }}` that closes nothing.
    StrayEnd,
    /// A comment that is not closed, or has more than the comment in its action.
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
    /// Where it stopped; `None` before anything was executed.
    pub location: Option<Location>,
    /// The template's name, for errors without a location.
    pub template: Arc<str>,
    /// Go's words, for people; `kind` is for programs. For a failed call `error calling NAME: `, followed by `cause`.
    pub message: String,
    /// Why, for programs.
    pub kind: ExecErrorKind,
    /// What the called function returned, where a call failed.
    pub cause: Option<Box<CallError>>,
    /// The text that failed, where a function was given it to execute: it is in no file.
    pub text: Option<Str>,
}

/// Why an execution failed, where there is something to say about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ExecErrorKind {
    /// A field or entry of nil, by its name.
    FieldOfNil(String),
    /// A field of something that has no such field, by its name.
    NoField(String),
    /// An entry that a map does not have, by its key.
    NoEntry(String),
    /// `{{ template }}` of a name that nothing defines.
    NoTemplate(String),
    /// An argument of another type than the function takes. The names are Go's.
    WrongType {
        /// The parameter's type.
        expected: &'static str,
        /// The argument's type.
        got: String,
    },
    /// Templates that call each other without end.
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
    /// The template itself gave up.
    Refused(Box<Refusal>),
    /// A template that nothing defines.
    NoTemplate(Box<MissingTemplate>),
    /// Values of types that cannot be compared; the message.
    Incomparable(String),
    /// A template that includes itself without end; the message.
    Recursion(String),
    /// More work or memory than we allow, whatever Go would do; the message.
    Limit(String),
    /// A template executed on behalf of the function failed, as in `include`. The text before it, if any, is Go's wrap.
    Exec(String, Box<ExecError>),
    /// A text given to the function did not parse, as in `tpl`. The text before it, if any, is Go's wrap.
    Parse(String, Box<ParseError>),
}

/// The message of a template that called `fail` or `required`.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The words of the template's author.
    pub message: String,
    /// What the function returned: the message and what it puts around it.
    pub text: String,
}

/// A name that no template has. `Display` is Go's text.
#[derive(Clone, Debug)]
pub struct MissingTemplate {
    /// The name that was looked for.
    pub name: String,
    /// The set it was looked for in.
    pub root: String,
}

impl CallError {
    /// Makes a plain message.
    pub fn text(message: impl Into<String>) -> CallError {
        CallError::Text(message.into())
    }

    /// Changes the texts that templates may make as long as they like.
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
