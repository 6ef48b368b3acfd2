//! The readable head of a frozen plan.

use serde::{Deserialize, Serialize};
use skeg_resources::{DeployType, Propagation};

use super::cluster::ClusterIdentity;

/// The part that can be read without a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Head {
    /// [`super::API_VERSION`].
    pub api_version: String,
    /// RFC 3339, UTC.
    pub timestamp: String,
    /// The release and the revision that the plan creates.
    pub release: ReleaseRevision,
    /// What the plan does.
    pub deploy_type: DeployType,
    /// How deletions treat dependents; `None` for the default of each kind.
    pub default_delete_propagation: Option<Propagation>,
    /// Whether the payload is encrypted.
    pub encrypted: bool,
    /// The program that made it.
    pub tool: Tool,
    /// The cluster it was made for.
    pub cluster: ClusterIdentity,
}

/// The revision that the plan creates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReleaseRevision {
    /// The release's name.
    pub name: String,
    /// The release's namespace.
    pub namespace: String,
    /// The revision's number.
    pub version: u64,
}

/// The program that made the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// `skeg`.
    pub name: String,
    /// Its version.
    pub version: String,
}
