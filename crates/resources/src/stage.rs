//! When a resource has its turn: kinds of deploys and the twelve stages of each.

use serde::{Deserialize, Serialize};

/// What a deploy is, told by the history of the release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeployType {
    /// There was no revision before.
    Initial,
    /// There were revisions, but none is deployed.
    Install,
    /// A revision is deployed.
    Upgrade,
    Rollback,
    Uninstall,
    /// Hooks that test a release.
    Test,
}

/// The stages of a deploy, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    Init,
    PrePreUninstall,
    PrePreInstall,
    PreInstall,
    PreUninstall,
    Install,
    Uninstall,
    PostInstall,
    PostUninstall,
    PostPostInstall,
    PostPostUninstall,
    Final,
}

impl Stage {
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

    /// Where that which was installed here only for a while is deleted again.
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

/// In a deploy of this type, the resource is deployed in this stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// `Install` stands for `Initial` too.
    pub on: DeployType,
    pub stage: Stage,
}
