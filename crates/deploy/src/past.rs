//! The recorded history of a release.

use std::collections::{BTreeMap, BTreeSet};

use futures::future::try_join_all;
use skeg_inventory::{Entry, EntryState, Inventory, Source};
use skeg_plan::{ReleaseName, Revision};
use skeg_release_store::{History, Inventories, KeptInventory, Release, Store};
use skeg_resources::{ReleaseStatus, ResourceId};

use crate::error::Error;
use crate::inventory;

/// The history of a release, with the full records of those revisions whose resources may still be in the cluster, and
/// its inventory.
pub(crate) struct Past {
    pub(crate) history: History,
    pub(crate) records: BTreeMap<u64, Release>,
    pub(crate) inventory: KeptInventory,
}

impl Past {
    pub(crate) async fn read(store: &Store, inventories: &Inventories, release: &ReleaseName) -> Result<Past, Error> {
        Past::of(store, inventories, release, store.history(&release.name).await?).await
    }

    /// Reads the payloads that a history needs, and the inventory.
    pub(crate) async fn of(
        store: &Store,
        inventories: &Inventories,
        release: &ReleaseName,
        history: History,
    ) -> Result<Past, Error> {
        let ReleaseName { name, namespace } = release;
        let wanted = history.perhaps_live().iter().chain(history.last()).map(|summary| summary.revision);
        let wanted: std::collections::BTreeSet<u64> = wanted.collect();
        let reading = try_join_all(wanted.into_iter().map(|revision| store.get(name, revision)));
        // A first install has none, so it need not be searched for.
        let has_history = !history.revisions.is_empty();
        let (read, inventory) = tokio::try_join!(reading, inventories.read(name, namespace, has_history))?;
        let records = read.into_iter().flatten().map(|release| (release.revision, release)).collect();
        let inventory = inventory.unwrap_or_else(|| KeptInventory::new(Inventory::new(name, namespace, Source::Chart)));
        let past = Past { history, records, inventory };
        Ok(if past.is_of_manifests() { past.by_inventory() } else { past })
    }

    /// What earlier deploys kept although it was dropped.
    pub(crate) fn retained(&self) -> BTreeSet<ResourceId> {
        let members = self.inventory.inventory.members();
        let retained = members.iter().filter(|entry| entry.state == Some(EntryState::Retained));
        retained.map(Entry::id).collect()
    }

    /// The release was deployed from plain manifests: it has no records but its inventory.
    pub(crate) fn is_of_manifests(&self) -> bool {
        self.inventory.inventory.source == Source::Manifests
    }

    /// If there are no records, what the inventory tells of the revisions.
    pub(crate) fn by_inventory(mut self) -> Past {
        if self.is_empty() {
            self.history = inventory::history(&self.inventory.inventory);
        }
        self
    }

    /// The last revision of a release that has only an inventory.
    pub(crate) fn inventory_record(&self) -> Option<Release> {
        (!self.is_empty()).then(|| inventory::record(&self.inventory.inventory))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.history.revisions.is_empty()
    }

    /// A damaged inventory of a chart's release is made anew from the records.
    pub(crate) fn inventory_warning(&self) -> Option<String> {
        Some(format!("{}; it is made anew from the release's records", self.inventory.damage()?))
    }

    pub(crate) fn last_revision(&self) -> Option<u64> {
        self.history.last().map(|last| last.revision)
    }

    pub(crate) fn last_record(&self) -> Option<&Release> {
        self.records.get(&self.last_revision()?)
    }

    pub(crate) fn deployed(&self) -> Option<u64> {
        self.history.last_deployed().map(|deployed| deployed.revision)
    }

    /// At most the last revision is deployed or pending: a deploy that was killed at its very end leaves two.
    pub(crate) fn is_settled(&self) -> bool {
        let earlier = self.history.revisions.split_last().map_or(&[][..], |(_, earlier)| earlier);
        !earlier.iter().any(|each| each.status == ReleaseStatus::Deployed || each.status.is_pending())
    }

    /// A tool that takes no lock, such as Helm, may still work on the release, although that is unlikely.
    pub(crate) fn has_unlocked(&self) -> bool {
        self.history.revisions.iter().any(skeg_release_store::Summary::is_under_way_unlocked)
    }

    /// As the planner needs it.
    pub(crate) fn revisions(&self) -> Vec<Revision> {
        let revision =
            |summary: &skeg_release_store::Summary| Revision { revision: summary.revision, status: summary.status };
        self.history.revisions.iter().map(revision).collect()
    }

    /// The revision to roll back to by default: the last good one before the last.
    pub(crate) fn earlier(&self) -> Option<u64> {
        let last = self.last_revision()?;
        let is_good = |status| matches!(status, ReleaseStatus::Deployed | ReleaseStatus::Superseded);
        let mut before = self.history.revisions.iter().rev().filter(|each| each.revision < last);
        before.find(|each| is_good(each.status)).map(|each| each.revision)
    }
}
