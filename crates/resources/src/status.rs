//! The status of a release's revision, in Helm's words.

use serde::{Deserialize, Serialize};

/// The status of a revision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReleaseStatus {
    /// Not one of Helm's words.
    #[default]
    Unknown,
    /// The current revision.
    Deployed,
    /// Uninstalled, with its history kept.
    Uninstalled,
    /// Replaced by a later revision.
    Superseded,
    /// The deploy failed.
    Failed,
    /// Being uninstalled.
    Uninstalling,
    /// Being installed.
    PendingInstall,
    /// Being upgraded.
    PendingUpgrade,
    /// Being rolled back.
    PendingRollback,
}

impl ReleaseStatus {
    /// Helm's word: `pending-install`.
    pub fn name(self) -> &'static str {
        match self {
            ReleaseStatus::Unknown => "unknown",
            ReleaseStatus::Deployed => "deployed",
            ReleaseStatus::Uninstalled => "uninstalled",
            ReleaseStatus::Superseded => "superseded",
            ReleaseStatus::Failed => "failed",
            ReleaseStatus::Uninstalling => "uninstalling",
            ReleaseStatus::PendingInstall => "pending-install",
            ReleaseStatus::PendingUpgrade => "pending-upgrade",
            ReleaseStatus::PendingRollback => "pending-rollback",
        }
    }

    /// The status for Helm's word; `Unknown` for any other.
    pub fn from_name(name: &str) -> ReleaseStatus {
        use ReleaseStatus::{
            Deployed, Failed, PendingInstall, PendingRollback, PendingUpgrade, Superseded, Uninstalled, Uninstalling,
        };
        [Deployed, Uninstalled, Superseded, Failed, Uninstalling, PendingInstall, PendingUpgrade, PendingRollback]
            .into_iter()
            .find(|status| status.name() == name)
            .unwrap_or(ReleaseStatus::Unknown)
    }

    /// Whether a deploy of it has started and not ended.
    pub fn is_pending(self) -> bool {
        use ReleaseStatus::{PendingInstall, PendingRollback, PendingUpgrade};
        matches!(self, PendingInstall | PendingRollback | PendingUpgrade)
    }
}
