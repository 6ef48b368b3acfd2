//! The plan: targets, operations, changes.

use serde::{Deserialize, Serialize};
use skeg_inventory::Change as InventoryChange;
use skeg_resources::{DeployType, Object, Origin, Propagation, ResourceId, Sensitive, Tracking};
use skeg_sequence::Order;

use crate::change::Change;
use crate::operation::Operation;

/// A graph of operations on the resources and records of one release.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The release.
    pub release: ReleaseName,
    /// The revision that the plan creates, or deletes if it uninstalls.
    pub revision: u64,
    /// What the plan does.
    pub deploy_type: DeployType,
    /// The resources that operations refer to by index.
    pub targets: Vec<Target>,
    /// In topological order.
    pub operations: Vec<Operation>,
    /// Changes as shown to people, in the order of the operations.
    pub changes: Vec<Change>,
    /// The number of wanted resources that do not change.
    pub unchanged: usize,
    /// Objects of the release that are no longer wanted, but that the plan does not delete.
    #[serde(rename = "left", default, skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<KeptObject>,
    /// Warnings for the user.
    pub warnings: Vec<String>,
    /// The order of the charts, if the deploy is ordered. After a failure, whatever does not depend on it continues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    /// The inventory's change: what belongs to the release once the plan is done. `None` for an uninstall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inventory: Option<InventoryChange>,
}

/// An object that is no longer wanted, but that the plan does not delete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptObject {
    /// The object.
    pub id: ResourceId,
    /// Why it is kept.
    pub why: KeepReason,
}

/// Why a plan does not delete an object that is no longer wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeepReason {
    /// Its resource policy keeps it.
    Policy,
    /// Everything in the namespace would be deleted with it.
    Namespace,
    /// Nothing that the chart dropped is to be deleted.
    NoPrune,
    /// It no longer has the release's ownership marks.
    Unmarked,
    /// It belongs to this other release.
    Release(String),
    /// A hook created it, and its data would be lost.
    Data,
    /// The chart dropped it, and its data would be lost.
    DroppedData,
}

impl KeepReason {
    /// Whether the object still belongs to the release, so that a later deploy may delete it.
    pub fn is_ours(&self) -> bool {
        !matches!(self, KeepReason::Policy | KeepReason::Unmarked | KeepReason::Release(_))
    }
}

/// A release by name and namespace.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ReleaseName {
    /// The release's name.
    pub name: String,
    /// The release's namespace.
    pub namespace: String,
}

/// A resource that operations work on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Target {
    /// The resource.
    pub id: ResourceId,
    /// The API version to use; empty for the cluster's preferred one.
    pub version: String,
    /// The template it comes from.
    pub origin: Origin,
    /// The chart it belongs to, an index into the plan's order; `None` for hooks, or if there is no order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chart: Option<usize>,
    /// It is a hook of the chart.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_hook: bool,
    /// The object to apply; `None` for what is only deleted or tracked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<Object>,
    /// `spec.replicas` to use if it is created.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replicas_on_creation: Option<u64>,
    /// The uid of the live object that was reviewed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    /// The resourceVersion of the live object that was reviewed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource_version: Option<String>,
    /// Take over the fields of client-side tools first.
    #[serde(default)]
    pub takes_over: bool,
    /// How its readiness is tracked.
    pub tracking: Tracking,
    /// Its parts that must not be shown.
    pub sensitive: Sensitive,
    /// Delete it if tracking it fails.
    #[serde(default)]
    pub delete_if_failed: bool,
    /// How its deletion treats dependents.
    pub propagation: Propagation,
}
