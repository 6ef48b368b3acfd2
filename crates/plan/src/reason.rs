//! Why one operation waits for another, and how two reasons combine when the operation between them is removed.

use std::fmt;

use serde::{Deserialize, Serialize};
use skeg_resources::{Stage, State};

/// Why one operation waits for another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "because", rename_all = "kebab-case")]
pub enum Reason {
    /// Steps of one resource: it is created before it is tracked.
    SameResource,
    /// Stages run one after the other.
    Stage,
    /// Weights run one after the other.
    Weight {
        /// The lower weight.
        before: i64,
        /// The higher weight.
        after: i64,
    },
    /// Some kinds are deleted before others: `webhooks` before `workloads`.
    Kinds {
        /// The kinds deleted first.
        before: String,
        /// The kinds deleted next.
        after: String,
    },
    /// An annotation asks for it.
    Annotation {
        /// The annotation's key.
        annotation: String,
        /// The state that is waited for.
        state: State,
    },
    /// A field refers to the other resource.
    Detected {
        /// The field's path.
        field: String,
        /// The state that is waited for.
        state: State,
    },
    /// An annotation names a resource outside the release.
    External {
        /// The annotation's key.
        annotation: String,
    },
    /// Both belong to one chart of an ordered deploy, or one to a subchart of the other's chart.
    Chart,
    /// One chart of an ordered deploy comes after another, or before it when they are deleted.
    Subchart {
        /// The name of the chart that is deployed later.
        chart: String,
        /// The name of the other chart.
        on: String,
        /// What declares it: `depends-on in shop/Chart.yaml:12`.
        origin: String,
        /// It is the order of deletions.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        reverse: bool,
    },
    /// One resource group of a chart comes after another, or before it when they are deleted.
    ResourceGroup {
        /// The path of the chart.
        chart: String,
        /// The group that is deployed later; empty for resources in no group.
        group: String,
        /// The other group.
        on: String,
        /// It is the order of deletions.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        reverse: bool,
    },
    /// Records are written in an order that survives interruptions.
    Release,
}

impl Reason {
    /// The reason of an edge that replaces two: `self`, followed by `next`.
    pub(crate) fn then(&self, next: &Reason) -> Reason {
        use Reason::{Chart, Kinds, SameResource, Stage, Weight};
        match (self, next) {
            (SameResource, other) | (other, SameResource) | (Chart, other) | (other, Chart) => other.clone(),
            (Stage, _) | (_, Stage) => Stage,
            (Weight { before, .. }, Weight { after, .. }) => Weight { before: *before, after: *after },
            (Kinds { before, .. }, Kinds { after, .. }) => Kinds { before: before.clone(), after: after.clone() },
            (_, last) => last.clone(),
        }
    }

    /// As text, for operations of these stages.
    pub(crate) fn between(&self, before: Stage, after: Stage) -> String {
        match self {
            Reason::Stage if before != after => format!("stage {} before {}", before.name(), after.name()),
            _ => self.to_string(),
        }
    }

    /// How specific it is. Of two edges between the same operations, the more specific one stays.
    pub(crate) fn specificity(&self) -> u8 {
        match self {
            Reason::Stage => 0,
            Reason::Chart => 1,
            Reason::Kinds { .. } => 2,
            Reason::Weight { .. } => 3,
            Reason::Release => 4,
            Reason::Detected { .. } => 5,
            Reason::Subchart { .. } | Reason::ResourceGroup { .. } => 6,
            Reason::External { .. } => 7,
            Reason::Annotation { .. } => 8,
            Reason::SameResource => 9,
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
            Reason::Chart => f.write_str("parts of one chart"),
            Reason::Subchart { chart, on, origin, reverse: false } => {
                write!(f, "chart {chart} after {on}: {origin}")
            }
            Reason::Subchart { chart, on, origin, reverse: true } => {
                write!(f, "chart {on} is deleted after {chart}: {origin}")
            }
            Reason::ResourceGroup { chart, group, on, reverse: false } => {
                write!(f, "{} of {chart} after {}", group_name(group), group_name(on))
            }
            Reason::ResourceGroup { chart, group, on, reverse: true } => {
                write!(f, "{} of {chart} deleted after {}", group_name(on), group_name(group))
            }
            Reason::Release => f.write_str("order of records"),
        }
    }
}

fn group_name(group: &str) -> String {
    match group {
        "" => "resources without a group".to_string(),
        group => format!("resource group {group}"),
    }
}
