//! Changes to the cluster, as shown to people.

use serde::{Deserialize, Serialize};
use skeg_resources::Object;

use crate::observation::Refusal;

/// A change to one resource.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// Index into the targets of the plan.
    pub target: usize,
    /// What is done.
    pub kind: ChangeKind,
    /// Why it is made.
    pub cause: Cause,
    /// The live object, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Object>,
    /// The object after the change, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Object>,
    /// It is deleted again in the same deploy.
    #[serde(default)]
    pub then_deleted: bool,
    /// The previous owner, if the release takes the object over: `release "legacy" in namespace "prod"`, `nobody`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adopted_from: Option<String>,
}

/// What is done to a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// It does not exist yet.
    Create,
    /// It is deleted and created anew.
    Recreate,
    /// It is applied, with a known result.
    Update,
    /// Applied without a known result.
    Apply,
    /// It is deleted.
    Delete,
}

/// Why a change is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "because", rename_all = "kebab-case")]
pub enum Cause {
    /// The object does not exist.
    Missing,
    /// It differs from the wanted object.
    Differs,
    /// Only the ownership of its fields changes.
    TakesOver,
    /// Its delete policy asks for a new object.
    DeletePolicy,
    /// It is a hook that runs in this deploy, and the existing object is an earlier run.
    HookRuns,
    /// These fields cannot be changed in place.
    Immutable {
        /// Paths of the immutable fields; empty if the server does not name them.
        fields: Vec<String>,
        /// The API server's message.
        message: String,
    },
    /// It is being deleted and will be gone.
    BeingDeleted,
    /// The dry run was refused.
    DryRunRefused(Refusal),
    /// The same deploy changes the definition of its kind, so that a dry run cannot predict the result.
    DefinitionChanges {
        /// The name of the CRD.
        definition: String,
    },
    /// It is no longer in the chart.
    NotInChart,
    /// The release is uninstalled.
    Uninstall,
}
