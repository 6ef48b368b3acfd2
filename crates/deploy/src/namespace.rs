//! Deleting a namespace together with its release: whether that is allowed, and what else would be deleted.
//!
//! Resources to keep and resources of other releases are never deleted along the way: the uninstall is refused before
//! anything is written, and checked again before the namespace is deleted. Everything else in it is listed.

mod pruned;
mod scan;

use std::collections::{BTreeMap, BTreeSet};

use skeg_cluster::{Cluster, Error as ClusterError};
use skeg_plan::{Action, Event, KeepReason, Plan, ReleaseName};
use skeg_resources::{Object, Owner, ReleaseStatus, ResourceId, owner};
use skeg_track::Notice;

use crate::error::Error;
use crate::world::World;

pub(crate) use pruned::occupied;
use scan::{Scanned, record_of, scan};

/// How many objects are listed by name.
const NAMED: usize = 10;

/// Contents of a namespace that an uninstall does not delete by itself.
#[derive(Default)]
struct Contents {
    /// Objects that must not be deleted, with the reason.
    held: BTreeSet<String>,
    /// Other releases that are deployed or pending there, with their status.
    releases: BTreeMap<String, String>,
    /// Everything else that would be deleted.
    others: BTreeSet<ResourceId>,
    /// Kinds that could not be listed.
    unread: BTreeSet<String>,
}

/// Refuses an uninstall whose namespace must not be deleted. The warnings list what else would be deleted.
pub(crate) async fn examine(cluster: &Cluster, plan: &Plan) -> Result<Vec<String>, Error> {
    let namespace = &plan.release.namespace;
    let contents = contents(cluster, plan).await?;
    let mut held = contents.held(plan);
    match cluster.dry_run_delete(&ResourceId::new("", "Namespace", None, namespace), "v1").await {
        // It is already being deleted.
        Err(error) if error.is_conflict() => {}
        Err(ClusterError::Refused(status)) if held.is_empty() => {
            return Err(Error::NamespaceRefused { name: namespace.clone(), why: status.message.clone() });
        }
        Err(ClusterError::Refused(status)) => held.push(format!("Namespace/{namespace} itself: {}", status.message)),
        tried => tried?,
    }
    match held.is_empty() {
        true => Ok(contents.warnings(namespace)),
        false => Err(Error::NamespaceHeld { namespace: namespace.clone(), held, is_uninstalled: false }),
    }
}

/// Deletes the namespace of an uninstalled release and waits until it is gone, unless it now holds something to keep.
pub(crate) async fn delete(world: &World, plan: &Plan) -> Result<(), Error> {
    let name = &plan.release.namespace;
    let looking = contents(&world.cluster, plan);
    let looked = world.unless_stopped("looking at what else is in the namespace", looking).await;
    let held = looked.map_err(|error| stays(error, name, "its deletion has not started"))?.held(plan);
    if !held.is_empty() {
        return Err(Error::NamespaceHeld { namespace: name.clone(), held, is_uninstalled: true });
    }
    let id = ResourceId::new("", "Namespace", None, name);
    (world.events)(Event::Waiting { text: format!("deleting namespace {name}") });
    let options = skeg_cluster::Delete { propagation: skeg_resources::Propagation::Foreground, uid: None };
    let deleting = async { Ok(world.cluster.delete(&id, "v1", &options).await?) };
    let deleted = world.unless_stopped("deleting the namespace", deleting).await;
    deleted.map_err(|error| stays(error, name, "the API server did not confirm its deletion"))?;
    let tracker = skeg_track::Tracker::new(world.cluster.clone(), skeg_track::Options::default());
    let target = skeg_track::TrackTarget { id, version: "v1".to_string(), tracking: None, object: None };
    let mut waits = "it to go".to_string();
    let on_notice = |notice| {
        if let Notice::Progress(progress) = notice {
            waits = progress.waits;
        }
    };
    let waiting =
        async { tracker.absent(&target, on_notice).await.map_err(|failure| Error::Other(failure.to_string())) };
    let waited = world.unless_stopped("waiting until the namespace is gone", waiting).await;
    waited.map_err(|error| stays(error, name, &waits))
}

