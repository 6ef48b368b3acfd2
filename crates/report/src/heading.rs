//! The first line of a deploy: what it does, and where.

use skeg_plan::{ChangeKind, Plan, ReleaseName};
use skeg_resources::DeployType;

use crate::destination::Destination;
use crate::phrase::planned;

/// The kind of deploy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undertaking {
    /// `skeg release install`, for installs and upgrades.
    Install,
    /// `skeg release apply`.
    Apply,
    /// `skeg release rollback`.
    Rollback,
    /// `skeg release uninstall`.
    Uninstall,
}

/// `Installing shop into namespace shop on prod-eu (https://10.1.2.3:6443, context prod-eu)`.
pub fn heading(undertaking: Undertaking, release: &ReleaseName, destination: &Destination) -> String {
    let ReleaseName { name, namespace } = release;
    let what = match undertaking {
        Undertaking::Install => format!("Installing {name} into"),
        Undertaking::Apply => format!("Applying {name} in"),
        Undertaking::Rollback => format!("Rolling back {name} in"),
        Undertaking::Uninstall => format!("Uninstalling {name} from"),
    };
    format!("{what} namespace {namespace} on {}", destination.full())
}

/// `revision 7 → 8, 3 to update, 1 to delete · 1 hook runs`.
pub fn plan_in_short(plan: &Plan) -> String {
    let changes = || plan.changes.iter().filter(|change| !plan.is_hook(change));
    let number = |kind: ChangeKind| changes().filter(|change| change.kind == kind).count();
    let revision = match (plan.deploy_type, plan.revision) {
        (DeployType::Uninstall, revision) => format!("revision {revision}"),
        (_, 0 | 1) => "revision 1".to_string(),
        (_, revision) => format!("revision {} → {revision}", revision - 1),
    };
    match (changes().next(), planned(number, 0, plan.hooks())) {
        (None, none) if none.is_empty() => format!("{revision}, no resource changes"),
        (_, counts) => format!("{revision}, {counts}"),
    }
}
