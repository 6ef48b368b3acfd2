//! Changes as shown to people.

use skeg_resources::DeployType;

use crate::change::{Cause, Change, ChangeKind};
use crate::install::Install;
use crate::observation::{Live, Trial};
use crate::removal::Removal;
use crate::request::Request;

/// The change that a turn makes, if any.
pub(super) fn of_install(request: &Request, install: &Install, target: usize) -> Option<Change> {
    let (kind, cause) = install.decision.change()?;
    let resource = &request.desired[install.resource];
    let (before, trial) = match request.live.get(&resource.id) {
        Some(Live::Present { object, trial }) if install.is_first => (Some((**object).clone()), Some(trial)),
        _ => (None, None),
    };
    let after = match (kind, trial) {
        (ChangeKind::Update, Some(Trial::Result(after))) => Some((**after).clone()),
        (ChangeKind::Update, _) => before.clone(),
        _ => Some(resource.object.clone()),
    };
    let (cause, then_deleted) = (cause.clone(), install.is_deleted_after);
    Some(Change { target, kind, cause, before, after, then_deleted, adopted_from: None })
}

pub(super) fn of_removal(request: &Request, removal: &Removal<'_>, target: usize) -> Change {
    let cause = if request.deploy_type == DeployType::Uninstall { Cause::Uninstall } else { Cause::NotInChart };
    let before = Some(removal.live.clone());
    Change { target, kind: ChangeKind::Delete, cause, before, after: None, then_deleted: false, adopted_from: None }
}
