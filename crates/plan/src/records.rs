//! What is written to the release's records, in an order that leaves a readable history wherever it stops.

use skeg_resources::{DeployType, ReleaseStatus};

use crate::operation::Action;
use crate::request::{Request, Revision};

/// The description of a deploy that ended without recording it.
const INTERRUPTED: &str = "interrupted";

/// The status of a revision that is being deployed.
pub(crate) fn pending(deploy_type: DeployType) -> ReleaseStatus {
    match deploy_type {
        DeployType::Upgrade => ReleaseStatus::PendingUpgrade,
        DeployType::Rollback => ReleaseStatus::PendingRollback,
        _ => ReleaseStatus::PendingInstall,
    }
}

/// What is written first: steps one after the other, the actions of a step in parallel.
pub(crate) fn at_first(request: &Request) -> Vec<Vec<Action>> {
    let revision = request.revision;
    match request.deploy_type {
        DeployType::Test => Vec::new(),
        DeployType::Uninstall if request.history.is_empty() => Vec::new(),
        DeployType::Uninstall => {
            let description = "Deletion in progress (or silently failed)".to_string();
            vec![vec![Action::UpdateRelease { revision, status: ReleaseStatus::Uninstalling, description }]]
        }
        _ => {
            // If it stops between the two, Helm sees a failed last revision, which it upgrades, instead of two pending
            // ones, which it refuses.
            let stale = others(request).filter(|other| other.status.is_pending());
            let failed = stale.map(|stale| update(stale, ReleaseStatus::Failed, INTERRUPTED));
            vec![failed.collect(), vec![Action::CreateRelease { revision }]]
        }
    }
}

/// What is written at the end.
pub(crate) fn at_last(request: &Request) -> Vec<Vec<Action>> {
    let revision = request.revision;
    let deployed = others(request).filter(|other| other.status == ReleaseStatus::Deployed);
    let superseded: Vec<Action> = deployed.map(|old| update(old, ReleaseStatus::Superseded, "")).collect();
    match request.deploy_type {
        DeployType::Test => Vec::new(),
        DeployType::Uninstall if request.history.is_empty() => Vec::new(),
        DeployType::Uninstall if request.policy.keep_history => {
            // The other way round, an older revision would count as deployed if it stopped in between.
            let description = "Uninstallation complete".to_string();
            vec![superseded, vec![Action::UpdateRelease { revision, status: ReleaseStatus::Uninstalled, description }]]
        }
        DeployType::Uninstall => {
            // The last one says that the release is being uninstalled, so it is deleted last.
            let older = others(request).map(|other| Action::DeleteRelease { revision: other.revision });
            vec![older.collect(), vec![Action::DeleteRelease { revision }]]
        }
        _ => {
            // Deployed before the old one is superseded: if it stops in between, two revisions are deployed, and all
            // readers take the later one. The other way round none would be, and Helm refuses to upgrade.
            let description = request.policy.description.clone();
            vec![vec![Action::UpdateRelease { revision, status: ReleaseStatus::Deployed, description }], superseded]
        }
    }
}

fn others(request: &Request) -> impl Iterator<Item = &Revision> {
    request.history.iter().filter(|other| other.revision != request.revision)
}

fn update(old: &Revision, status: ReleaseStatus, description: &str) -> Action {
    Action::UpdateRelease { revision: old.revision, status, description: description.to_string() }
}
