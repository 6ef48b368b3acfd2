//! The inventory of one release, and how a deploy changes it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use skeg_resources::{ReleaseStatus, ResourceId};

use crate::change::Change;
use crate::entry::{Entry, EntryState, merge};
use crate::pending::{Pending, Phase};

/// Where a release's resources come from, and so which records it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// A chart: its revisions are recorded as Helm records them.
    #[default]
    Chart,
    /// Plain manifests: the inventory is its only record.
    Manifests,
}

impl Source {
    /// As in labels.
    pub fn word(self) -> &'static str {
        match self {
            Source::Chart => "chart",
            Source::Manifests => "manifests",
        }
    }
}

/// The objects of a release.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inventory {
    /// The release's name.
    pub release: String,
    /// The release's namespace.
    pub namespace: String,
    /// Where its resources come from.
    pub source: Source,
    /// When it last changed, in RFC 3339.
    pub last_transition: String,
    /// Newest first.
    pub changes: Vec<Change>,
    /// A change that was begun and has not succeeded.
    pub pending: Option<Pending>,
}

impl Inventory {
    /// The inventory of a release without objects.
    pub fn new(release: &str, namespace: &str, source: Source) -> Inventory {
        Inventory { release: release.to_string(), namespace: namespace.to_string(), source, ..Inventory::default() }
    }

    /// The change that was deployed last.
    pub fn current(&self) -> Option<&Change> {
        self.changes.first()
    }

    /// The newest revision that it knows, deployed or not.
    pub fn revision(&self) -> u64 {
        let changes = self.changes.iter().map(|change| change.revision);
        changes.chain(self.pending.iter().map(|pending| pending.revision)).max().unwrap_or_default()
    }

    /// The status of that revision.
    pub fn status(&self) -> ReleaseStatus {
        match self.pending.as_ref().map(|pending| pending.phase) {
            None => ReleaseStatus::Deployed,
            Some(Phase::Failed) => ReleaseStatus::Failed,
            Some(Phase::Deleting) => ReleaseStatus::Uninstalling,
            Some(Phase::Deploying) if self.changes.is_empty() => ReleaseStatus::PendingInstall,
            Some(Phase::Deploying) => ReleaseStatus::PendingUpgrade,
        }
    }

    /// Every object that may live because of the release, ordered by identity.
    pub fn members(&self) -> Vec<Entry> {
        let pending = self.pending.as_ref().map_or(&[][..], |pending| &pending.entries);
        merge([self.current().map_or(&[][..], |change| &change.entries), pending])
    }

    /// A change is about to be deployed: from now on its objects are members, besides those that are so already.
    pub fn begin(&mut self, change: &Change) {
        let pending = Pending {
            revision: change.revision,
            change: change.digest(),
            timestamp: change.timestamp.clone(),
            ..Pending::default()
        };
        self.set_pending(pending, &change.entries);
    }

    /// The release is about to be uninstalled.
    pub fn begin_deletion(&mut self, revision: u64, now: &str) {
        let (phase, timestamp) = (Phase::Deleting, now.to_string());
        self.set_pending(Pending { revision, phase, timestamp, ..Pending::default() }, &[]);
    }

    fn set_pending(&mut self, pending: Pending, wanted: &[Entry]) {
        let before = self.pending.take().map(|pending| pending.entries).unwrap_or_default();
        let current: BTreeSet<ResourceId> =
            self.current().into_iter().flat_map(|change| &change.entries).map(Entry::id).collect();
        let mut entries = merge([&before[..], wanted]);
        entries.retain(|entry| !current.contains(&entry.id()));
        self.last_transition = pending.timestamp.clone();
        self.pending = Some(Pending { entries, ..pending });
    }

    /// The change that was begun failed; `undeleted` could not be deleted. Everything stays a member.
    pub fn fail(&mut self, error: &str, undeleted: &BTreeSet<ResourceId>, now: &str) {
        let Some(pending) = &mut self.pending else { return };
        pending.error = error.to_string();
        if pending.phase == Phase::Deploying {
            pending.phase = Phase::Failed;
        }
        let current = self.changes.first_mut().into_iter().flat_map(|change| &mut change.entries);
        for entry in current.chain(&mut pending.entries).filter(|entry| undeleted.contains(&entry.id())) {
            entry.state = Some(EntryState::PruneFailed);
        }
        self.last_transition = now.to_string();
    }

    /// The change was deployed. Its entries are all that is left of the release: what is no longer wanted and was not
    /// deleted is among them, with its state. Keeps `limit` changes; zero keeps all.
    pub fn succeed(&mut self, change: Change, limit: usize) {
        let digest = change.digest();
        self.pending = None;
        self.last_transition = change.timestamp.clone();
        self.changes.retain(|old| old.digest() != digest);
        self.changes.insert(0, change);
        if limit > 0 {
            self.changes.truncate(limit);
        }
    }
}
