//! Keeps the release's inventory up to date while a plan runs: before the first change and after the last.

use std::collections::BTreeSet;
use std::sync::{self, PoisonError};

use skeg_cluster::Fence;
use skeg_inventory::Change;
use skeg_release_store::{Error, Inventories, KeptInventory, Time};
use skeg_resources::ResourceId;
use tokio::sync::Mutex;

/// The inventory of the release that a plan changes.
pub struct InventoryKeeper {
    inventories: Inventories,
    fence: Fence,
    limit: usize,
    kept: Mutex<KeptInventory>,
    /// Objects whose deletion was begun, and that are not gone.
    undeleted: sync::Mutex<BTreeSet<ResourceId>>,
}

impl InventoryKeeper {
    /// Keeps an inventory as it was read under the lock. It remembers `limit` changes; zero is no limit.
    pub fn new(inventories: Inventories, kept: KeptInventory, fence: Fence, limit: usize) -> InventoryKeeper {
        InventoryKeeper { inventories, fence, limit, kept: Mutex::new(kept), undeleted: sync::Mutex::default() }
    }

    /// From now on the change's objects belong to the release, besides those that do already.
    pub(super) async fn begin(&self, change: &Change) -> Result<(), Error> {
        let mut kept = self.kept.lock().await;
        kept.inventory.begin(&Change { timestamp: Time::now().to_string(), ..change.clone() });
        self.inventories.write(&mut kept, &self.fence).await
    }

    /// The change is done: what is left of the release are its entries.
    pub(super) async fn succeed(&self, change: &Change) -> Result<(), Error> {
        let mut kept = self.kept.lock().await;
        let change = Change { timestamp: Time::now().to_string(), ..change.clone() };
        kept.inventory.succeed(change, self.limit);
        self.inventories.write(&mut kept, &self.fence).await
    }

    /// The change failed. Everything still belongs to the release.
    pub(super) async fn fail(&self, description: &str) -> Result<(), Error> {
        let mut kept = self.kept.lock().await;
        if kept.inventory.pending.is_none() {
            return Ok(());
        }
        let undeleted = self.undeleted.lock().unwrap_or_else(PoisonError::into_inner).clone();
        kept.inventory.fail(description, &undeleted, &Time::now().to_string());
        self.inventories.write(&mut kept, &self.fence).await
    }

    /// The release is about to be uninstalled.
    pub(super) async fn begin_deletion(&self, revision: u64) -> Result<(), Error> {
        let mut kept = self.kept.lock().await;
        // A release that was deployed without an inventory needs none to be uninstalled.
        if !kept.is_stored() {
            return Ok(());
        }
        kept.inventory.begin_deletion(revision, &Time::now().to_string());
        self.inventories.write(&mut kept, &self.fence).await
    }

    /// The release is gone.
    pub(super) async fn delete(&self) -> Result<(), Error> {
        let mut kept = self.kept.lock().await;
        if kept.is_stored() { self.inventories.delete(&mut kept, &self.fence).await } else { Ok(()) }
    }

    /// An object is about to be deleted; if the change fails before it is gone, its entry says so.
    pub(super) fn note_deleting(&self, id: &ResourceId) {
        self.undeleted.lock().unwrap_or_else(PoisonError::into_inner).insert(id.clone());
    }

    /// It is gone.
    pub(super) fn note_deleted(&self, id: &ResourceId) {
        self.undeleted.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
    }
}
