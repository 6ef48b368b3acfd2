//! Holding a release while it is changed: its namespace exists, its lock is ours, its writes are fenced.

use serde_json::json;
use skeg_cluster::lock::{Held, Holder, Lock, LockOptions};
use skeg_cluster::{Cluster, Fence};
use skeg_plan::Event;
use skeg_resources::{Object, ResourceId};

use crate::deploy_options::DeployOptions;
use crate::error::Error;
use crate::world::World;

/// A release that is ours to change until this is closed.
pub(crate) struct Session {
    /// Every write through it is refused once the lock is lost.
    pub(crate) cluster: Cluster,
    pub(crate) fence: Fence,
    held: Held,
}

impl Session {
    /// Takes the lock of a release; its namespace is made where it is missing.
    pub(crate) async fn open(world: &World, options: &DeployOptions) -> Result<Session, Error> {
        let namespace = &options.release.namespace;
        let held = match acquire(world, options).await {
            Err(Error::Cluster(error)) if error.is_not_found() && options.create_namespace => {
                create_namespace(&world.cluster, namespace).await?;
                acquire(world, options).await?
            }
            Err(Error::Cluster(error)) if error.is_not_found() => {
                return Err(Error::NoNamespace(namespace.clone()));
            }
            held => held?,
        };
        let fence = held.fence();
        Ok(Session { cluster: world.cluster.fenced(fence.clone()), fence, held })
    }

    /// Gives the lock back.
    pub(crate) async fn close(self) {
        // A lock that cannot be given back expires by itself.
        let _ = self.held.release().await;
    }
}

async fn acquire(world: &World, options: &DeployOptions) -> Result<Held, Error> {
    let release = &options.release;
    let lock = LockOptions { timeout: options.lock_timeout, ..options.lock_holder.clone() };
    let events = world.events.clone();
    let on_wait = move |holder: &Holder| {
        events(Event::Waiting { text: format!("another deploy of this release is under way, by {holder}") });
    };
    tokio::select! {
        held = Lock::acquire(&world.cluster, &release.namespace, &release.name, &lock, on_wait) => Ok(held?),
        () = world.stop.asked() => Err(Error::Stopped),
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

/// A namespace that is going away takes nothing new.
async fn refuse_terminating(cluster: &Cluster, name: &str) -> Result<(), Error> {
    let id = ResourceId::new("", "Namespace", None, name);
    match cluster.get(&id, "v1").await? {
        Some(object) if object.is_being_deleted() => Err(Error::NamespaceTerminating(name.to_string())),
        _ => Ok(()),
    }
}
