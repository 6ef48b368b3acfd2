//! Choices that every command which changes a release has.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use skeg_cluster::lock::LockOptions;
use skeg_plan::{Policy, ReleaseName};

/// Choices that every command which changes a release has.
#[derive(Clone, Debug)]
pub struct DeployOptions {
    /// Which release. An empty namespace stands for that of the cluster's context.
    pub release: ReleaseName,
    /// What the plan may do.
    pub policy: Policy,
    /// What is added to resources and records.
    pub metadata: Metadata,
    /// How many records are kept; zero for all.
    pub history_limit: usize,
    /// How long the whole command may take; none for no limit. An automatic rollback may take as long again.
    pub timeout: Option<Duration>,
    /// When the command began.
    pub begun: Instant,
    /// How many writes at once.
    pub parallelism: usize,
    /// How readiness is waited for.
    pub tracking: skeg_track::Options,
    /// A failed deploy goes back to what was deployed before.
    pub auto_rollback: bool,
    /// The namespace of the release is created where it is missing.
    pub create_namespace: bool,
    /// How long to wait for another deploy of the same release; none for no limit.
    pub lock_timeout: Option<Duration>,
    /// Who deploys, for others who wait.
    pub lock_holder: LockOptions,
}

impl DeployOptions {
    /// Helm's ways, for a release. An empty namespace stands for that of the cluster's context.
    pub fn new(release: ReleaseName) -> DeployOptions {
        DeployOptions {
            release,
            policy: Policy::default(),
            metadata: Metadata::default(),
            history_limit: 10,
            timeout: None,
            begun: Instant::now(),
            parallelism: 30,
            tracking: skeg_track::Options::default(),
            auto_rollback: false,
            create_namespace: true,
            lock_timeout: None,
            lock_holder: LockOptions::default(),
        }
    }
}

/// What is added to resources and records.
#[derive(Clone, Debug, Default)]
pub struct Metadata {
    /// On resources, and stored.
    pub annotations: BTreeMap<String, String>,
    /// On resources, and stored.
    pub labels: BTreeMap<String, String>,
    /// On resources only.
    pub runtime_annotations: BTreeMap<String, String>,
    /// On resources only.
    pub runtime_labels: BTreeMap<String, String>,
    /// In the record.
    pub release_annotations: BTreeMap<String, String>,
    /// On the record.
    pub release_labels: BTreeMap<String, String>,
}
