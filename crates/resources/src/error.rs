//! What can be wrong with manifests. All that is found is told at once, each problem with its place.

use std::fmt;

use crate::object::NotAnObject;
use crate::resource::Origin;

/// Manifests that cannot be deployed, with all that is wrong with them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", lines(problems))]
pub struct Error {
    pub problems: Vec<Problem>,
}

fn lines(problems: &[Problem]) -> String {
    let lines: Vec<String> = problems.iter().map(Problem::to_string).collect();
    lines.join("\n")
}

/// One thing that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub origin: Origin,
    /// `Deployment/web`, where that much could be read.
    pub resource: Option<String>,
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
    /// The text of Go's YAML library.
    #[error("{0}")]
    Yaml(String),
    #[error("{0}")]
    NotAnObject(#[from] NotAnObject),
    #[error("{field} is {found}, expected {expected}")]
    BadShape { field: &'static str, found: &'static str, expected: &'static str },
    #[error("metadata.name is missing")]
    MissingName,
    #[error(
        "metadata.generateName without metadata.name would make another object on every deploy; \
         give it a metadata.name, with {{{{ .Release.Revision }}}} in it where it must differ each time"
    )]
    GenerateName,
    #[error("{0}")]
    Annotation(BadAnnotation),
    #[error("the same object is already defined by {first}; remove or rename one of them")]
    Duplicate { first: Origin },
    #[error(
        "the release's own namespace cannot be one of its resources, since deleting it would delete the release; \
         leave it out of the chart, it is created before the deploy"
    )]
    ReleaseNamespace,
    /// A key or value that was asked for on all resources.
    #[error("the extra {what} {key:?} is not valid: {reason}")]
    BadExtra { what: &'static str, key: String, reason: &'static str },
}

/// An annotation whose value cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadAnnotation {
    pub annotation: String,
    pub value: String,
    /// What would be right: `an integer`.
    pub expected: String,
    /// The word that was likely meant.
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
