//! What a frozen plan holds: all that is needed to show it and to carry it out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use skeg_resources::ReleaseStatus;

use crate::freshness::Outdated;
use crate::plan::Plan;

/// What a frozen plan holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frozen {
    pub plan: Plan,
    /// The record of the revision, in the form in which it is stored; none for an uninstall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<Value>,
    /// Labels of the record, which are no part of it.
    pub record_labels: BTreeMap<String, String>,
    /// Neither resources nor records would change.
    pub is_idle: bool,
    /// Why a revision is recorded even where no resource changes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub record_reasons: Vec<Outdated>,
    /// The last revision when the plan was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<LastRevision>,
    /// For a rollback: the revision that is deployed again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back_to: Option<u64>,
    pub choices: Choices,
    /// What was wrong with manifests but not wrong enough.
    pub warnings: Vec<String>,
    /// Texts of the plan that are to be hidden though no Secret in it tells so: a list, as JSON in base64.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub known_secrets: String,
}

/// A revision, as much of it as is shown with a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LastRevision {
    pub revision: u64,
    pub status: ReleaseStatus,
    pub chart: String,
    pub chart_version: String,
    /// RFC 3339.
    pub deployed: String,
}

/// Choices that were made with the plan and are not part of its graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choices {
    pub storage: Storage,
    /// Fields that were changed by hand are left.
    pub keep_manual_changes: bool,
    /// The namespace of the release is created first.
    pub create_namespace: bool,
    /// After an uninstall the namespace goes too.
    pub delete_namespace: bool,
    /// What else was chosen.
    #[serde(default)]
    pub options: PlanOptions,
}

/// Options that the plan was made with. Its own graph is shaped by them already; a rollback after its failure is planned
/// with the same, and what is waited for has the same limits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlanOptions {
    pub force_adoption: bool,
    pub recreate_immutable: bool,
    pub prune_first: bool,
    pub no_final_tracking: bool,
    pub annotations: BTreeMap<String, String>,
    pub labels: BTreeMap<String, String>,
    pub runtime_annotations: BTreeMap<String, String>,
    pub runtime_labels: BTreeMap<String, String>,
    pub release_info_annotations: BTreeMap<String, String>,
    pub release_labels: BTreeMap<String, String>,
    /// In milliseconds, as are the next two; absent where none was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub readiness_timeout: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub creation_timeout: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deletion_timeout: Option<u64>,
    /// How many records are kept; absent where none was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history_limit: Option<usize>,
}

/// What records are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Storage {
    Secret,
    ConfigMap,
}
