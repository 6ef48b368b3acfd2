//! What the annotations of a resource wish, once read. Plain data; reading them is the matter of `annotations`.

use serde::{Deserialize, Serialize};

use crate::identity::ResourceId;
use crate::stage::Turn;

/// All that the annotations of a resource, and its kind, decide about its deploy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// None where manual dependencies order the resource instead.
    pub weight: Option<i64>,
    /// When it is deployed; a resource may have several turns in one deploy.
    pub turns: Vec<Turn>,
    pub ownership: Ownership,
    pub delete_policy: DeletePolicy,
    pub wishes: Wishes,
    /// None: as the deploy says.
    pub propagation: Option<Propagation>,
    /// `spec.replicas` when it is created.
    pub replicas_on_creation: Option<u64>,
    /// Written in annotations and detected ones.
    pub deploy_dependencies: Vec<Dependency>,
    /// What must be gone before this is deleted.
    pub delete_dependencies: Vec<Dependency>,
    pub external_dependencies: Vec<ExternalDependency>,
    pub tracking: Tracking,
    pub sensitive: Sensitive,
}

/// Who may change and delete a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ownership {
    /// Carries the release's marks; nobody else's object is touched.
    Release,
    Anyone,
}

/// When a resource is deleted by the deploy that makes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DeletePolicy {
    pub succeeded: bool,
    pub failed: bool,
    pub before_creation: bool,
    pub before_creation_if_immutable: bool,
}

/// `werf.io/resource-policy` and `helm.sh/resource-policy`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Wishes {
    pub skip_create: bool,
    pub skip_update: bool,
    pub skip_recreate: bool,
    /// `keep`.
    pub skip_delete: bool,
}

/// What happens to that which a deleted object owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Propagation {
    Foreground,
    Background,
    Orphan,
}

/// What state of another resource is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    Present,
    Ready,
    Absent,
}

/// Which resources a dependency means: all that is given must match.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Matcher {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl Matcher {
    /// One resource, by who it is.
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

/// This resource waits for others of the release.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Dependency {
    pub on: Matcher,
    pub state: State,
    pub why: Why,
}

/// Where a dependency comes from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// Written in this annotation. One that matches nothing is worth a warning.
    Annotation(String),
    /// Read from a field: `spec.template.spec.serviceAccountName`. One that matches nothing is usual.
    Detected(String),
}

/// This resource waits for one that is not of the release.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ExternalDependency {
    pub id: ResourceId,
    /// The version to ask for; empty where the cluster's own choice will do.
    pub version: String,
    pub annotation: String,
}

/// How readiness is waited for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tracking {
    pub termination: Termination,
    pub fail_mode: FailMode,
    /// None: the kind's default.
    pub failures_allowed_per_replica: Option<u32>,
    /// Milliseconds without any sign of life after which tracking fails; none: the default.
    pub no_activity_timeout: Option<u64>,
    /// Milliseconds by container for which a failing readiness probe counts for nothing.
    pub ignore_readiness_probe: Vec<(String, u64)>,
    pub logs: LogRules,
    /// Events of the resource are shown.
    pub show_service_messages: bool,
}

/// Whether the deploy waits for the resource.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Termination {
    #[default]
    WaitUntilResourceReady,
    NonBlocking,
}

/// What a failed resource means for the deploy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FailMode {
    #[default]
    FailWholeDeployProcessImmediately,
    HopeUntilEndOfDeployProcess,
    IgnoreAndContinueDeployProcess,
}

/// Which lines of which logs are shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogRules {
    pub skip: bool,
    pub skip_for_containers: Vec<String>,
    pub only_for_containers: Vec<String>,
    /// Of how many pods.
    pub replicas: u32,
    /// Only lines that match.
    pub only: Option<String>,
    pub only_by_container: Vec<(String, String)>,
    /// Not the lines that match.
    pub not: Option<String>,
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

/// What of the object must not be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sensitive {
    #[default]
    Nothing,
    /// All of its content.
    Everything,
    /// These JSONPaths.
    Paths(Vec<String>),
}
