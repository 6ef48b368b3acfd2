//! The status of a release's revision, in Helm's words.

use serde::{Deserialize, Serialize};

/// The status of a revision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReleaseStatus {
    #[default]
    Unknown,
    Deployed,
    Uninstalled,
    Superseded,
    Failed,
    Uninstalling,
    PendingInstall,
    PendingUpgrade,
    PendingRollback,
}

impl ReleaseStatus {
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

    /// The status of Helm's word; `Unknown` for any other.
    pub fn from_name(name: &str) -> ReleaseStatus {
        use ReleaseStatus::{
            Deployed, Failed, PendingInstall, PendingRollback, PendingUpgrade, Superseded, Uninstalled, Uninstalling,
        };
        [Deployed, Uninstalled, Superseded, Failed, Uninstalling, PendingInstall, PendingUpgrade, PendingRollback]
            .into_iter()
            .find(|status| status.name() == name)
            .unwrap_or(ReleaseStatus::Unknown)
    }

    pub fn is_pending(self) -> bool {
        use ReleaseStatus::{PendingInstall, PendingRollback, PendingUpgrade};
        matches!(self, PendingInstall | PendingRollback | PendingUpgrade)
    }
}
