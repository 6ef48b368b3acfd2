//! The rules that annotations set for a resource. Plain data; `annotations` reads them.

use serde::{Deserialize, Serialize};

use crate::identity::ResourceId;
use crate::readiness::ReadinessConditions;
use crate::stage::Turn;

/// Everything that annotations and the kind decide about the deploy of a resource.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// `None` if dependencies by annotation order the resource instead.
    pub weight: Option<i64>,
    /// When it is deployed; a resource may have several turns in one deploy.
    pub turns: Vec<Turn>,
    /// `werf.io/ownership`.
    pub ownership: Ownership,
    /// `werf.io/delete-policy`, `helm.sh/hook-delete-policy`.
    pub delete_policy: DeletePolicy,
    /// `werf.io/resource-policy`, `helm.sh/resource-policy`.
    #[serde(rename = "wishes")]
    pub resource_policy: ResourcePolicy,
    /// `skeg.dev/data`: whether it holds data that a deploy cannot recreate; `None`: its kind decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds_data: Option<bool>,
    /// `None`: the deploy's setting.
    pub propagation: Option<Propagation>,
    /// `spec.replicas` when it is created.
    pub replicas_on_creation: Option<u64>,
    /// Written in annotations, and detected.
    pub deploy_dependencies: Vec<Dependency>,
    /// What must be gone before it is deleted.
    pub delete_dependencies: Vec<Dependency>,
    /// Resources outside the release that it waits for.
    pub external_dependencies: Vec<ExternalDependency>,
    /// How its readiness is tracked.
    pub tracking: Tracking,
    /// Its parts that must not be shown.
    pub sensitive: Sensitive,
    /// The group of resources of its chart that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The groups of its chart that it waits for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub group_dependencies: Vec<String>,
}

impl Rules {
    /// Removes the annotations that only ordered deploys use: groups, and conditions of readiness.
    pub fn without_order_annotations(&mut self) {
        self.group = None;
        self.group_dependencies = Vec::new();
        self.tracking.readiness = None;
    }
}

/// Who may change and delete a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ownership {
    /// Only the release: it carries the release's marks, and objects of others are not touched.
    Release,
    /// Everybody: it carries no marks, and several releases may have it.
    Anyone,
}

/// When the deploy that creates a resource deletes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DeletePolicy {
    /// After it succeeded.
    pub succeeded: bool,
    /// After it failed.
    pub failed: bool,
    /// Before every deploy that has it.
    pub before_creation: bool,
    /// Before a deploy that cannot change it in place.
    pub before_creation_if_immutable: bool,
}

/// What a deploy must not do to a resource: `werf.io/resource-policy` and `helm.sh/resource-policy`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ResourcePolicy {
    /// Never create it.
    pub skip_create: bool,
    /// Never change it.
    pub skip_update: bool,
    /// Never recreate it.
    pub skip_recreate: bool,
    /// Never delete it; `keep` means the same.
    pub skip_delete: bool,
}

/// How a deletion treats dependents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Propagation {
    /// Dependents are deleted first.
    Foreground,
    /// The garbage collector deletes dependents afterwards.
    Background,
    /// Dependents stay.
    Orphan,
}

/// The state of another resource to wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It exists.
    Present,
    /// It is ready.
    Ready,
    /// It does not exist.
    Absent,
}

/// Selects resources: every field that is set must match.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Matcher {
    /// Empty for the core group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The API version as written in the manifest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// `Deployment`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Its namespace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// `metadata.name`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl Matcher {
    /// Matches one resource.
    pub fn of(id: &ResourceId) -> Matcher {
        Matcher {
            group: Some(id.group.clone()),
            version: None,
            kind: Some(id.kind.clone()),
            namespace: id.namespace.clone(),
            name: Some(id.name.clone()),
        }
    }
}

/// A dependency on other resources of the release.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Dependency {
    /// The resources to wait for.
    pub on: Matcher,
    /// The state to wait for.
    pub state: State,
    /// Where the dependency comes from.
    pub why: Why,
}

/// The source of a dependency.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// This annotation. A warning is given if it matches nothing.
    Annotation(String),
    /// A field: `spec.template.spec.serviceAccountName`. Often matches nothing in the release.
    Detected(String),
}

/// A dependency on a resource outside the release.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ExternalDependency {
    /// The resource.
    pub id: ResourceId,
    /// The API version to use; empty for the cluster's preferred one.
    pub version: String,
    /// The annotation's key.
    pub annotation: String,
}

/// How readiness is tracked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tracking {
    /// `werf.io/track-termination-mode`.
    pub termination: Termination,
    /// `werf.io/fail-mode`.
    pub fail_mode: FailMode,
    /// `None`: the kind's default.
    pub failures_allowed_per_replica: Option<u32>,
    /// Milliseconds without any sign of progress after which tracking fails; `None`: the default.
    pub no_activity_timeout: Option<u64>,
    /// By container: milliseconds for which a failing readiness probe is ignored.
    pub ignore_readiness_probe: Vec<(String, u64)>,
    /// Which log lines are shown.
    pub logs: LogRules,
    /// Show the resource's Kubernetes events.
    pub show_service_messages: bool,
    /// Decide instead of the kind's rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub readiness: Option<ReadinessConditions>,
}

/// Whether the deploy waits for the resource.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Termination {
    /// Until the resource is ready.
    #[default]
    WaitUntilResourceReady,
    /// It is not waited for.
    NonBlocking,
}

/// What a failure of the resource means for the deploy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FailMode {
    /// The deploy fails at once.
    #[default]
    FailWholeDeployProcessImmediately,
    /// It may recover for as long as anything else is running.
    HopeUntilEndOfDeployProcess,
    /// The failure is reported and ignored.
    IgnoreAndContinueDeployProcess,
}

/// Which log lines are shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogRules {
    /// Show none.
    pub skip: bool,
    /// Not those of these containers.
    pub skip_for_containers: Vec<String>,
    /// Only those of these containers; empty for all.
    pub only_for_containers: Vec<String>,
    /// The number of pods whose logs are shown.
    pub replicas: u32,
    /// Show only lines that match.
    pub only: Option<String>,
    /// The same by container.
    pub only_by_container: Vec<(String, String)>,
    /// Hide lines that match.
    pub not: Option<String>,
    /// The same by container.
    pub not_by_container: Vec<(String, String)>,
}

impl Default for LogRules {
    fn default() -> LogRules {
        LogRules {
            skip: false,
            skip_for_containers: Vec::new(),
            only_for_containers: Vec::new(),
            replicas: 1,
            only: None,
            only_by_container: Vec::new(),
            not: None,
            not_by_container: Vec::new(),
        }
    }
}

/// The parts of an object that must not be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sensitive {
    /// Everything may be shown.
    #[default]
    Nothing,
    /// All of its content.
    Everything,
    /// These JSONPaths.
    Paths(Vec<String>),
}
