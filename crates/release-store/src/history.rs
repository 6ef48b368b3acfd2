//! The revisions of a release, and what follows for the next deploy.

use std::collections::BTreeMap;

use jiff::Timestamp;
use skeg_resources::{DeployType, ReleaseStatus};

/// A revision without its payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The release's name.
    pub name: String,
    /// The release's namespace.
    pub namespace: String,
    /// The revision's number.
    pub revision: u64,
    /// Its status.
    pub status: ReleaseStatus,
    /// When its record was created, if known.
    pub created: Option<Timestamp>,
    /// When its record was last written, if known.
    pub modified: Option<Timestamp>,
    /// Who last wrote its record, and when.
    pub written: Written,
    /// The uid of the object that holds it.
    pub uid: Option<String>,
    /// The user's labels.
    pub labels: BTreeMap<String, String>,
}

/// The last write of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The field manager: `Helm`, `helm-controller` …; empty if unknown.
    pub by: String,
    /// By the server's clock if it says so; else by the writer's.
    pub at: Option<Timestamp>,
    /// The writer held the release's lock.
    pub under_lock: bool,
}

impl Summary {
    /// Whether its record says that a deploy without a lock is running, such as Helm's.
    pub fn is_under_way_unlocked(&self) -> bool {
        let is_under_way = self.status.is_pending() || self.status == ReleaseStatus::Uninstalling;
        is_under_way && !self.written.under_lock
    }
}

/// The revisions of one release.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// Oldest first.
    pub revisions: Vec<Summary>,
    /// Records that were skipped, and why.
    pub warnings: Vec<String>,
}

impl History {
    /// The newest revision.
    pub fn last(&self) -> Option<&Summary> {
        self.revisions.last()
    }

    /// The newest revision that is deployed.
    pub fn last_deployed(&self) -> Option<&Summary> {
        self.newest(ReleaseStatus::Deployed)
    }

    fn newest(&self, status: ReleaseStatus) -> Option<&Summary> {
        self.revisions.iter().rev().find(|revision| revision.status == status)
    }

    /// The number of the next revision, from one.
    pub fn next_revision(&self) -> u64 {
        self.last().map_or(1, |last| last.revision.saturating_add(1))
    }

    /// The type of the next deploy: an upgrade if something was deployed since the last uninstall.
    pub fn deploy_type(&self) -> DeployType {
        use ReleaseStatus::{Deployed, Superseded, Uninstalled, Uninstalling};
        let since = self.revisions.iter().rev().take_while(|each| !matches!(each.status, Uninstalled | Uninstalling));
        let is_deployed = since.into_iter().any(|each| matches!(each.status, Deployed | Superseded));
        match (is_deployed, self.revisions.is_empty()) {
            (true, _) => DeployType::Upgrade,
            (false, false) => DeployType::Install,
            (false, true) => DeployType::Initial,
        }
    }

    /// The revisions whose resources may still be in the cluster: the last deployed one and all later ones, which
    /// failed or were interrupted. Oldest first.
    pub fn perhaps_live(&self) -> &[Summary] {
        let gone = self.revisions.iter().rposition(|each| each.status == ReleaseStatus::Uninstalled);
        let since = &self.revisions[gone.map_or(0, |at| at + 1)..];
        let newest = |status| since.iter().rposition(|each| each.status == status);
        let first = newest(ReleaseStatus::Deployed).or_else(|| newest(ReleaseStatus::Superseded)).unwrap_or_default();
        &since[first..]
    }

    /// What Helm deletes before it adds a revision: the oldest, until one less than the limit remains, but never the
    /// newest deployed one. A limit of zero is none.
    pub fn prunable(&self, limit: usize) -> impl Iterator<Item = &Summary> {
        let kept = limit.checked_sub(1).unwrap_or(self.revisions.len());
        let excess = self.revisions.len().saturating_sub(kept);
        let deployed = self.last_deployed().map(|each| each.revision);
        self.revisions.iter().filter(move |each| Some(each.revision) != deployed).take(excess)
    }
}

#[cfg(test)]
mod tests;
