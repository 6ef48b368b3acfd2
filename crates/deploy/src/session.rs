//! Holds a release while it is changed: the namespace exists, the lock is taken, writes are fenced.

use std::time::{Duration, Instant};

use serde_json::json;
use skeg_cluster::lock::{Held, Holder, Lock, LockOptions};
use skeg_cluster::{Cluster, Fence};
use skeg_plan::Event;
use skeg_release_store::check_name;
use skeg_resources::{Object, ResourceId};

use crate::deploy_options::DeployOptions;
use crate::error::Error;
use crate::under_way::Patience;
use crate::world::World;

/// Time limit for releasing the lock.
const GIVING_BACK: Duration = Duration::from_secs(15);

/// A locked release.
pub(crate) struct Session {
    /// Every write through it is refused once the lock is lost.
    pub(crate) cluster: Cluster,
    pub(crate) fence: Fence,
    /// How long to wait for tools that take no lock.
    pub(crate) patience: Patience,
    held: Held,
    /// Another deploy held the lock before.
    pub(crate) has_waited: bool,
}

impl Session {
    /// Takes the lock of a release; creates its namespace if it is missing.
    pub(crate) async fn open(world: &World, options: &DeployOptions) -> Result<Session, Error> {
        // Before a namespace is created for it.
        check_name(&options.release.name)?;
        let namespace = &options.release.namespace;
        // A timeout too large for the clock is no limit.
        let until = options.lock_timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let (held, has_waited) = match acquire(world, options).await {
            Err(Error::Cluster(error)) if error.is_not_found() && options.create_namespace => {
                // If this is interrupted, an empty namespace may remain; the next run uses it.
                world.unless_stopped("creating the namespace", create_namespace(&world.cluster, namespace)).await?;
                acquire(world, options).await?
            }
            Err(Error::Cluster(error)) if error.is_not_found() => {
                return Err(Error::NoNamespace(namespace.clone()));
            }
            Err(Error::Cluster(error)) if error.is_namespace_terminating() => {
                let looking = async { Ok(terminating(&world.cluster, namespace).await) };
                return Err(world.unless_stopped("looking at the namespace", looking).await?);
            }
            held => held?,
        };
        let fence = held.fence();
        let patience = Patience::new(until, held.server_now());
        Ok(Session { cluster: world.cluster.fenced(fence.clone()), fence, patience, held, has_waited })
    }

    /// Releases the lock. If nothing of the release is left, the lock's entry is removed too.
    pub(crate) async fn close(self, is_gone: bool) {
        let giving_back = async {
            match is_gone {
                true => self.held.release_for_good().await,
                false => self.held.release().await,
            }
        };
        // A lock that cannot be released expires by itself.
        let _is_given_up = tokio::time::timeout(GIVING_BACK, giving_back).await;
    }
}

/// The lock, and whether it had to be waited for.
async fn acquire(world: &World, options: &DeployOptions) -> Result<(Held, bool), Error> {
    let release = &options.release;
    let lock = LockOptions { timeout: options.lock_timeout, ..options.lock_holder.clone() };
    let mut doing = "taking the release's lock".to_string();
    let mut has_waited = false;
    let on_wait = |holder: &Holder| {
        has_waited = true;
        doing = format!("waiting for the release's lock, which is held by {holder}");
        let text = format!("another deploy of this release is under way, by {holder}");
        (world.events)(Event::Waiting { text });
    };
    let mut lock = Lock::of(&world.cluster, &release.namespace, &release.name, &lock);
    let acquired = world.unless_stopped("", async { Ok(lock.wait(on_wait).await?) }).await;
    if acquired.is_err() {
        lock.leave().await;
    }
    match acquired {
        Err(Error::TimedOut { limit, .. }) => Err(Error::TimedOut { limit, doing, is_waiting: has_waited }),
        ended => Ok((ended?, has_waited)),
    }
}

async fn create_namespace(cluster: &Cluster, name: &str) -> Result<(), Error> {
    let labelled = json!({
        "apiVersion": "v1",
        "kind": "Namespace",
        "metadata": { "name": name, "labels": { "name": name } },
    });
    let namespace = Object::try_from(labelled).map_err(|error| Error::Other(error.to_string()))?;
    match cluster.create(&namespace, None).await {
        Ok(_) => Ok(()),
        Err(error) if error.is_already_exists() => refuse_terminating(cluster, name).await,
        Err(error) => Err(error.into()),
    }
}

/// Nothing can be created in a namespace that is being deleted.
async fn refuse_terminating(cluster: &Cluster, name: &str) -> Result<(), Error> {
    let id = ResourceId::new("", "Namespace", None, name);
    match cluster.get(&id, "v1").await? {
        Some(object) if object.is_being_deleted() => Err(being_deleted(&object, name)),
        _ => Ok(()),
    }
}

/// The error for a namespace that is being deleted, with what is known about why it takes so long.
async fn terminating(cluster: &Cluster, name: &str) -> Error {
    match cluster.get(&ResourceId::new("", "Namespace", None, name), "v1").await {
        Ok(Some(object)) => being_deleted(&object, name),
        _ => Error::NamespaceTerminating { name: name.to_string(), held_by: None },
    }
}

/// The namespace's conditions say what is left in it, once its controller has looked.
pub(crate) fn being_deleted(namespace: &Object, name: &str) -> Error {
    let held_by = skeg_track::rules::what_holds(namespace);
    Error::NamespaceTerminating { name: name.to_string(), held_by }
}
