//! Builds a plan from a request.

use skeg_resources::{DeployType, Resource};

use crate::adoption;
use crate::budget;
use crate::change::{Change, ChangeKind};
use crate::decision::Decision;
use crate::draft::{self, Draft};
use crate::error::{Error, Foreign};
use crate::graph::{cycle, elimination, order, reduction};
use crate::install::{self, Install};
use crate::inventory;
use crate::links::{self, Links};
use crate::operation::Operation;
use crate::ownership;
use crate::plan::{Plan, Target};
use crate::removal::{self, Removal, data_at_risk};
use crate::request::Request;
use crate::sequence::{self, Sequence, Sequences};
use crate::unknown;
use crate::waits;

/// A plan, and what keeps it from being executed.
#[derive(Clone, Debug, PartialEq)]
pub struct Built {
    /// What would be done if nothing were blocked.
    pub plan: Plan,
    /// Why it must not be executed: objects of other releases, immutable fields, unknown kinds, too many deletions.
    pub blocked: Vec<Error>,
}

impl Built {
    /// The plan, if nothing blocks it.
    ///
    /// # Errors
    /// The first obstacle.
    pub fn unblocked(self) -> Result<Plan, Error> {
        match self.blocked.into_iter().next() {
            Some(error) => Err(error),
            None => Ok(self.plan),
        }
    }
}

/// Builds the plan of a deploy, a rollback or an uninstall. The order of the resources does not matter.
///
/// # Errors
/// There is no plan at all: resources wait for each other, or a dependency of a strict deploy matches nothing.
pub fn build(mut request: Request) -> Result<Built, Error> {
    sort(&mut request);
    settle_order(&mut request);
    let mut blocked = Vec::new();
    let foreign = ownership::foreign(&request);
    let (adopted, foreign): (Vec<Foreign>, Vec<Foreign>) =
        foreign.into_iter().partition(|foreign| adoption::is_allowed(&request.policy, foreign));
    if !foreign.is_empty() {
        blocked.push(Error::Foreign(foreign));
    }
    let (mut installs, unchangeable) = install::installs(&request);
    if !unchangeable.is_empty() {
        let is_rollback = request.deploy_type == DeployType::Rollback;
        blocked.push(Error::Immutable { found: unchangeable, is_rollback });
    }
    let (unknown, perhaps_unknown) = unknown::unknown(&request, &installs);
    if !unknown.is_empty() {
        // Resources of unknown kinds cannot be planned.
        installs.retain(|install| unknown.iter().all(|unknown| unknown.id != request.desired[install.resource].id));
        blocked.push(Error::UnknownKinds(unknown));
    }
    let (removals, kept) = removal::removals(&request);
    blocked.extend(budget::exceeded(&request, &removals).map(Error::TooManyDeletions));
    let mut warnings: Vec<String> = kept.iter().map(|kept| kept.warning(&request.release.namespace)).collect();
    let sequences = sequences(&request, &removals)?;
    let order = sequences.deploy.as_ref();
    let Links { links, unmatched, warnings: too_late } = links::links(&request, &mut installs, order);
    if let Some(order) = order {
        order.await_unchanged(&mut installs, &request.desired);
        warnings.extend(order.warnings.iter().cloned());
    }
    if request.policy.strict && !unmatched.is_empty() {
        return Err(Error::Unmatched(unmatched));
    }
    warnings.extend(unmatched);
    warnings.extend(too_late);
    warnings.extend(perhaps_unknown);
    warnings.extend(idle_hooks(&request, &installs));
    warnings.extend(risks(&request, &installs, &removals));
    let draft = draft::draw(&request, &installs, &removals, links, &sequences);
    let unchanged = unchanged(&request, &installs);
    let inventory = inventory::change(&request, &kept);
    let Draft { targets, operations, mut changes, .. } = draft;
    let operations = finish(&targets, operations, request.policy.no_final_tracking)?;
    let mut place = vec![usize::MAX; targets.len()];
    for (at, operation) in operations.iter().enumerate().filter(|(_, operation)| operation.action.is_write()) {
        operation.action.target().into_iter().for_each(|target| place[target] = at);
    }
    changes.sort_by_key(|change| place[change.target]);
    mark_adoptions(&mut changes, &targets, &adopted);
    let Request { release, revision, deploy_type, order, .. } = request;
    let plan = Plan {
        release,
        revision,
        deploy_type,
        targets,
        operations,
        changes,
        unchanged,
        kept,
        warnings,
        order,
        inventory,
    };
    Ok(Built { plan, blocked })
}

