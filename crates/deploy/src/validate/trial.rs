//! The dry run of one change: applying or deleting an object without effect.

use skeg_cluster::{Apply, Cluster, Error, Kind};
use skeg_plan::{Change, ChangeKind, Plan, Refusal, Target};
use skeg_resources::{Misfit, Object};

use super::refusal::is_by_admission;
use crate::observe::refusal;

/// The result of a dry run.
pub(super) enum Tried {
    Good,
    Invalid(Vec<Misfit>),
    Refused(Refusal),
    /// It must not be deleted.
    Kept(Refusal),
}

impl Tried {
    pub(super) fn of(faults: Vec<Misfit>) -> Tried {
        if faults.is_empty() { Tried::Good } else { Tried::Invalid(faults) }
    }
}

/// Whether a change begins with deleting an existing object.
pub(super) fn deletes(change: &Change) -> bool {
    matches!(change.kind, ChangeKind::Delete | ChangeKind::Recreate)
}

/// Repeats the dry run of a change.
pub(super) async fn try_again(cluster: &Cluster, plan: &Plan, at: usize) -> Result<Tried, Error> {
    let Some(change) = plan.changes.get(at) else { return Ok(Tried::Good) };
    match plan.targets.get(change.target) {
        Some(target) if deletes(change) => try_deleting(cluster, target).await,
        Some(target) => match &target.object {
            Some(object) => try_applying(cluster, target, object).await,
            None => Ok(Tried::Good),
        },
        None => Ok(Tried::Good),
    }
}

pub(super) async fn try_applying(cluster: &Cluster, target: &Target, object: &Object) -> Result<Tried, Error> {
    let options = Apply { dry_run: true, ..Apply::default() };
    match cluster.apply(object, target.id.namespace.as_deref(), &options).await {
        Err(Error::Refused(status)) => Ok(Tried::Refused(refusal(&status))),
        Err(Error::UnknownKind { group, kind }) => {
            // If no version of the kind is known, the plan has a better message.
            let served = cluster.kind(&group, &kind, "").await?;
            let fault = |served: Kind| {
                let group = if group.is_empty() { String::new() } else { format!("{group}/") };
                let (wanted, served) = (object.version(), served.version);
                Misfit::Other(format!(
                    "apiVersion: the cluster has no {kind} in {group}{wanted}, only in {group}{served}"
                ))
            };
            Ok(Tried::of(served.map(fault).into_iter().collect()))
        }
        Err(error @ Error::Unreachable { .. }) => Err(error),
        // Other problems show up when it is really applied.
        _ => Ok(Tried::Good),
    }
}

/// A refusal for lack of rights is not reported here: rights are checked elsewhere. An object that is gone or already
/// being deleted is no obstacle.
pub(super) async fn try_deleting(cluster: &Cluster, target: &Target) -> Result<Tried, Error> {
    match cluster.dry_run_delete(&target.id, &target.version).await {
        Err(Error::Refused(status)) => {
            let refusal = refusal(&status);
            Ok(if is_by_admission(&refusal) { Tried::Kept(refusal) } else { Tried::Good })
        }
        Err(error @ Error::Unreachable { .. }) => Err(error),
        _ => Ok(Tried::Good),
    }
}
