//! Why a use case was refused. A deploy that ran and failed is an outcome, not an error.

use std::time::Duration;

use skeg_plan::ReleaseName;

use crate::chart_source::SourceError;
use crate::rights::MissingRights;
use crate::secret_key::KeyError;
use crate::under_way::UnderWay;
use crate::validate::RefusedObject;

/// Why a use case ended before it changed anything.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The cluster cannot be reached, or refused a request.
    #[error(transparent)]
    Cluster(#[from] skeg_cluster::Error),
    /// A record cannot be read or written.
    #[error(transparent)]
    Store(skeg_release_store::Error),
    /// The order that the chart declares cannot be followed.
    #[error("{0}\n  Nothing was changed.")]
    Order(skeg_sequence::Errors),
    /// The chart cannot be fetched.
    #[error(transparent)]
    Chart(#[from] SourceError),
    /// Something is encrypted, and there is no key.
    #[error(transparent)]
    SecretKey(#[from] KeyError),
    /// Rendering failed; the text is the renderer's.
    #[error("{0}")]
    Render(Box<skeg_render::Error>),
    /// Manifests that are not valid resources.
    #[error(transparent)]
    Resources(Box<skeg_resources::Error>),
    /// The resources cannot be planned.
    #[error(transparent)]
    Plan(Box<skeg_plan::Error>),
    /// Objects that the API server would refuse.
    #[error("{}", lines(.0))]
    Refused(Vec<RefusedObject>),
    /// Several reasons at once why a plan must not be executed; each is [`Error::Plan`] or [`Error::Refused`].
    #[error("{}", lines(.0))]
    Several(Vec<Error>),
    /// Rights that the plan needs and the user does not have.
    #[error("some rights are missing\n{}", indented(&.0.iter().map(ToString::to_string).collect::<Vec<_>>()))]
    MissingRights(Vec<MissingRights>),
    /// The release's inventory, its only record, cannot be read.
    #[error("{0}")]
    InventoryDamaged(String),
    /// Manifests are to be applied as a release that a chart was installed as.
    #[error("release {:?} in namespace {:?} is a chart's", .0.name, .0.namespace)]
    OfChart(ReleaseName),
    /// A chart is to be installed, or a revision is wanted, of a release that was applied from plain manifests.
    #[error("release {:?} in namespace {:?} was applied from plain manifests, which are not recorded", .0.name, .0.namespace)]
    OfManifests(ReleaseName),
    /// A file of manifests cannot be read.
    #[error("reading manifests: {0}")]
    ManifestFile(String),
    /// Manifests contain no objects, and there is nothing to delete.
    #[error("the manifests contain no object")]
    NoManifests,
    /// A folder contains no manifests.
    #[error("reading manifests: {0:?} contains no file that ends in .yaml, .yml or .json")]
    NoManifestFiles(String),
    /// There is no such release.
    #[error("release {:?} not found in namespace {:?}", release.name, release.namespace)]
    NoRelease {
        /// The release that was asked for.
        release: ReleaseName,
        /// Namespaces that do have a release of that name, as far as the user may list them.
        elsewhere: Vec<String>,
        /// A release of this namespace with a similar name.
        meant: Option<String>,
    },
    /// There are revisions, and none of them is deployed.
    #[error("no revision of release {:?} in namespace {:?} is deployed", .0.name, .0.namespace)]
    NothingDeployed(ReleaseName),
    /// Resources that cannot be moved to another release; why.
    #[error("{}", lines(.0))]
    MoveRefused(Vec<String>),
    /// Nothing lists what belongs to the release.
    #[error("release {:?} in namespace {:?} has no inventory", .0.name, .0.namespace)]
    NoInventory(ReleaseName),
    /// The release exists, but not this revision.
    #[error("release {:?} in namespace {:?} has no revision {revision}", release.name, release.namespace)]
    NoRevision {
        /// Which release.
        release: ReleaseName,
        /// The revision that was asked for.
        revision: u64,
        /// Revisions on record.
        known: Vec<u64>,
    },
    /// No earlier revision was deployed successfully.
    #[error("release {:?} in namespace {:?} has no earlier revision to roll back to", .0.name, .0.namespace)]
    NothingToRollBackTo(ReleaseName),
    /// The namespace is missing, and creating it is not allowed.
    #[error("namespace {0:?} does not exist")]
    NoNamespace(String),
    /// The namespace is being deleted, so nothing can be created in it.
    #[error("namespace {name:?} is being deleted{}", what_holds(.held_by))]
    NamespaceTerminating {
        /// Which namespace.
        name: String,
        /// What blocks the deletion, if known.
        held_by: Option<String>,
    },
    /// The release is uninstalled, but its namespace is still there.
    #[error("the release is uninstalled, but namespace {name:?} is still there: {why}")]
    NamespaceStays {
        /// Which namespace.
        name: String,
        /// What blocks the deletion.
        why: String,
        /// The user interrupted the wait.
        is_interrupted: bool,
    },
    /// The namespace holds something that must not be deleted with it.
    #[error("namespace {namespace:?} is not deleted: it holds resources that must stay\n{}", indented(held))]
    NamespaceHeld {
        /// Which namespace.
        namespace: String,
        /// What must stay, and why.
        held: Vec<String>,
        /// The release is uninstalled already.
        is_uninstalled: bool,
    },
    /// The API server refuses to delete the namespace.
    #[error("namespace {name:?} cannot be deleted: {why}")]
    NamespaceRefused {
        /// Which namespace.
        name: String,
        /// The API server's words.
        why: String,
    },
    /// The file is not a frozen plan, or one that must not be executed.
    #[error(transparent)]
    Artifact(#[from] skeg_plan::artifact::ArtifactError),
    /// The plan was made for another cluster, or may have been.
    #[error(transparent)]
    OtherCluster(#[from] skeg_plan::artifact::ClusterDoubt),
    /// Nothing identifies the cluster.
    #[error(
        "the plan cannot be saved: nothing identifies the cluster. Namespaces kube-system, default and {namespace} \
         may not be read, and the API server's certificate is not verified"
    )]
    NamelessCluster {
        /// The release's namespace.
        namespace: String,
    },
    /// Another deploy happened after the plan was made.
    #[error("{}", other_revision(*planned, *last, *is_uninstall))]
    OtherRevision {
        /// The revision that the plan creates or deletes.
        planned: u64,
        /// The last one on record; zero for none.
        last: u64,
        /// The plan uninstalls.
        is_uninstall: bool,
    },
    /// The plan was already executed.
    #[error("the plan has been executed already, as revision {revision}")]
    PlanExecuted {
        /// The revision that it created.
        revision: u64,
    },
    /// Objects changed since the plan was made.
    #[error("the cluster is no longer what was reviewed\n{}", lines(.found))]
    Drift {
        /// What changed.
        found: Vec<skeg_plan::Drift>,
        /// The plan was partly executed before.
        is_resumed: bool,
    },
    /// A tool that takes no lock, such as Helm, is changing the release.
    #[error("{0}")]
    UnderWay(Box<UnderWay>),
    /// The user asked to stop.
    #[error("stopped before anything was changed")]
    Stopped,
    /// The timeout passed before anything was changed.
    #[error("--timeout {} expired while {doing}", shown(*limit))]
    TimedOut {
        /// The timeout.
        limit: Duration,
        /// What was being done: completes "--timeout 5m expired while …".
        doing: String,
        /// It was waiting for another deploy of the release.
        is_waiting: bool,
    },
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

fn other_revision(planned: u64, last: u64, is_uninstall: bool) -> String {
    let stands = match last {
        0 => "the release has no records".to_string(),
        last => format!("the last one is now {last}"),
    };
    match is_uninstall {
        true => format!("the plan uninstalls revision {planned}, and {stands}"),
        false => format!("the plan creates revision {planned}, and {stands}"),
    }
}

fn indented(items: &[String]) -> String {
    items.iter().map(|item| format!("  {item}")).collect::<Vec<_>>().join("\n")
}

fn what_holds(held_by: &Option<String>) -> String {
    held_by.as_ref().map(|why| format!("\n  what holds it: {why}")).unwrap_or_default()
}

/// As people write it: `90s`, `500ms`.
fn shown(limit: Duration) -> String {
    match limit.subsec_millis() {
        0 => format!("{}s", limit.as_secs()),
        _ => format!("{}ms", limit.as_millis()),
    }
}

fn lines(items: &[impl std::fmt::Display]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// `namespace a`, `namespaces a, b`; the first few if there are many.
pub fn in_namespaces(names: &[String]) -> String {
    const MOST: usize = 5;
    let shown = names.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len() {
        1 => format!("namespace {shown}"),
        2..=MOST => format!("namespaces {shown}"),
        many => format!("namespaces {shown} and {} more", many - MOST),
    }
}

/// An unreachable cluster is reported as such, even if the store noticed it.
impl From<skeg_release_store::Error> for Error {
    fn from(error: skeg_release_store::Error) -> Error {
        match error {
            skeg_release_store::Error::Cluster(error) => Error::Cluster(error),
            error => Error::Store(error),
        }
    }
}

impl Error {
    /// Why a plan must not be executed: obstacles found while planning, and objects the API server would refuse.
    pub(crate) fn refusals(blocked: &[skeg_plan::Error], faulty: &[RefusedObject]) -> Option<Error> {
        let mut all: Vec<Error> = blocked.iter().map(|error| Error::Plan(Box::new(error.clone()))).collect();
        if !faulty.is_empty() {
            all.push(Error::Refused(faulty.to_vec()));
        }
        if all.len() > 1 { Some(Error::Several(all)) } else { all.pop() }
    }
}

impl From<skeg_plan::Error> for Error {
    fn from(error: skeg_plan::Error) -> Error {
        Error::Plan(Box::new(error))
    }
}

impl From<skeg_resources::Error> for Error {
    fn from(error: skeg_resources::Error) -> Error {
        Error::Resources(Box::new(error))
    }
}

impl From<skeg_render::Error> for Error {
    fn from(error: skeg_render::Error) -> Error {
        Error::Render(Box::new(error))
    }
}
