//! What a plan is built from.

use std::collections::{BTreeMap, BTreeSet};

use skeg_inventory::Change as InventoryChange;
use skeg_resources::managed_fields::ManualChanges;
use skeg_resources::{DeployType, Propagation, ReleaseStatus, Resource, ResourceId};
use skeg_sequence::Order;

use crate::adoption::Adoption;
use crate::observation::Live;
use crate::plan::ReleaseName;
use crate::pruning::Pruning;

/// Everything a plan is built from.
#[derive(Clone, Debug)]
pub struct Request {
    /// The release.
    pub release: ReleaseName,
    /// The revision to create; for an uninstall, the last one.
    pub revision: u64,
    /// What the plan is to do.
    pub deploy_type: DeployType,
    /// Wanted resources, including hooks and CRDs; for an uninstall, the last revision's resources.
    pub desired: Vec<Resource>,
    /// Resources of earlier revisions that may still exist: of the last deployed one and all after it, in this order.
    /// If a resource is listed twice, the later one counts.
    pub previous: Vec<Resource>,
    /// Live objects of all resources above, by identity; a missing entry counts as absent.
    pub live: BTreeMap<ResourceId, Live>,
    /// The release's records, oldest first.
    pub history: Vec<Revision>,
    /// Options.
    pub policy: Policy,
    /// The order of the wanted resources, or of those to uninstall; `None` if the deploy is not ordered.
    pub order: Option<Order>,
    /// The order of what earlier revisions left, for deletions.
    pub previous_order: Option<Order>,
    /// What earlier deploys kept although it was dropped. An uninstall keeps the data among it too.
    pub retained: BTreeSet<ResourceId>,
    /// What is deployed, for the inventory: without digest of the manifests and entries. `None` for an uninstall.
    pub change: Option<InventoryChange>,
}

/// A recorded revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision {
    /// The revision's number.
    pub revision: u64,
    /// Its status.
    pub status: ReleaseStatus,
}

/// Options that shape a plan.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Adopt objects that others own.
    pub force_adoption: bool,
    /// Whose objects are adopted besides.
    pub adoption: Adoption,
    /// What to do with fields that people changed by hand.
    pub manual_changes: ManualChanges,
    /// Recreate what cannot be changed in place, unless that would lose more than the object itself.
    pub recreate_immutable: bool,
    /// How deletions treat dependents; `None` for the default of each kind.
    pub propagation: Option<Propagation>,
    /// Delete what the chart dropped before anything is installed.
    pub prune_first: bool,
    /// What may be deleted of what the chart dropped.
    pub pruning: Pruning,
    /// Leave out tracking that nothing waits for.
    pub no_final_tracking: bool,
    /// A dependency that matches nothing is an error.
    pub strict: bool,
    /// The description in this revision's record: `Install complete`.
    pub description: String,
    /// Keep the records after an uninstall.
    pub keep_history: bool,
    /// Keep the hooks' objects after an uninstall.
    pub keep_hooks: bool,
    /// Delete the release's namespace after an uninstall.
    pub delete_namespace: bool,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            force_adoption: false,
            adoption: Adoption::default(),
            manual_changes: ManualChanges::Undo,
            recreate_immutable: false,
            propagation: None,
            prune_first: false,
            pruning: Pruning::default(),
            no_final_tracking: false,
            strict: false,
            description: String::new(),
            keep_history: false,
            keep_hooks: false,
            delete_namespace: false,
        }
    }
}
