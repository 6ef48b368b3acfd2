//! Options of every command that changes a release.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use skeg_cluster::lock::LockOptions;
use skeg_plan::{Policy, ReleaseName};

/// Options of every command that changes a release.
#[derive(Clone, Debug)]
pub struct DeployOptions {
    /// The release. An empty namespace means that of the cluster's context.
    pub release: ReleaseName,
    /// What the plan may do.
    pub policy: Policy,
    /// Labels and annotations added to resources and records.
    pub metadata: Metadata,
    /// How many records to keep; zero keeps all.
    pub history_limit: usize,
    /// Time limit of the whole command; `None` for no limit. An automatic rollback gets the same limit again.
    pub timeout: Option<Duration>,
    /// When the command began: its timeout and how long it took are counted from here.
    pub begun: Instant,
    /// How many writes may run at once.
    pub parallelism: usize,
    /// How readiness is tracked.
    pub tracking: skeg_track::Options,
    /// Subcharts and resource groups are deployed in the order that charts declare.
    pub ordered: bool,
    /// Roll back to the last deployed revision if the deploy fails.
    pub auto_rollback: bool,
    /// Create the release's namespace if it is missing.
    pub create_namespace: bool,
    /// How long to wait for another deploy of the same release; none for no limit.
    pub lock_timeout: Option<Duration>,
    /// Who deploys, shown to others who wait for the lock.
    pub lock_holder: LockOptions,
}

impl DeployOptions {
    /// Helm's defaults for a release. An empty namespace means that of the cluster's context.
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
            ordered: false,
            auto_rollback: false,
            create_namespace: true,
            lock_timeout: None,
            lock_holder: LockOptions::default(),
        }
    }
}

/// Labels and annotations added to resources and records.
#[derive(Clone, Debug, Default)]
pub struct Metadata {
    /// Put on resources, and stored in the record.
    pub annotations: BTreeMap<String, String>,
    /// Put on resources, and stored in the record.
    pub labels: BTreeMap<String, String>,
    /// Put on resources only.
    pub runtime_annotations: BTreeMap<String, String>,
    /// Put on resources only.
    pub runtime_labels: BTreeMap<String, String>,
    /// Stored in the record itself.
    pub release_annotations: BTreeMap<String, String>,
    /// Put on the object that holds the record.
    pub release_labels: BTreeMap<String, String>,
}
