//! The nodes of the graph and the reasons for its edges.

use serde::{Deserialize, Serialize};
use skeg_resources::{Propagation, ReleaseStatus, Stage};

use crate::reason::Reason;

/// One step of a plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Operation {
    pub action: Action,
    pub stage: Stage,
    /// The weight's group within the stage, where it is in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<i64>,
    /// What must be done before; the indices are smaller than this operation's own.
    pub after: Vec<Edge>,
}

/// What an operation does. `target` is an index into the targets of the plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Action {
    /// The object does not exist.
    Create {
        target: usize,
    },
    /// A dry run showed what changes.
    Update {
        target: usize,
    },
    /// Applied without knowing what changes: the dry run was refused.
    Apply {
        target: usize,
    },
    /// Deleted, waited for to be gone, created.
    Recreate {
        target: usize,
        propagation: Propagation,
    },
    Delete {
        target: usize,
        propagation: Propagation,
    },
    TrackReadiness {
        target: usize,
    },
    TrackPresence {
        target: usize,
    },
    TrackAbsence {
        target: usize,
    },
    /// The record of the new revision is stored, pending.
    CreateRelease {
        revision: u64,
    },
    /// An empty description leaves the one that is there.
    UpdateRelease {
        revision: u64,
        status: ReleaseStatus,
        description: String,
    },
    DeleteRelease {
        revision: u64,
    },
    /// The border of a stage or of a weight's group: `install/start`, `install/weight:5/end`.
    Border {
        name: String,
    },
}

impl Action {
    /// The target, where there is one.
    pub fn target(&self) -> Option<usize> {
        match *self {
            Action::Create { target }
            | Action::Update { target }
            | Action::Apply { target }
            | Action::Recreate { target, .. }
            | Action::Delete { target, .. }
            | Action::TrackReadiness { target }
            | Action::TrackPresence { target }
            | Action::TrackAbsence { target } => Some(target),
            _ => None,
        }
    }

    /// Changes a resource of the cluster.
    pub fn is_write(&self) -> bool {
        use Action::{Apply, Create, Delete, Recreate, Update};
        matches!(self, Create { .. } | Update { .. } | Apply { .. } | Recreate { .. } | Delete { .. })
    }

    /// Waits for a resource.
    pub fn is_tracking(&self) -> bool {
        matches!(self, Action::TrackReadiness { .. } | Action::TrackPresence { .. } | Action::TrackAbsence { .. })
    }

    /// Changes the records of the release.
    pub fn is_release(&self) -> bool {
        use Action::{CreateRelease, DeleteRelease, UpdateRelease};
        matches!(self, CreateRelease { .. } | UpdateRelease { .. } | DeleteRelease { .. })
    }
}

/// This operation waits for another, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Edge {
    /// Index of the other operation.
    pub on: usize,
    pub why: Reason,
}
