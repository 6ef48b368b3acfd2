//! What changes in the cluster, as people want to know it.

use serde::{Deserialize, Serialize};
use skeg_resources::Object;

use crate::observation::Refusal;

/// A change to one resource.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// Index into the targets of the plan.
    pub target: usize,
    pub kind: ChangeKind,
    /// Why it is done in this way.
    pub cause: Cause,
    /// The live object, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Object>,
    /// What it becomes, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Object>,
    /// It is deleted again in the same deploy.
    #[serde(default)]
    pub then_deleted: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    Create,
    Recreate,
    Update,
    /// Applied without knowing what changes.
    Apply,
    Delete,
}

/// Why a change is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "because", rename_all = "kebab-case")]
pub enum Cause {
    /// It is not there.
    Missing,
    /// It differs from what is wanted.
    Differs,
    /// Only who owns its fields changes.
    TakesOver,
    /// Its delete policy asks for it.
    DeletePolicy,
    /// It is a hook that runs in this deploy, and what is there is an earlier run.
    HookRuns,
    /// These fields cannot be changed in place.
    Immutable { fields: Vec<String>, message: String },
    /// It is on its way out and will be gone.
    BeingDeleted,
    /// The dry run was refused.
    DryRunRefused(Refusal),
    /// The same deploy changes the definition of its kind, so that a dry run says nothing of what will be.
    DefinitionChanges { definition: String },
    /// It is no longer in the chart.
    NotInChart,
    /// The release is uninstalled.
    Uninstall,
}
