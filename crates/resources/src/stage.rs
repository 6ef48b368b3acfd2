//! When a resource is deployed: types of deploys and their twelve stages.

use serde::{Deserialize, Serialize};

/// The type of a deploy, from the history of the release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeployType {
    /// There was no revision before.
    Initial,
    /// There were revisions, but none is deployed.
    Install,
    /// A revision is deployed.
    Upgrade,
    /// An earlier revision is deployed again.
    Rollback,
    /// The release is removed.
    Uninstall,
    /// Runs the release's tests.
    Test,
}

/// The stages of a deploy, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Writes the record as pending.
    Init,
    /// With `--prune-first`: deletes what the chart dropped.
    PrePreUninstall,
    /// Deploys CRDs and namespaces.
    PrePreInstall,
    /// Runs hooks before the change: `pre-install`, `pre-upgrade`, `pre-rollback`, `pre-delete`.
    PreInstall,
    /// Deletes what the stages so far deployed only temporarily.
    PreUninstall,
    /// Deploys regular resources.
    Install,
    /// Deletes what the chart dropped, and what `Install` deployed only temporarily.
    Uninstall,
    /// Runs hooks after the change: `post-install`, `post-upgrade`, `post-rollback`, `post-delete`.
    PostInstall,
    /// Deletes what `PostInstall` deployed only temporarily.
    PostUninstall,
    /// Deploys webhook configurations, once the pods that serve them are ready.
    PostPostInstall,
    /// Deletes what `PostPostInstall` deployed only temporarily.
    PostPostUninstall,
    /// Marks the record deployed, or deletes the records of an uninstalled release.
    Final,
}

impl Stage {
    /// All stages in their order.
    pub const ALL: [Stage; 12] = [
        Stage::Init,
        Stage::PrePreUninstall,
        Stage::PrePreInstall,
        Stage::PreInstall,
        Stage::PreUninstall,
        Stage::Install,
        Stage::Uninstall,
        Stage::PostInstall,
        Stage::PostUninstall,
        Stage::PostPostInstall,
        Stage::PostPostUninstall,
        Stage::Final,
    ];

    /// The name in plans and reports.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Init => "init",
            Stage::PrePreUninstall => "pre-pre-uninstall",
            Stage::PrePreInstall => "pre-pre-install",
            Stage::PreInstall => "pre-install",
            Stage::PreUninstall => "pre-uninstall",
            Stage::Install => "install",
            Stage::Uninstall => "uninstall",
            Stage::PostInstall => "post-install",
            Stage::PostUninstall => "post-uninstall",
            Stage::PostPostInstall => "post-post-install",
            Stage::PostPostUninstall => "post-post-uninstall",
            Stage::Final => "final",
        }
    }

    /// The stage that deletes what this stage installed only temporarily.
    pub fn cleanup(self) -> Stage {
        match self {
            Stage::Init | Stage::PrePreUninstall | Stage::PrePreInstall | Stage::PreInstall | Stage::PreUninstall => {
                Stage::PreUninstall
            }
            Stage::Install | Stage::Uninstall => Stage::Uninstall,
            Stage::PostInstall | Stage::PostUninstall => Stage::PostUninstall,
            Stage::PostPostInstall | Stage::PostPostUninstall | Stage::Final => Stage::PostPostUninstall,
        }
    }
}

/// A resource is deployed in this stage of deploys of this type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// `Install` includes `Initial`.
    pub on: DeployType,
    /// The stage.
    pub stage: Stage,
}
