//! The turns of wanted resources: what each does, whether it is tracked, whether the object is deleted afterwards.

use std::collections::BTreeMap;

use skeg_resources::{Class, DeployType, GroupKind, Ownership, Resource, Stage, Termination};

use crate::change::{Cause, ChangeKind};
use crate::decision::{self, Decision, Immutable};
use crate::definitions::{Redefinition, redefinitions};
use crate::error::Unchangeable;
use crate::observation::Live;
use crate::removal::{holds_data, is_namespace};
use crate::request::Request;

/// One turn of a wanted resource.
#[derive(Clone, Debug)]
pub(crate) struct Install {
    /// Index into the wanted resources.
    pub(crate) resource: usize,
    pub(crate) stage: Stage,
    /// `None` if its order comes from dependencies by annotation instead.
    pub(crate) weight: Option<i64>,
    pub(crate) decision: Decision,
    /// An object exists when the turn begins: the live one, or that of an earlier turn.
    pub(crate) exists: bool,
    /// No earlier turn created or deleted the object.
    pub(crate) is_first: bool,
    pub(crate) is_tracked: bool,
    /// Others wait until it is ready, so it is tracked and its failure is not ignored.
    pub(crate) is_awaited: bool,
    pub(crate) is_deleted_after: bool,
}

/// The state of the object after the earlier turns of this deploy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ObjectState {
    /// No earlier turn changed it.
    Untouched,
    /// An earlier turn applied the resource of this index.
    Applied(usize),
    Deleted,
}

/// The turns of all wanted resources, which must be sorted by identity, and the resources that would have to be
/// recreated without permission. The turns of the latter apply them.
pub(crate) fn installs(request: &Request) -> (Vec<Install>, Vec<Unchangeable>) {
    let redefined = redefinitions(request);
    let (mut installs, mut unchangeable) = (Vec::new(), Vec::new());
    let mut rest = 0..request.desired.len();
    while let Some(first) = rest.next() {
        let id = &request.desired[first].id;
        let mut alike = vec![first];
        while rest.start < rest.end && request.desired[rest.start].id == *id {
            alike.extend(rest.next());
        }
        installs.extend(turns_of(request, &alike, &redefined, &mut unchangeable));
    }
    (installs, unchangeable)
}

/// The stages in which a resource has a turn in a deploy of this type.
pub(crate) fn stages(resource: &Resource, deploy_type: DeployType) -> Vec<Stage> {
    let on = if deploy_type == DeployType::Initial { DeployType::Install } else { deploy_type };
    let turns = resource.rules.turns.iter().filter(|turn| turn.on == on || turn.on == deploy_type);
    let mut stages: Vec<Stage> = turns.map(|turn| turn.stage).collect();
    stages.sort();
    stages.dedup();
    stages
}

/// The turns of all resources that describe the same object.
fn turns_of(
    request: &Request,
    alike: &[usize],
    redefined: &BTreeMap<GroupKind, Redefinition>,
    unchangeable: &mut Vec<Unchangeable>,
) -> Vec<Install> {
    let redefinition = alike.first().and_then(|first| redefined.get(&request.desired[*first].id.group_kind()));
    let mut order: Vec<(Stage, Option<i64>, usize)> = Vec::new();
    for &index in alike {
        let resource = &request.desired[index];
        let stages = stages(resource, request.deploy_type);
        order.extend(stages.into_iter().map(|stage| (stage, resource.rules.weight, index)));
    }
    order.sort();
    let mut state = ObjectState::Untouched;
    let mut turns: Vec<Install> = Vec::new();
    for (at, &(stage, weight, index)) in order.iter().enumerate() {
        let stays_for_next = order.get(at + 1).is_some_and(|next| next.0 <= stage.cleanup());
        let is_last = at + 1 == order.len();
        let turn = turn(request, index, redefinition, state, !stays_for_next, is_last, unchangeable);
        let turn = Install { stage, weight, ..turn };
        state = match (turn.is_deleted_after, turn.decision.change()) {
            (true, _) => ObjectState::Deleted,
            (false, Some(_)) => ObjectState::Applied(index),
            (false, None) => state,
        };
        turns.push(turn);
    }
    turns
}

