//! Why a use case could not be carried out. A deploy that ran and failed is no error but an outcome.

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
    /// The cluster cannot be reached, or refused something.
    #[error(transparent)]
    Cluster(#[from] skeg_cluster::Error),
    /// A record cannot be read or written.
    #[error(transparent)]
    Store(skeg_release_store::Error),
    /// The chart cannot be had.
    #[error(transparent)]
    Chart(#[from] SourceError),
    /// Something is encrypted, and there is no key for it.
    #[error(transparent)]
    SecretKey(#[from] KeyError),
    /// The renderer's own text.
    #[error("{0}")]
    Render(Box<skeg_render::Error>),
    /// Manifests that are no resources, or say what cannot be.
    #[error(transparent)]
    Resources(Box<skeg_resources::Error>),
    /// What is wanted cannot be planned.
    #[error(transparent)]
    Plan(Box<skeg_plan::Error>),
    /// What the API server would refuse.
    #[error("{}", lines(.0))]
    Faulty(Vec<RefusedObject>),
    /// Several reasons at once why a plan must not be executed; each is one of the two above.
    #[error("{}", lines(.0))]
    Several(Vec<Error>),
    /// What the user may not do of that which the plan does.
    #[error("some rights are missing\n{}", indented(&.0.iter().map(ToString::to_string).collect::<Vec<_>>()))]
    MissingRights(Vec<MissingRights>),
    /// There is no such release.
    #[error("release {:?} not found in namespace {:?}", release.name, release.namespace)]
    NoRelease {
        /// What was asked for.
        release: ReleaseName,
        /// Namespaces that have a release of that name, as far as one may look.
        elsewhere: Vec<String>,
    },
    /// There is the release, and no such revision of it.
    #[error("release {:?} in namespace {:?} has no revision {revision}", release.name, release.namespace)]
    NoRevision {
        /// Which release.
        release: ReleaseName,
        /// What was asked for.
        revision: u64,
        /// What is on record.
        known: Vec<u64>,
    },
    /// No good revision came before the present one.
    #[error("release {:?} in namespace {:?} has no earlier revision to roll back to", .0.name, .0.namespace)]
    NothingToRollBackTo(ReleaseName),
    /// The namespace is missing, and must not be made.
    #[error("namespace {0:?} does not exist")]
    NoNamespace(String),
    /// Nothing can be created in the namespace any more.
    #[error("namespace {name:?} is being deleted{}", what_holds(.held_by))]
    NamespaceTerminating {
        /// Which namespace.
        name: String,
        /// What keeps it from going, where that is known.
        held_by: Option<String>,
    },
    /// The release is gone, its namespace not yet.
    #[error("the release is uninstalled, but namespace {name:?} is still there: {why}")]
    NamespaceStays {
        /// Which namespace.
        name: String,
        /// What keeps it.
        why: String,
        /// Somebody asked to stop while it was waited for.
        is_interrupted: bool,
    },
    /// What is in a namespace that was to be deleted, and must stay.
    #[error("namespace {namespace:?} is not deleted: it holds resources that must stay\n{}", indented(held))]
    NamespaceHeld {
        /// Which namespace.
        namespace: String,
        /// What must stay, and why.
        held: Vec<String>,
        /// The release is gone already.
        is_uninstalled: bool,
    },
    /// The API server would not delete a namespace that was to be deleted.
    #[error("namespace {name:?} cannot be deleted: {why}")]
    NamespaceRefused {
        /// Which namespace.
        name: String,
        /// The API server's words.
        why: String,
    },
    /// A file is no plan, or one that must not be executed.
    #[error(transparent)]
    Artifact(#[from] skeg_plan::artifact::ArtifactError),
    /// The plan is not for this cluster, or may not be.
    #[error(transparent)]
    OtherCluster(#[from] skeg_plan::artifact::ClusterDoubt),
    /// Nothing tells which cluster it is.
    #[error(
        "the plan cannot be kept: nothing would tell which cluster it is for. Namespaces kube-system, default and \
         {namespace} may not be read, and the API server's certificate is not checked"
    )]
    NamelessCluster {
        /// The release's namespace.
        namespace: String,
    },
    /// Another deploy came in between.
    #[error("{}", other_revision(*planned, *last, *is_uninstall))]
    OtherRevision {
        /// The revision that the plan makes, or takes away.
        planned: u64,
        /// The last one on record; zero for none.
        last: u64,
        /// The plan uninstalls.
        is_uninstall: bool,
    },
    /// The plan was executed to its end before.
    #[error("the plan has been executed already, as revision {revision}")]
    PlanExecuted {
        /// The revision that it made.
        revision: u64,
    },
    /// Objects changed since the plan was made.
    #[error("the cluster is no longer what was reviewed\n{}", lines(.found))]
    Drift {
        /// What changed.
        found: Vec<skeg_plan::Drift>,
        /// The plan was begun before.
        is_resumed: bool,
    },
    /// Somebody who takes no lock works on the release, such as Helm.
    #[error("{0}")]
    UnderWay(Box<UnderWay>),
    /// Somebody asked to stop.
    #[error("stopped before anything was changed")]
    Stopped,
    /// The time was over before anything was changed.
    #[error("--timeout {} expired while {doing}", shown(*limit))]
    TimedOut {
        /// How much time there was.
        limit: Duration,
        /// What was being done.
        doing: String,
        /// Another deploy of the release was waited for.
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
        false => format!("the plan makes revision {planned}, and {stands}"),
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

/// `namespace a`, `namespaces a, b`; of many the first.
pub fn in_namespaces(names: &[String]) -> String {
    const MOST: usize = 5;
    let shown = names.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len() {
        1 => format!("namespace {shown}"),
        2..=MOST => format!("namespaces {shown}"),
        many => format!("namespaces {shown} and {} more", many - MOST),
    }
}

/// A cluster out of reach is that, whoever noticed it.
impl From<skeg_release_store::Error> for Error {
    fn from(error: skeg_release_store::Error) -> Error {
        match error {
            skeg_release_store::Error::Cluster(error) => Error::Cluster(error),
            error => Error::Store(error),
        }
    }
}

impl Error {
    /// Why a plan must not be executed: by itself, and by what the API server would refuse.
    pub(crate) fn refusals(blocked: &[skeg_plan::Error], faulty: &[RefusedObject]) -> Option<Error> {
        let mut all: Vec<Error> = blocked.iter().map(|error| Error::Plan(Box::new(error.clone()))).collect();
        if !faulty.is_empty() {
            all.push(Error::Faulty(faulty.to_vec()));
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
