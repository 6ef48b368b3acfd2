//! What a plan is built from.

use std::collections::BTreeMap;

use skeg_resources::managed_fields::ManualChanges;
use skeg_resources::{DeployType, Propagation, ReleaseStatus, Resource, ResourceId};

use crate::observation::Live;
use crate::plan::ReleaseName;

/// All that a plan is built from.
#[derive(Clone, Debug)]
pub struct Request {
    pub release: ReleaseName,
    /// The revision to make; for an uninstall, the last one.
    pub revision: u64,
    pub deploy_type: DeployType,
    /// What is wanted, hooks and CRDs included; for an uninstall, the last revision's resources.
    pub desired: Vec<Resource>,
    /// Resources of earlier revisions that may still be there: of the last deployed one and of all after it,
    /// in this order: of those that are there twice, the later one counts.
    pub previous: Vec<Resource>,
    pub live: BTreeMap<ResourceId, Live>,
    /// The release's records, oldest first.
    pub history: Vec<Revision>,
    pub policy: Policy,
}

/// A revision that is on record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision {
    pub revision: u64,
    pub status: ReleaseStatus,
}

/// Choices of a deploy that shape its plan.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Take over objects that others own.
    pub force_adoption: bool,
    /// What becomes of fields that people set by hand.
    pub manual_changes: ManualChanges,
    /// Recreate what cannot be changed in place, unless more than the object itself would go.
    pub recreate_immutable: bool,
    /// What deletions do to dependents; none where each kind gets what it needs.
    pub propagation: Option<Propagation>,
    /// Delete what the chart dropped before anything is installed.
    pub prune_first: bool,
    /// Leave out waiting that nothing follows.
    pub no_final_tracking: bool,
    /// A dependency that matches nothing is an error.
    pub strict: bool,
    /// What this revision's record says of itself: `Install complete`.
    pub description: String,
    /// An uninstall leaves the records.
    pub keep_history: bool,
    /// Hooks of an uninstall stay.
    pub keep_hooks: bool,
    /// After an uninstall the namespace of the release goes too.
    pub delete_namespace: bool,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            force_adoption: false,
            manual_changes: ManualChanges::Undo,
            recreate_immutable: false,
            propagation: None,
            prune_first: false,
            no_final_tracking: false,
            strict: false,
            description: String::new(),
            keep_history: false,
            keep_hooks: false,
            delete_namespace: false,
        }
    }
}
