//! The payload of a frozen plan: everything needed to show and execute it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use skeg_resources::ReleaseStatus;

use crate::adoption::Adoption;
use crate::freshness::Outdated;
use crate::plan::Plan;

/// The payload of a frozen plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frozen {
    /// The plan itself.
    pub plan: Plan,
    /// The record of the revision, as stored; `None` for an uninstall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<Value>,
    /// Labels of the object that holds the record.
    pub record_labels: BTreeMap<String, String>,
    /// Neither resources nor records would change.
    pub is_idle: bool,
    /// Why a revision is recorded even if no resource changes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub record_reasons: Vec<Outdated>,
    /// The last revision at the time of planning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<LastRevision>,
    /// For a rollback: the revision to roll back to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back_to: Option<u64>,
    /// The options that are not part of the graph.
    pub choices: Choices,
    /// Warnings about the manifests.
    pub warnings: Vec<String>,
    /// Texts of the plan to mask although no Secret in it contains them: a list, as JSON in base64.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub known_secrets: String,
}

/// The part of a revision that is shown with a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LastRevision {
    /// The revision's number.
    pub revision: u64,
    /// Its status.
    pub status: ReleaseStatus,
    /// The chart's name.
    pub chart: String,
    /// The chart's version.
    pub chart_version: String,
    /// RFC 3339.
    pub deployed: String,
}

/// Options of the plan that are not part of its graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choices {
    /// Where the release's records are.
    pub storage: Storage,
    /// Keep fields that were changed by hand.
    pub keep_manual_changes: bool,
    /// Create the release's namespace first.
    pub create_namespace: bool,
    /// Delete the namespace after an uninstall.
    pub delete_namespace: bool,
    /// All other options.
    #[serde(default)]
    pub options: PlanOptions,
}

/// Options that the plan was made with. Its graph reflects them already; they also apply to a rollback after a failure,
/// and to the time limits of tracking.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlanOptions {
    /// `--force-adoption`.
    pub force_adoption: bool,
    /// `--adopt`, `--adopt-from`.
    pub adoption: Adoption,
    /// `--recreate-immutable`.
    pub recreate_immutable: bool,
    /// `--prune-first`.
    pub prune_first: bool,
    /// `--no-prune`.
    pub no_prune: bool,
    /// `--prune-namespaces`.
    pub prune_namespaces: bool,
    /// `--prune-data`.
    pub prune_data: bool,
    /// `--no-final-tracking`.
    pub no_final_tracking: bool,
    /// Annotations put on resources and stored.
    pub annotations: BTreeMap<String, String>,
    /// Labels put on resources and stored.
    pub labels: BTreeMap<String, String>,
    /// Annotations put on resources only.
    pub runtime_annotations: BTreeMap<String, String>,
    /// Labels put on resources only.
    pub runtime_labels: BTreeMap<String, String>,
    /// Annotations in the record.
    pub release_info_annotations: BTreeMap<String, String>,
    /// Labels of the object that holds the record.
    pub release_labels: BTreeMap<String, String>,
    /// In milliseconds, as are the next two; `None` if not set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub readiness_timeout: Option<u64>,
    /// How long resources may take to appear.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub creation_timeout: Option<u64>,
    /// How long resources may take to be gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deletion_timeout: Option<u64>,
    /// How many records to keep; `None` if not set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history_limit: Option<usize>,
}

/// What records are stored in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Storage {
    /// Secrets, as Helm's default.
    Secret,
    /// ConfigMaps.
    ConfigMap,
}
