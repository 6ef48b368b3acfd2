//! Why one operation waits for another, in words, and what remains of two reasons when the step between them goes.

use std::fmt;

use serde::{Deserialize, Serialize};
use skeg_resources::{Stage, State};

/// Why one operation waits for another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "because", rename_all = "kebab-case")]
pub enum Reason {
    /// Steps of one resource: it is created before it is tracked.
    SameResource,
    /// Stages come one after the other.
    Stage,
    /// Groups of weights come one after the other.
    Weight { before: i64, after: i64 },
    /// Some kinds are deleted before others: `webhooks` before `workloads`.
    Kinds { before: String, after: String },
    /// An annotation says so.
    Annotation { annotation: String, state: State },
    /// A field refers to the other resource.
    Detected { field: String, state: State },
    /// An annotation names a resource that is not of the release.
    External { annotation: String },
    /// Records are written in the order that survives an interruption.
    Release,
}

impl Reason {
    /// The reason of an edge that takes the place of two: of `self`, and of `next` behind it.
    pub(crate) fn then(&self, next: &Reason) -> Reason {
        use Reason::{Kinds, SameResource, Stage, Weight};
        match (self, next) {
            (SameResource, other) | (other, SameResource) => other.clone(),
            (Stage, _) | (_, Stage) => Stage,
            (Weight { before, .. }, Weight { after, .. }) => Weight { before: *before, after: *after },
            (Kinds { before, .. }, Kinds { after, .. }) => Kinds { before: before.clone(), after: after.clone() },
            (_, last) => last.clone(),
        }
    }

    /// In words, between operations of these stages.
    pub(crate) fn between(&self, before: Stage, after: Stage) -> String {
        match self {
            Reason::Stage if before != after => format!("stage {} before {}", before.name(), after.name()),
            _ => self.to_string(),
        }
    }

    /// How much it tells; of two edges between the same operations, the one that tells more stays.
    pub(crate) fn tells(&self) -> u8 {
        match self {
            Reason::Stage => 0,
            Reason::Kinds { .. } => 1,
            Reason::Weight { .. } => 2,
            Reason::Release => 3,
            Reason::Detected { .. } => 4,
            Reason::External { .. } => 5,
            Reason::Annotation { .. } => 6,
            Reason::SameResource => 7,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::SameResource => f.write_str("steps of one resource"),
            Reason::Stage => f.write_str("order of stages"),
            Reason::Weight { before, after } => write!(f, "weight {before} before {after}"),
            Reason::Kinds { before, after } => write!(f, "{before} are deleted before {after}"),
            Reason::Annotation { annotation, .. } | Reason::External { annotation } => {
                write!(f, "annotation {annotation}")
            }
            Reason::Detected { field, .. } => write!(f, "detected: {field}"),
            Reason::Release => f.write_str("order of records"),
        }
    }
}
