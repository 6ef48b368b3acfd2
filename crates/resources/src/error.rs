//! Problems of manifests. All are reported at once, each with its location.

use std::fmt;

use crate::object::NotAnObject;
use crate::resource::Origin;

/// Manifests that cannot be deployed, with all their problems.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", lines(problems))]
pub struct Error {
    /// All of them, never empty.
    pub problems: Vec<Problem>,
}

fn lines(problems: &[Problem]) -> String {
    let lines: Vec<String> = problems.iter().map(Problem::to_string).collect();
    lines.join("\n")
}

/// One problem, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// File and document.
    pub origin: Origin,
    /// `Deployment/web`, if that much could be read.
    pub resource: Option<String>,
    /// What is wrong.
    pub fault: Fault,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_place(f, &self.origin, self.resource.as_deref())?;
        write!(f, "{}", self.fault)
    }
}

/// `shop/templates/web.yaml, document 2: Deployment/web: `.
pub(crate) fn write_place(f: &mut impl fmt::Write, origin: &Origin, resource: Option<&str>) -> fmt::Result {
    if *origin != Origin::default() {
        write!(f, "{origin}: ")?;
    }
    resource.map_or(Ok(()), |resource| write!(f, "{resource}: "))
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The error of Go's YAML library.
    #[error("{0}")]
    Yaml(String),
    /// The document is not a Kubernetes object.
    #[error("{0}")]
    NotAnObject(#[from] NotAnObject),
    /// A field has the wrong type.
    #[error("{field} is {found}, expected {expected}")]
    BadShape {
        /// Its path.
        field: &'static str,
        /// Its type.
        found: &'static str,
        /// The right type.
        expected: &'static str,
    },
    /// `metadata.name` is missing.
    #[error("metadata.name is missing")]
    MissingName,
    /// `metadata.generateName` cannot be deployed twice.
    #[error(
        "metadata.generateName without metadata.name would create another object on every deploy; \
         give it a metadata.name, with {{{{ .Release.Revision }}}} in it where it must differ each time"
    )]
    GenerateName,
    /// An annotation is invalid.
    #[error("{0}")]
    Annotation(BadAnnotation),
    /// The same object is defined twice.
    #[error("the same object is already defined by {first}; remove or rename one of them")]
    Duplicate {
        /// Where it was defined first.
        first: Origin,
    },
    /// The release's own namespace is among its resources.
    #[error(
        "the release's own namespace cannot be one of its resources, since deleting it would delete the release; \
         leave it out of the chart, it is created before the deploy"
    )]
    ReleaseNamespace,
    /// An invalid key or value among the annotations and labels for all resources.
    #[error("the extra {what} {key:?} is not valid: {reason}")]
    BadExtra {
        /// `annotation` or `label`.
        what: &'static str,
        /// Its key.
        key: String,
        /// Why Kubernetes would refuse it.
        reason: &'static str,
    },
}

/// An annotation with an invalid value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadAnnotation {
    /// The annotation's key.
    pub annotation: String,
    /// The annotation's value.
    pub value: String,
    /// What would be valid: `an integer`.
    pub expected: String,
    /// The word that was probably meant.
    pub nearest: Option<String>,
}

impl fmt::Display for BadAnnotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BadAnnotation { annotation, value, expected, nearest } = self;
        write!(f, "annotation {annotation}: {value:?} is not valid, expected {expected}")?;
        match nearest {
            Some(nearest) => write!(f, "; did you mean {nearest:?}?"),
            None => Ok(()),
        }
    }
}
