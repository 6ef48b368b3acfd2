//! The nodes of the graph and the reasons for its edges.

use serde::{Deserialize, Serialize};
use skeg_resources::{Propagation, ReleaseStatus, Stage};

use crate::reason::Reason;

/// One step of a plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Operation {
    /// What it does.
    pub action: Action,
    /// The stage it belongs to.
    pub stage: Stage,
    /// The weight of its group, if it is in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<i64>,
    /// What it waits for; the indices are smaller than its own.
    pub after: Vec<Edge>,
}

/// What an operation does. `target` is an index into the targets of the plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Action {
    /// The object does not exist.
    Create {
        /// Index into the plan's targets.
        target: usize,
    },
    /// Applied; a dry run showed the result.
    Update {
        /// Index into the plan's targets.
        target: usize,
    },
    /// Applied without a known result: the dry run was refused.
    Apply {
        /// Index into the plan's targets.
        target: usize,
    },
    /// Deletes the object, waits until it is gone, creates it.
    Recreate {
        /// Index into the plan's targets.
        target: usize,
        /// How the deletion treats dependents.
        propagation: Propagation,
    },
    /// Deletes the object.
    Delete {
        /// Index into the plan's targets.
        target: usize,
        /// How dependents are treated.
        propagation: Propagation,
    },
    /// Waits until the resource is ready.
    TrackReadiness {
        /// Index into the plan's targets.
        target: usize,
    },
    /// Waits until the object exists.
    TrackPresence {
        /// Index into the plan's targets.
        target: usize,
    },
    /// Waits until the object is gone.
    TrackAbsence {
        /// Index into the plan's targets.
        target: usize,
    },
    /// Stores the record of the new revision as pending.
    CreateRelease {
        /// The new revision.
        revision: u64,
    },
    /// Updates a record; an empty description keeps the existing one.
    UpdateRelease {
        /// The revision.
        revision: u64,
        /// Its new status.
        status: ReleaseStatus,
        /// Its new description.
        description: String,
    },
    /// Deletes a record.
    DeleteRelease {
        /// The revision.
        revision: u64,
    },
    /// The start or end of a stage or a weight's group: `install/start`, `install/weight:5/end`.
    Border {
        /// `STAGE[/weight:N]/start` or `/end`.
        name: String,
    },
}

impl Action {
    /// The target, if there is one.
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

    /// Whether it changes a resource in the cluster.
    pub fn is_write(&self) -> bool {
        use Action::{Apply, Create, Delete, Recreate, Update};
        matches!(self, Create { .. } | Update { .. } | Apply { .. } | Recreate { .. } | Delete { .. })
    }

    /// Whether it waits for a resource.
    pub fn is_tracking(&self) -> bool {
        matches!(self, Action::TrackReadiness { .. } | Action::TrackPresence { .. } | Action::TrackAbsence { .. })
    }

    /// Whether it changes the release's records.
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
    /// Why it waits.
    pub why: Reason,
}
