//! The plan: what is worked with, what is done, what changes.

use serde::{Deserialize, Serialize};
use skeg_resources::{DeployType, Object, Origin, Propagation, ResourceId, Sensitive, Tracking};

use crate::change::Change;
use crate::operation::Operation;

/// A graph of operations on the resources and records of one release.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    pub release: ReleaseName,
    /// The revision that the plan makes, or takes away.
    pub revision: u64,
    pub deploy_type: DeployType,
    pub targets: Vec<Target>,
    /// In an order in which they could be done one by one.
    pub operations: Vec<Operation>,
    /// What changes, for people; in the order of the operations.
    pub changes: Vec<Change>,
    /// Wanted resources that stay as they are.
    pub unchanged: usize,
    /// Objects of the release that stay although one might think they go.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Left>,
    /// What should be known before it is executed.
    pub warnings: Vec<String>,
}

/// An object that a plan leaves in the cluster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Left {
    pub id: ResourceId,
    pub why: WhyLeft,
}

/// Why an object is left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhyLeft {
    /// Its resource policy keeps it.
    Policy,
    /// It has no marks of the release any more.
    Unmarked,
    /// It belongs to this other release.
    Release(String),
    /// A hook made it, and data would go with it.
    Data,
}

/// A release by name and namespace.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ReleaseName {
    pub name: String,
    pub namespace: String,
}

/// A resource that operations work on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Target {
    pub id: ResourceId,
    /// The version to talk to the cluster in; empty where the cluster's own choice will do.
    pub version: String,
    pub origin: Origin,
    /// It is a hook of the chart.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_hook: bool,
    /// What to send; none for what is deleted or only waited for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<Object>,
    /// `spec.replicas` if it is created.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replicas_on_creation: Option<u64>,
    /// The live object that was reviewed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource_version: Option<String>,
    /// Fields that a client-side tool wrote become ours first.
    #[serde(default)]
    pub takes_over: bool,
    pub tracking: Tracking,
    pub sensitive: Sensitive,
    /// It is deleted when its tracking fails.
    #[serde(default)]
    pub delete_if_failed: bool,
    /// What happens to that which it owns when it is deleted.
    pub propagation: Propagation,
}
