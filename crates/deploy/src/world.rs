//! Where a release lives: a cluster, and how its records are kept there.

use std::sync::Arc;

use skeg_cluster::Cluster;
use skeg_execute::{EventSink, Stop};
use skeg_plan::Plan;
use skeg_release_store::{Driver, Store};

use crate::error::Error;

/// What every use case works with.
#[derive(Clone)]
pub struct World {
    pub cluster: Cluster,
    pub driver: Driver,
    /// Told of a plan that is about to be run; the events that follow are about it.
    pub plans: Arc<dyn Fn(&Plan) + Send + Sync>,
    /// Where events go.
    pub events: EventSink,
    /// Asks a deploy to stop.
    pub stop: Stop,
}

impl World {
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
        Store::new(self.driver, self.cluster.clone(), namespace)
    }
}
