//! The handle for all waiting.

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

/// Waits for resources of one cluster. Clones share their watches, which end with the last of them; a wait ends when
/// its future is dropped.
#[derive(Clone)]
pub struct Tracker {
    shared: Arc<Shared>,
}

pub(crate) struct Shared {
    pub(crate) cluster: Cluster,
    pub(crate) options: Options,
    pub(crate) feeds: Feeds,
    /// One permit per followed log.
    pub(crate) log_slots: Arc<Semaphore>,
    /// Kinds, by group, whose objects nobody writes a status for.
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

/// An API server allows a hundred streams per connection, and watches need some of them.
const LOGS_AT_ONCE: usize = 50;

impl Tracker {
    /// Tracks resources of a cluster. Targets of one kind and namespace share a watch.
    pub fn new(cluster: Cluster, options: Options) -> Tracker {
        let log_slots = Arc::new(Semaphore::new(LOGS_AT_ONCE));
        let feeds = Feeds::new(options.watch_silence);
        Tracker { shared: Arc::new(Shared { cluster, options, feeds, log_slots, silent: Mutex::default() }) }
    }

    /// Waits until the resource is ready. The caller applies its fail mode.
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

    /// Waits until the resource is gone, or another one has its name.
    pub async fn absent(
        &self,
        target: &TrackTarget,
        mut on_notice: impl FnMut(Notice) + Send,
    ) -> Result<(), Box<TrackFailure>> {
        wait::absent(&self.shared, target, &mut on_notice).await
    }
}
