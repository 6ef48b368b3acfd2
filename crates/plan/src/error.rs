//! Why no plan can be made. Messages say what to do; nothing was changed.

mod excessive;
mod foreign;
mod occupied;

use std::fmt::{self, Write as _};

pub use excessive::{Excess, ExcessiveDeletion};
pub use foreign::Foreign;
pub use occupied::{Occupant, OccupiedNamespace};

use skeg_resources::{Origin, ResourceId};

use crate::removal::{data_at_risk, holds_data};

/// Why no plan can be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// Objects that other releases or tools own.
    #[error("{}", lines(.0))]
    Foreign(Vec<Foreign>),
    /// Resources that would have to be recreated.
    #[error("{}\n{}", lines(.found), ways_out(.found, *.is_rollback))]
    Immutable {
        /// The resources.
        found: Vec<Unchangeable>,
        /// The plan is a rollback, so the advice differs.
        is_rollback: bool,
    },
    /// Resources that wait for each other.
    #[error("these resources wait for each other\n{}\n  Break one of them. Nothing was changed.", columns(.0))]
    Cycle(Vec<Wait>),
    /// Resource groups that wait for each other.
    #[error("{0}\n  Break one of them. Nothing was changed.")]
    Order(skeg_sequence::Errors),
    /// Namespaces that the plan deletes although others have objects in them.
    #[error("{}\n{}", lines(.0), occupied::WAYS_OUT)]
    OccupiedNamespaces(Vec<OccupiedNamespace>),
    /// More would be deleted than allowed.
    #[error("{0}")]
    TooManyDeletions(ExcessiveDeletion),
    /// Dependencies by annotation that match nothing, in a strict deploy.
    #[error("{}\n  Nothing was changed. Without --strict it is only a warning.", lines(.0))]
    Unmatched(Vec<String>),
    /// Resources of kinds that nothing defines.
    #[error("{}\n  {}", lines(.0), UNKNOWN_KINDS)]
    UnknownKinds(Vec<Unknown>),
}

impl Error {
    /// The problems one by one, and advice that holds for all; `None` if there is only one.
    pub fn items(&self) -> Option<(Vec<String>, Option<String>)> {
        match self {
            Error::Foreign(found) => Some((each(found), None)),
            Error::Immutable { found, is_rollback } => Some((each(found), Some(ways_out(found, *is_rollback)))),
            Error::UnknownKinds(found) => Some((each(found), Some(format!("  {UNKNOWN_KINDS}")))),
            Error::OccupiedNamespaces(found) => Some((each(found), Some(occupied::WAYS_OUT.to_string()))),
            Error::TooManyDeletions(_) | Error::Unmatched(_) | Error::Cycle(_) | Error::Order(_) => None,
        }
    }
}

impl Error {
    /// The resources concerned, each with a short reason.
    pub fn blocked(&self) -> Vec<(&ResourceId, String)> {
        match self {
            Error::Foreign(found) => found.iter().map(|each| (&each.id, each.reason())).collect(),
            Error::Immutable { found, .. } => found.iter().map(|each| (&each.id, each.reason())).collect(),
            Error::UnknownKinds(found) => found.iter().map(|each| (&each.id, each.reason())).collect(),
            Error::OccupiedNamespaces(found) => found.iter().map(|each| (&each.id, each.reason())).collect(),
            Error::TooManyDeletions(found) => found.deleted.iter().map(|id| (id, found.reason())).collect(),
            Error::Cycle(_) | Error::Order(_) | Error::Unmatched(_) => Vec::new(),
        }
    }
}

impl Unchangeable {
    fn reason(&self) -> String {
        let fields = if self.fields.is_empty() { "fields".to_string() } else { self.fields.join(", ") };
        format!("{fields} cannot be changed once set")
    }
}

impl Unknown {
    fn reason(&self) -> String {
        let group = if self.id.group.is_empty() { String::new() } else { format!("{}/", self.id.group) };
        format!("the cluster does not know the kind {} of {group}{}", self.id.kind, self.version)
    }
}

const UNKNOWN_KINDS: &str = "Nothing was changed. Install what provides the kind first, put its CRD into crds/, or \
 correct apiVersion and kind.";

