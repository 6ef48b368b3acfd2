//! What a frozen plan says of itself, and what it holds.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use skeg_resources::{DeployType, Propagation};

use crate::plan::Plan;

/// The part that can be read without a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Head {
    pub api_version: String,
    /// RFC 3339, UTC.
    pub timestamp: String,
    pub release: ReleaseRevision,
    pub deploy_type: DeployType,
    pub default_delete_propagation: Propagation,
    pub encrypted: bool,
    pub tool: Tool,
    pub cluster: ClusterIdentity,
}

/// The revision that the plan makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReleaseRevision {
    pub name: String,
    pub namespace: String,
    pub version: u64,
}

/// Who made the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    pub name: String,
    pub version: String,
}

/// The cluster that the plan is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClusterIdentity {
    /// The uid of the namespace kube-system, which every cluster has and none shares; empty where it may not be read.
    pub id: String,
    pub version: String,
}

/// What a frozen plan holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frozen {
    pub plan: Plan,
    /// The record of the revision, in the form in which it is stored; none for an uninstall.
    pub record: Option<Value>,
    /// Labels of the record, which are no part of it.
    pub record_labels: std::collections::BTreeMap<String, String>,
    /// What was wrong with manifests but not wrong enough.
    pub warnings: Vec<String>,
}
