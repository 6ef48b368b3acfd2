//! The plan for cleaning up after a failure: marks the revision failed, and deletes what has the delete policy for it.

use skeg_resources::{DeployType, ReleaseStatus, Stage};

use crate::change::{Cause, Change, ChangeKind};
use crate::event::Ending;
use crate::operation::{Action, Edge, Operation};
use crate::plan::{Plan, Target};
use crate::reason::Reason;

/// The plan to execute after another one failed. `endings` has the result of each operation that was started; `stopped`
/// says why it ended if none of them failed.
pub fn failure_plan(plan: &Plan, endings: &[Option<Ending>], stopped: &str) -> Plan {
    let mut after = Plan {
        targets: Vec::new(),
        operations: Vec::new(),
        changes: Vec::new(),
        unchanged: 0,
        kept: Vec::new(),
        warnings: Vec::new(),
        order: None,
        inventory: None,
        release: plan.release.clone(),
        ..*plan
    };
    if let Some(mark) = mark(plan, endings, stopped) {
        after.operations.push(Operation { action: mark, stage: Stage::Init, weight: None, after: Vec::new() });
    }
    for target in failed_targets(plan, endings) {
        delete(&mut after, &plan.targets[target]);
    }
    after
}

fn is_done(endings: &[Option<Ending>], operation: usize) -> bool {
    matches!(endings.get(operation), Some(Some(Ending::Done)))
}

/// Marks the revision failed, if this plan wrote its record and has not finished it.
fn mark(plan: &Plan, endings: &[Option<Ending>], stopped: &str) -> Option<Action> {
    let mut is_ours = false;
    for (_, operation) in plan.operations.iter().enumerate().filter(|(index, _)| is_done(endings, *index)) {
        match operation.action {
            Action::CreateRelease { revision } => is_ours |= revision == plan.revision,
            Action::UpdateRelease { revision, status, .. } if revision == plan.revision => {
                // Pending again: an interrupted execution of a frozen plan was resumed.
                is_ours = status == ReleaseStatus::Uninstalling || status.is_pending();
                if !is_ours {
                    return None;
                }
            }
            Action::DeleteRelease { revision } if revision == plan.revision => return None,
            _ => {}
        }
    }
    let description = description(plan, endings, stopped);
    is_ours.then_some(Action::UpdateRelease { revision: plan.revision, status: ReleaseStatus::Failed, description })
}

/// The description in the record: the first failure, in Helm's words.
fn description(plan: &Plan, endings: &[Option<Ending>], stopped: &str) -> String {
    let failure = endings.iter().enumerate().find_map(|(index, ending)| match ending {
        Some(Ending::Failed(failure)) => Some(format!("{}: {}", plan.title(index), failure.message)),
        _ => None,
    });
    let why = failure.unwrap_or_else(|| stopped.to_string());
    let what = match plan.deploy_type {
        DeployType::Upgrade => "Upgrade",
        DeployType::Rollback => "Rollback",
        DeployType::Uninstall => "Uninstall",
        _ => "Release",
    };
    format!("{what} {:?} failed: {why}", plan.release.name)
}

/// Targets that this plan installed, that failed to become ready, and whose delete policy asks to delete them then.
fn failed_targets(plan: &Plan, endings: &[Option<Ending>]) -> Vec<usize> {
    let mut written = vec![false; plan.targets.len()];
    let mut failed = Vec::new();
    for (index, operation) in plan.operations.iter().enumerate() {
        match (&operation.action, endings.get(index).and_then(Option::as_ref)) {
            (Action::TrackReadiness { target }, Some(Ending::Failed(_) | Ending::Ignored(_)))
                if plan.targets[*target].delete_if_failed && written[*target] =>
            {
                failed.push(*target);
            }
            (action, Some(Ending::Done)) if action.is_write() => {
                action.target().into_iter().for_each(|target| written[target] = true);
            }
            _ => {}
        }
    }
    let is_deleted = |target: &usize| {
        plan.operations.iter().enumerate().any(|(index, operation)| {
            let deletes = matches!(operation.action, Action::Delete { target: other, .. }
                if plan.targets[other].id == plan.targets[*target].id);
            deletes && is_done(endings, index)
        })
    };
    failed.retain(|target| !is_deleted(target));
    failed
}

fn delete(after: &mut Plan, failed: &Target) {
    let target = after.targets.len();
    // The live object may not be the reviewed one: the failed plan may have created it.
    after.targets.push(Target { object: None, uid: None, resource_version: None, ..failed.clone() });
    let cause = Cause::DeletePolicy;
    after.changes.push(Change {
        target,
        kind: ChangeKind::Delete,
        cause,
        before: None,
        after: None,
        then_deleted: false,
        adopted_from: None,
    });
    let stage = Stage::Uninstall;
    let record = after.operations.first().filter(|operation| operation.action.is_release());
    let first = record.map(|_| Edge { on: 0, why: Reason::Stage });
    let at = after.operations.len();
    let action = Action::Delete { target, propagation: failed.propagation };
    after.operations.push(Operation { action, stage, weight: None, after: first.into_iter().collect() });
    let gone = vec![Edge { on: at, why: Reason::SameResource }];
    after.operations.push(Operation { action: Action::TrackAbsence { target }, stage, weight: None, after: gone });
}