/// A resource of an unknown kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The resource.
    pub id: ResourceId,
    /// The version in the manifest.
    pub version: String,
    /// The template it comes from.
    pub origin: Origin,
    /// The kind that was probably meant: `Deployment of apps/v1`.
    pub meant: Option<String>,
}

/// A resource that would have to be recreated without permission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unchangeable {
    /// The resource.
    pub id: ResourceId,
    /// Paths of the immutable fields; empty if the server does not name them.
    pub fields: Vec<String>,
    /// The API server's message.
    pub message: String,
    /// The template it comes from.
    pub origin: Origin,
}

/// One step of a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The waiting resource.
    pub waiter: String,
    /// What it waits for.
    pub on: String,
    /// The reason of the edge.
    pub why: String,
    /// Where the waiting resource is defined.
    pub origin: Origin,
}

fn lines(items: &[impl fmt::Display]) -> String {
    each(items).join("\n")
}

fn each(items: &[impl fmt::Display]) -> Vec<String> {
    items.iter().map(ToString::to_string).collect()
}

/// Ways out for resources that cannot be changed in place.
fn ways_out(found: &[Unchangeable], is_rollback: bool) -> String {
    let (it, value) = if found.len() == 1 { ("it", "value") } else { ("them", "values") };
    let mut text = format!("  Nothing was changed. To recreate {it}: ");
    if found.iter().any(|each| !holds_data(&each.id)) {
        text.push_str("--recreate-immutable, or ");
    }
    let again = if is_rollback { "roll back again" } else { "deploy again" };
    if !is_rollback {
        text.push_str("annotation werf.io/delete-policy: before-creation-if-immutable, or ");
    }
    let _ = write!(text, "delete {it} by hand and {again}.");
    if found.iter().any(|each| holds_data(&each.id)) && found.iter().any(|each| !holds_data(&each.id)) {
        text.push_str(" The flag does not touch what holds data.");
    }
    match is_rollback {
        false => {
            let _ = write!(text, " To keep {it}: restore the old {value} in the template.");
        }
        true => {
            let _ = write!(
                text,
                "\n  The record cannot be changed. To keep {it}: install the chart of that revision instead, with the \
                 {value} that the cluster has."
            );
        }
    }
    text
}

/// A resource with its namespace.
fn placed(id: &ResourceId) -> String {
    match &id.namespace {
        Some(namespace) => format!("{id} in namespace {namespace}"),
        None => id.to_string(),
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unknown { id, version, origin, meant } = self;
        let group = if id.group.is_empty() { String::new() } else { format!("{}/", id.group) };
        write!(f, "{}: the cluster does not know the kind {} of {group}{version}", placed(id), id.kind)?;
        if let Some(meant) = meant {
            write!(f, "; did you mean {meant}?")?;
        }
        if origin.path.is_empty() { Ok(()) } else { write!(f, "\n  chart: {}", origin.path) }
    }
}

impl fmt::Display for Unchangeable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = if self.fields.is_empty() { "fields".to_string() } else { self.fields.join(", ") };
        write!(f, "{} cannot be changed in place: {fields} cannot be changed once set", placed(&self.id))?;
        if !self.origin.path.is_empty() {
            write!(f, "\n  chart: {}", self.origin.path)?;
        }
        match data_at_risk(&self.id) {
            Some(risk) => write!(f, "\n  data at risk: {risk}"),
            None => Ok(()),
        }
    }
}

/// The steps of a cycle, one per line.
fn columns(waits: &[Wait]) -> String {
    let width = |text: fn(&Wait) -> &str| waits.iter().map(|wait| text(wait).len()).max().unwrap_or(0);
    let (waiter, on, why) = (width(|wait| &wait.waiter), width(|wait| &wait.on), width(|wait| &wait.why));
    let line = |wait: &Wait| {
        let line = format!("  {:waiter$}  waits for  {:on$}  {:why$}", wait.waiter, wait.on, wait.why);
        if wait.origin.path.is_empty() {
            line.trim_end().to_string()
        } else {
            format!("{line}  ({})", wait.origin.path)
        }
    };
    waits.iter().map(line).collect::<Vec<_>>().join("\n")
}