/// Stopped after the release was uninstalled: the error must say that something was changed.
fn stays(error: Error, name: &str, why: &str) -> Error {
    let is_interrupted = matches!(error, Error::Stopped);
    match error {
        Error::Stopped | Error::TimedOut { .. } => {
            Error::NamespaceStays { name: name.to_string(), why: why.to_string(), is_interrupted }
        }
        error => error,
    }
}

async fn contents(cluster: &Cluster, plan: &Plan) -> Result<Contents, Error> {
    let Scanned { objects, unread } = scan(cluster, &plan.release.namespace, &deleted(plan).collect()).await?;
    let mut contents = Contents { unread, ..Contents::default() };
    objects.into_iter().for_each(|(id, object)| contents.take(id, &object, &plan.release));
    Ok(contents)
}

/// Everything that a plan deletes.
fn deleted(plan: &Plan) -> impl Iterator<Item = &ResourceId> {
    let deletes = plan.operations.iter().filter(|operation| matches!(operation.action, Action::Delete { .. }));
    deletes.filter_map(|operation| Some(&plan.targets.get(operation.action.target()?)?.id))
}

impl Contents {
    fn take(&mut self, id: ResourceId, object: &Object, release: &ReleaseName) {
        let namespace = &release.namespace;
        if let Some((name, status)) = record_of(object) {
            match ReleaseStatus::from_name(status) {
                _ if name == release.name => {}
                ReleaseStatus::Superseded | ReleaseStatus::Uninstalled => drop(self.others.insert(id)),
                _ => drop(self.releases.insert(name.to_string(), status.to_string())),
            }
        } else if skeg_plan::is_kept(object) {
            self.held.insert(format!("{id}: its resource policy keeps it"));
        } else if let Owner::Other { name: Some(name), .. } = owner(object, &release.name, namespace) {
            self.held.insert(format!("{id}: it belongs to release {name:?}"));
        } else {
            self.others.insert(id);
        }
    }

    /// What keeps the namespace, one line each.
    fn held(&self, plan: &Plan) -> Vec<String> {
        let home = Some(&plan.release.namespace);
        let is_held = |why: &KeepReason| matches!(why, KeepReason::Policy | KeepReason::Release(_));
        let kept = plan.kept.iter().filter(|kept| kept.id.namespace.as_ref() == home && is_held(&kept.why));
        let mut held = self.held.clone();
        held.extend(kept.map(|kept| format!("{}: {}", kept.id, kept.reason())));
        let releases = self.releases.iter().map(|(name, status)| format!("release {name:?}, which is {status}"));
        held.into_iter().chain(releases).collect()
    }

    fn warnings(&self, namespace: &str) -> Vec<String> {
        let mut warnings = Vec::new();
        if !self.others.is_empty() {
            let name = |id: &ResourceId| match id.is_kind("", "PersistentVolumeClaim") {
                true => format!("{id} (with its data)"),
                false => id.to_string(),
            };
            let count = match self.others.len() {
                1 => "1 more object".to_string(),
                several => format!("{several} more objects"),
            };
            let names = first(self.others.iter().map(name));
            warnings.push(format!("deleting namespace {namespace} deletes {count}: {names}"));
        }
        if !self.unread.is_empty() {
            let kinds = first(self.unread.iter().cloned());
            warnings.push(format!("not everything in namespace {namespace} is known: cannot list {kinds}"));
        }
        warnings
    }
}

/// The first of several names.
fn first(names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(NAMED);
    let named = names.take(NAMED).collect::<Vec<_>>().join(", ");
    if more > 0 { format!("{named} and {more} more") } else { named }
}
