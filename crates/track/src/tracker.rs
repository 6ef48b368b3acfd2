//! The handle through which all waiting is done.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use skeg_cluster::Cluster;
use skeg_resources::ResourceId;
use tokio::sync::Semaphore;

use crate::failure::TrackFailure;
use crate::feed::Feeds;
use crate::notice::Notice;
use crate::options::{Options, TrackTarget};
use crate::wait;

/// Waits for resources of one cluster. Clones share their watches, which end with the last of them; a wait ends when its
/// future is dropped.
#[derive(Clone)]
pub struct Tracker {
    shared: Arc<Shared>,
}

pub(crate) struct Shared {
    pub(crate) cluster: Cluster,
    pub(crate) options: Options,
    pub(crate) feeds: Feeds,
    /// For each log that is followed.
    pub(crate) log_slots: Arc<Semaphore>,
    /// Kinds, by group, whose objects were waited for without anybody writing a status.
    silent: Mutex<HashSet<(String, String)>>,
}

impl Shared {
    pub(crate) fn note_silent(&self, id: &ResourceId) {
        self.silent_kinds().insert((id.group.clone(), id.kind.clone()));
    }

    pub(crate) fn is_silent(&self, id: &ResourceId) -> bool {
        self.silent_kinds().contains(&(id.group.clone(), id.kind.clone()))
    }

    fn silent_kinds(&self) -> MutexGuard<'_, HashSet<(String, String)>> {
        self.silent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An API server takes a hundred streams a connection, and watches need some of them.
const LOGS_AT_ONCE: usize = 50;

impl Tracker {
    pub fn new(cluster: Cluster, options: Options) -> Tracker {
        let log_slots = Arc::new(Semaphore::new(LOGS_AT_ONCE));
        let feeds = Feeds::new(options.watch_silence);
        Tracker { shared: Arc::new(Shared { cluster, options, feeds, log_slots, silent: Mutex::default() }) }
    }

    /// Waits until the resource is ready. What its fail mode makes of a failure is the caller's matter.
    pub async fn ready(
        &self,
        target: &TrackTarget,
        mut on_notice: impl FnMut(Notice) + Send,
    ) -> Result<(), Box<TrackFailure>> {
        wait::ready(&self.shared, target, &mut on_notice).await
    }

    /// Waits until the resource exists.
    pub async fn present(
        &self,
        target: &TrackTarget,
        mut on_notice: impl FnMut(Notice) + Send,
    ) -> Result<(), Box<TrackFailure>> {
        wait::present(&self.shared, target, &mut on_notice).await
    }

    /// Waits until the resource is gone, or another one has taken its place.
    pub async fn absent(
        &self,
        target: &TrackTarget,
        mut on_notice: impl FnMut(Notice) + Send,
    ) -> Result<(), Box<TrackFailure>> {
        wait::absent(&self.shared, target, &mut on_notice).await
    }
}
