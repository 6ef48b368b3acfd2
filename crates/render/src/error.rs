//! Why a rendering failed. `Display` is Helm's own text of the chosen generation.

use std::fmt;

use skeg_go_template::{ExecError, ParseError};

/// A failed rendering.
#[derive(Debug)]
pub enum Error {
    /// The chart or its values are at fault.
    Chart(skeg_chart::Error),
    /// A template does not parse.
    Parse { error: Box<ParseError>, text: String },
    /// A template failed; `text` is how Helm words it.
    Exec { error: Box<ExecError>, text: String },
    /// A template's output is not a Kubernetes object. `rendered` holds the files for `--debug`.
    Manifest { source: String, content: Vec<u8>, text: String, rendered: Vec<(String, Vec<u8>)> },
    /// A file of secrets cannot be read.
    Secret { file: String, error: skeg_secret_values::Error },
    /// Anything else, in Helm's words.
    Other(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Chart(error) => error.fmt(f),
            Error::Parse { text, .. } | Error::Exec { text, .. } | Error::Manifest { text, .. } => f.write_str(text),
            Error::Secret { file, error } => write!(f, "{file}: {error}"),
            Error::Other(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Error {}
