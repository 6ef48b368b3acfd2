//! Objects of the release that go: the chart dropped them, or the release is uninstalled.

mod kinds;

use std::collections::{BTreeMap, BTreeSet};

pub(crate) use kinds::{Rank, holds_data, rank};
use skeg_resources::{Class, DeployType, Object, Owner, Ownership, Resource, ResourceId, Stage, Why};

use crate::decision;
use crate::install::stages;
use crate::observation::Live;
use crate::ownership;
use crate::plan::{Left, WhyLeft};
use crate::request::Request;

/// An object that is deleted.
pub(crate) struct Removal<'a> {
    pub(crate) resource: &'a Resource,
    pub(crate) live: &'a Object,
    pub(crate) stage: Stage,
    /// None where manual dependencies order it instead.
    pub(crate) rank: Option<Rank>,
}

/// What is deleted, in the order of identities, and what is left although one might think it goes.
pub(crate) fn removals(request: &Request) -> (Vec<Removal<'_>>, Vec<Left>) {
    let (mut removals, mut left) = (Vec::new(), Vec::new());
    let staying = staying_uids(request);
    for (id, resource) in candidates(request) {
        let Some(Live::Present { object, .. }) = request.live.get(id) else { continue };
        if object.uid().is_some_and(|uid| staying.contains(uid)) {
            continue;
        }
        match why_left(request, resource, object) {
            None => removals.push(removal(request, resource, object)),
            Some(why) => left.push(Left { id: id.clone(), why }),
        }
    }
    left.extend(request.desired.iter().filter(|resource| runs_and_stays(request, resource)).map(|resource| {
        let id = resource.id.clone();
        Left { id, why: WhyLeft::Data }
    }));
    if request.policy.delete_namespace {
        left.retain(|left| !goes_with_namespace(request, left));
    }
    (removals, left)
}

/// Whoever deletes a namespace means all that is in it, but not what asks to be kept or is another release's.
fn goes_with_namespace(request: &Request, left: &Left) -> bool {
    let is_inside = left.id.namespace.as_ref() == Some(&request.release.namespace);
    is_inside && matches!(left.why, WhyLeft::Unmarked | WhyLeft::Data)
}

/// A hook of the uninstall itself whose object holds data, so that it is not deleted after its turn.
fn runs_and_stays(request: &Request, resource: &Resource) -> bool {
    let runs = request.deploy_type == DeployType::Uninstall && !stages(resource, DeployType::Uninstall).is_empty();
    let is_temporary = resource.rules.delete_policy.succeeded || request.policy.keep_hooks;
    runs && resource.class == Class::Hook && !is_temporary && holds_data(&resource.id)
}

/// Resources that may have to go. Of several revisions' the last one's counts.
fn candidates(request: &Request) -> BTreeMap<&ResourceId, &Resource> {
    let mut candidates: BTreeMap<&ResourceId, &Resource> = BTreeMap::new();
    let is_uninstall = request.deploy_type == DeployType::Uninstall;
    if request.deploy_type == DeployType::Test {
        return candidates;
    }
    let is_removable = |resource: &Resource| match resource.class {
        Class::Standalone => false,
        Class::Regular => resource.rules.ownership == Ownership::Release,
        // A hook is made again when it has its next turn; only with the release it has no next one.
        Class::Hook => is_uninstall && !request.policy.keep_hooks,
    };
    let last = if is_uninstall { &request.desired[..] } else { &[] };
    for resource in request.previous.iter().chain(last).filter(|resource| is_removable(resource)) {
        candidates.insert(&resource.id, resource);
    }
    for resource in &request.desired {
        if !is_uninstall || !stages(resource, DeployType::Uninstall).is_empty() {
            candidates.remove(&resource.id);
        }
    }
    candidates
}

/// Objects that are wanted, maybe under another group than before.
fn staying_uids(request: &Request) -> BTreeSet<&str> {
    let is_uninstall = request.deploy_type == DeployType::Uninstall;
    let stays = |resource: &&Resource| !is_uninstall || !stages(resource, DeployType::Uninstall).is_empty();
    let wanted = request.desired.iter().filter(stays).filter_map(|resource| request.live.get(&resource.id));
    wanted
        .filter_map(|live| match live {
            Live::Present { object, .. } => object.uid(),
            _ => None,
        })
        .collect()
}

fn why_left(request: &Request, resource: &Resource, live: &Object) -> Option<WhyLeft> {
    match ownership::owner(request, live) {
        Owner::This => {}
        // Hooks carry no marks of ours, so only another's marks speak against it.
        Owner::Nobody if resource.class == Class::Hook => {}
        Owner::Nobody => return Some(WhyLeft::Unmarked),
        Owner::Other { name, .. } => return Some(WhyLeft::Release(name.unwrap_or_default())),
    }
    if resource.rules.resource_policy.skip_delete || decision::is_kept(live) {
        return Some(WhyLeft::Policy);
    }
    (resource.class == Class::Hook && holds_data(&resource.id)).then_some(WhyLeft::Data)
}

fn removal<'a>(request: &Request, resource: &'a Resource, live: &'a Object) -> Removal<'a> {
    let is_early = request.policy.prune_first && request.deploy_type != DeployType::Uninstall;
    let stage = if is_early { Stage::PrePreUninstall } else { Stage::Uninstall };
    let is_manual =
        resource.rules.delete_dependencies.iter().any(|dependency| matches!(dependency.why, Why::Annotation(_)));
    Removal { resource, live, stage, rank: (!is_manual).then(|| rank(&resource.id)) }
}
