//! Why a rendering failed. `Display` is Helm's own text of the chosen generation.

use std::fmt;

use skeg_go_template::{ExecError, ParseError};

/// A failed rendering.
#[derive(Debug)]
pub enum Error {
    /// The chart or its values are at fault.
    Chart(skeg_chart::Error),
    /// A template does not parse.
    Parse {
        /// Go's error.
        error: Box<ParseError>,
        /// Helm's message around it.
        text: String,
    },
    /// A template failed; `text` is how Helm words it.
    Exec {
        /// Go's error.
        error: Box<ExecError>,
        /// Helm's message around it.
        text: String,
    },
    /// A template's output is not a Kubernetes object.
    Manifest(Box<BadManifest>),
    /// A file of secrets cannot be read.
    Secret {
        /// The file with the secret.
        file: String,
        /// What is wrong.
        error: skeg_secret_values::Error,
    },
    /// Anything else, in Helm's words.
    Other(String),
}

/// A document of a template's output that is no Kubernetes object.
#[derive(Debug)]
pub struct BadManifest {
    /// The template's path with the chart's name in front.
    pub source: String,
    /// The document.
    pub content: Vec<u8>,
    /// How Helm words it.
    pub text: String,
    /// What is wrong with it.
    pub problem: ManifestProblem,
    /// The line of the document, where it is known.
    pub line: Option<usize>,
    /// All files, for `--debug`.
    pub rendered: Vec<(String, Vec<u8>)>,
}

/// Why a document is no Kubernetes object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManifestProblem {
    /// It is not YAML.
    Yaml(skeg_go_yaml::ErrorKind),
    /// It is a list or a scalar.
    NotAMap,
    /// An annotation is no text.
    Annotation,
    /// Another field that Helm reads is of a wrong type.
    Type,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Chart(error) => error.fmt(f),
            Error::Parse { text, .. } | Error::Exec { text, .. } => f.write_str(text),
            Error::Manifest(bad) => f.write_str(&bad.text),
            Error::Secret { file, error } => write!(f, "{file}: {error}"),
            Error::Other(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Error {}
