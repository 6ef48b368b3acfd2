//! What a frozen plan says of itself.

use serde::{Deserialize, Serialize};
use skeg_resources::{DeployType, Propagation};

use super::cluster::ClusterIdentity;

/// The part that can be read without a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Head {
    pub api_version: String,
    /// RFC 3339, UTC.
    pub timestamp: String,
    pub release: ReleaseRevision,
    pub deploy_type: DeployType,
    /// What deletions do to dependents; none where each kind gets what it needs.
    pub default_delete_propagation: Option<Propagation>,
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