/// Names the previous owners of what the plan takes over.
fn mark_adoptions(changes: &mut [Change], targets: &[Target], adopted: &[Foreign]) {
    for change in changes.iter_mut().filter(|change| change.before.is_some()) {
        let adopted = adopted.iter().find(|adopted| adopted.id == targets[change.target].id);
        change.adopted_from = adopted.map(Foreign::holder);
    }
}

/// Adds dropped charts to the order, and moves webhooks to the stage that their chart's order requires.
fn settle_order(request: &mut Request) {
    let (Some(order), previous) = (&mut request.order, &request.previous_order) else { return };
    previous.iter().for_each(|previous| order.extend(previous.clone()));
    sequence::advance_webhooks(order, &mut request.desired, request.deploy_type);
}

/// The order of the deployed resources, and of the deleted ones.
fn sequences<'a>(request: &'a Request, removals: &[Removal<'_>]) -> Result<Sequences<'a>, Error> {
    let mut sequences = Sequences::default();
    if let Some(order) = &request.order {
        let wanted: Vec<&Resource> = request.desired.iter().collect();
        sequences.deploy = Some(Sequence::new(order, &wanted)?);
    }
    if let Some(order) = &request.previous_order {
        let removed: Vec<&Resource> = removals.iter().map(|removal| removal.resource).collect();
        // A cycle of groups must not keep deployed resources from being deleted.
        sequences.delete = Sequence::new(order, &removed).ok();
    }
    Ok(sequences)
}

/// Sorts all lists, so that the plan does not depend on the order of the input.
fn sort(request: &mut Request) {
    let by_identity = |one: &Resource, other: &Resource| {
        let key = |resource: &Resource| (resource.origin.clone(), resource.rules.weight);
        one.id.cmp(&other.id).then_with(|| key(one).cmp(&key(other)))
    };
    request.desired.sort_by(by_identity);
    request.history.sort_by_key(|revision| revision.revision);
}

/// Sorts the operations and removes redundant edges and borders.
fn finish(targets: &[Target], operations: Vec<Operation>, no_final_tracking: bool) -> Result<Vec<Operation>, Error> {
    let mut operations = order::sorted(operations).map_err(|(operations, stuck)| {
        Error::Cycle(waits::waits(targets, &operations, &cycle::find(&operations, &stuck)))
    })?;
    reduction::reduce(&mut operations);
    if no_final_tracking {
        operations = elimination::without_final_tracking(operations);
        reduction::reduce(&mut operations);
    }
    operations = elimination::without_borders(operations);
    reduction::reduce(&mut operations);
    Ok(operations)
}

/// The same plan without tracking that no later change waits for.
pub fn without_final_tracking(plan: Plan) -> Plan {
    let mut operations = elimination::without_final_tracking(plan.operations);
    reduction::reduce(&mut operations);
    Plan { operations, ..plan }
}

/// Wanted resources that stay as they are.
fn unchanged(request: &Request, installs: &[Install]) -> usize {
    let mut changes = vec![None; request.desired.len()];
    for install in installs {
        *changes[install.resource].get_or_insert(false) |= install.decision.change().is_some();
    }
    changes.iter().filter(|change| **change == Some(false)).count()
}

/// Warnings about hooks that are due but do not run.
fn idle_hooks(request: &Request, installs: &[Install]) -> Vec<String> {
    let skipped = installs.iter().filter(|install| install.decision == Decision::Skipped);
    let hooks = skipped.map(|install| &request.desired[install.resource]).filter(|resource| resource.is_hook_run());
    hooks.map(|hook| format!("{} is a hook and does not run: its resource policy says so", hook.id)).collect()
}

/// Warnings about data that is lost when an object is recreated, or deleted while the release stays.
fn risks(request: &Request, installs: &[Install], removals: &[Removal<'_>]) -> Vec<String> {
    let is_recreated =
        |install: &&Install| install.exists && matches!(install.decision.change(), Some((ChangeKind::Recreate, _)));
    let recreated = installs.iter().filter(is_recreated).map(|install| &request.desired[install.resource].id);
    let recreated = recreated.filter_map(|id| Some(format!("{id} is recreated: {}", data_at_risk(id)?)));
    let is_uninstall = request.deploy_type == DeployType::Uninstall;
    let deleted = removals.iter().filter(|_| !is_uninstall).map(|removal| &removal.resource.id);
    recreated.chain(deleted.filter_map(|id| Some(format!("{id} is deleted: {}", data_at_risk(id)?)))).collect()
}
