//! Where a release lives: a cluster, and how its records are kept there.

use std::sync::Arc;

use skeg_cluster::Cluster;
use skeg_execute::{EventSink, Stop};
use skeg_plan::{Event, Plan};
use skeg_release_store::{Driver, Store};
use skeg_resources::KnownSecrets;

use crate::error::Error;
use crate::notes::Notes;

/// What every use case works with.
#[derive(Clone)]
pub struct World {
    pub cluster: Cluster,
    pub driver: Driver,
    /// Told of a plan that is about to be run; the events that follow are about it.
    pub(crate) plans: Arc<dyn Fn(&Plan) + Send + Sync>,
    /// Where events go, without what is secret.
    pub(crate) events: EventSink,
    /// Where is told what goes on.
    pub(crate) notes: Notes,
    /// Asks a deploy to stop.
    pub stop: Stop,
    /// What must not be shown; it grows with what is read.
    pub secrets: KnownSecrets,
}

impl World {
    /// Events are told to `events` without what is known to be secret by then.
    pub fn new(
        cluster: Cluster,
        driver: Driver,
        secrets: KnownSecrets,
        plans: impl Fn(&Plan) + Send + Sync + 'static,
        events: impl Fn(Event) + Send + Sync + 'static,
    ) -> World {
        let known = secrets.clone();
        let events: EventSink = Arc::new(move |mut event| {
            event.mask(&known);
            events(event);
        });
        let (plans, notes, stop) = (Arc::new(plans), Notes::default(), Stop::default());
        World { cluster, driver, plans, events, notes, stop, secrets }
    }

    pub fn with_notes(self, notes: Notes) -> World {
        World { notes, ..self }
    }

    /// Does what changes nothing, unless somebody asks to stop meanwhile.
    pub(crate) async fn unless_stopped<T>(&self, work: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
        tokio::select! {
            biased;
            () = self.stop.asked() => Err(Error::Stopped),
            done = work => done,
        }
    }

    /// The records of the releases of a namespace.
    pub(crate) fn store(&self, namespace: &str) -> Store {
        Store::new(self.driver, self.cluster.clone(), namespace).telling(&self.secrets)
    }
}