fn turn(
    request: &Request,
    index: usize,
    redefinition: Option<&Redefinition>,
    state: ObjectState,
    may_be_deleted: bool,
    is_last: bool,
    unchangeable: &mut Vec<Unchangeable>,
) -> Install {
    let resource = &request.desired[index];
    let live = request.live.get(&resource.id).unwrap_or(&Live::Absent);
    let exists = match state {
        ObjectState::Untouched => matches!(live, Live::Present { .. }),
        ObjectState::Applied(_) => true,
        ObjectState::Deleted => false,
    };
    let decision = match state {
        ObjectState::Untouched => {
            decision::decide(resource, live, &request.policy, redefinition).unwrap_or_else(|why| {
                let Immutable { fields, message } = why;
                let cause = Cause::Immutable { fields: fields.clone(), message: message.clone() };
                let (id, origin) = (resource.id.clone(), resource.origin.clone());
                unchangeable.push(Unchangeable { id, fields, message, origin });
                Decision::Change(ChangeKind::Apply, cause)
            })
        }
        ObjectState::Applied(by) => again(resource, by == index),
        ObjectState::Deleted if resource.rules.resource_policy.skip_create => Decision::Skipped,
        ObjectState::Deleted => Decision::Change(ChangeKind::Create, Cause::Missing),
    };
    let is_deleted_after =
        may_be_deleted && is_temporary(request, resource, is_last) && may_delete(resource, live, &decision, exists);
    let is_tracked = match decision {
        Decision::Change(..) => {
            // It can be deleted for having succeeded only after its success is known.
            resource.rules.tracking.termination != Termination::NonBlocking || is_deleted_after
        }
        Decision::Unchanged => {
            exists && (is_deleted_after || (state == ObjectState::Untouched && previous_failed(request)))
        }
        Decision::Skipped => false,
    };
    let is_first = state == ObjectState::Untouched;
    Install {
        resource: index,
        stage: Stage::Install,
        weight: None,
        decision,
        exists,
        is_first,
        is_tracked,
        is_awaited: false,
        is_deleted_after,
    }
}

/// What a later turn does to the object of an earlier one.
fn again(resource: &Resource, is_same: bool) -> Decision {
    let (is_asked, policy) = (resource.rules.delete_policy.before_creation, &resource.rules.resource_policy);
    match (is_asked || resource.runs_each_turn(), is_same) {
        (true, _) if policy.skip_recreate => Decision::Skipped,
        (true, _) if is_asked => Decision::Change(ChangeKind::Recreate, Cause::DeletePolicy),
        (true, _) => Decision::Change(ChangeKind::Recreate, Cause::HookRuns),
        (false, true) => Decision::Unchanged,
        (false, false) if policy.skip_update => Decision::Skipped,
        (false, false) => Decision::Change(ChangeKind::Apply, Cause::Differs),
    }
}

/// Whether the object exists only for this deploy: by its delete policy, or because the release is uninstalled.
fn is_temporary(request: &Request, resource: &Resource, is_last: bool) -> bool {
    let goes_with_release = match resource.class {
        Class::Hook => !request.policy.keep_hooks && !holds_data(&resource.id),
        Class::Regular => {
            let is_kept = is_namespace(&resource.id) && !request.policy.pruning.namespaces;
            resource.rules.ownership == Ownership::Release && !is_kept
        }
        Class::Standalone => false,
    };
    let is_uninstall = request.deploy_type == DeployType::Uninstall;
    resource.rules.delete_policy.succeeded || (is_uninstall && is_last && goes_with_release)
}

fn may_delete(resource: &Resource, live: &Live, decision: &Decision, exists: bool) -> bool {
    if resource.rules.resource_policy.skip_delete {
        return false;
    }
    match (decision.change(), live) {
        (Some((ChangeKind::Create | ChangeKind::Recreate, _)), _) => true,
        (_, Live::Present { object, .. }) => exists && !decision::is_kept(object),
        (change, _) => change.is_some() || exists,
    }
}

/// Whether the previous deploy failed or did not finish.
fn previous_failed(request: &Request) -> bool {
    use skeg_resources::ReleaseStatus::{Failed, Uninstalling, Unknown};
    request
        .history
        .last()
        .is_some_and(|last| last.status.is_pending() || matches!(last.status, Failed | Unknown | Uninstalling))
        && !matches!(request.deploy_type, DeployType::Uninstall | DeployType::Test)
}
