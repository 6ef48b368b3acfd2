//! Objects to delete: the chart dropped them, or the release is uninstalled.

mod data;
mod kinds;

use std::collections::{BTreeMap, BTreeSet};

pub use data::data_at_risk;
pub(crate) use data::holds_data;
use data::is_data;
pub(crate) use kinds::{Rank, is_namespace, rank};
use skeg_helm_hooks::HOOK;
use skeg_inventory::PART_OF;
use skeg_resources::{Class, DeployType, Object, Owner, Ownership, Resource, ResourceId, Stage, Why};

use crate::decision;
use crate::install::stages;
use crate::observation::Live;
use crate::ownership;
use crate::plan::{KeepReason, KeptObject};
use crate::request::Request;

/// An object that is deleted.
pub(crate) struct Removal<'a> {
    pub(crate) resource: &'a Resource,
    pub(crate) live: &'a Object,
    pub(crate) stage: Stage,
    /// `None` if its order comes from dependencies by annotation instead.
    pub(crate) rank: Option<Rank>,
}

/// The objects to delete, ordered by identity, and those that are kept although they are no longer wanted.
pub(crate) fn removals(request: &Request) -> (Vec<Removal<'_>>, Vec<KeptObject>) {
    let (mut removals, mut kept) = (Vec::new(), Vec::new());
    let staying = staying_uids(request);
    for (id, resource) in candidates(request) {
        let Some(Live::Present { object, .. }) = request.live.get(id) else { continue };
        if object.uid().is_some_and(|uid| staying.contains(uid)) {
            continue;
        }
        match keep_reason(request, resource, object) {
            None => removals.push(removal(request, resource, object)),
            Some(why) => kept.push(KeptObject { id: id.clone(), why }),
        }
    }
    kept.extend(request.desired.iter().filter_map(|resource| {
        let why = why_run_stays(request, resource)?;
        Some(KeptObject { id: resource.id.clone(), why })
    }));
    if request.policy.delete_namespace {
        kept.retain(|kept| !goes_with_namespace(request, kept));
    }
    (removals, kept)
}

/// Whether a kept object is deleted together with the namespace: not if its policy keeps it, or if another release owns
/// it.
fn goes_with_namespace(request: &Request, kept: &KeptObject) -> bool {
    let is_inside = kept.id.namespace.as_ref() == Some(&request.release.namespace);
    is_inside && matches!(kept.why, KeepReason::Unmarked | KeepReason::Data)
}

/// Why a resource that is deployed by the uninstall itself is not deleted after its turn.
fn why_run_stays(request: &Request, resource: &Resource) -> Option<KeepReason> {
    let runs = request.deploy_type == DeployType::Uninstall && !stages(resource, DeployType::Uninstall).is_empty();
    if !runs || resource.rules.delete_policy.succeeded {
        return None;
    }
    let prunes_namespaces = request.policy.pruning.namespaces;
    match resource.class {
        Class::Hook => (!request.policy.keep_hooks && holds_data(&resource.id)).then_some(KeepReason::Data),
        Class::Regular => (is_namespace(&resource.id) && !prunes_namespaces).then_some(KeepReason::Namespace),
        Class::Standalone => None,
    }
}

/// Resources that may have to be deleted. If several revisions have one, the last counts.
fn candidates(request: &Request) -> BTreeMap<&ResourceId, &Resource> {
    let mut candidates: BTreeMap<&ResourceId, &Resource> = BTreeMap::new();
    let is_uninstall = request.deploy_type == DeployType::Uninstall;
    if request.deploy_type == DeployType::Test {
        return candidates;
    }
    let is_removable = |resource: &Resource| match resource.class {
        Class::Standalone => false,
        Class::Regular => resource.rules.ownership == Ownership::Release,
        // A hook is recreated in its next turn. Only an uninstall leaves it without one.
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

/// The uids of objects that are still wanted, maybe under another API group than before.
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

fn keep_reason(request: &Request, resource: &Resource, live: &Object) -> Option<KeepReason> {
    match ownership::owner(request, live) {
        Owner::This => {}
        // Hooks carry no ownership marks, so only the marks of another release matter.
        Owner::Nobody if resource.class == Class::Hook && is_proven_hook(resource, live) => {}
        Owner::Nobody => return Some(KeepReason::Unmarked),
        Owner::Other { name, .. } => return Some(KeepReason::Release(name.unwrap_or_default())),
    }
    if resource.rules.resource_policy.skip_delete || decision::is_kept(live) {
        return Some(KeepReason::Policy);
    }
    if resource.class == Class::Hook {
        return holds_data(&resource.id).then_some(KeepReason::Data);
    }
    let is_dropped = request.deploy_type != DeployType::Uninstall;
    let pruning = &request.policy.pruning;
    if is_dropped && pruning.is_off {
        return Some(KeepReason::NoPrune);
    }
    if is_namespace(&resource.id) && !pruning.namespaces {
        return Some(KeepReason::Namespace);
    }
    let is_dropped = is_dropped || request.retained.contains(&resource.id);
    (is_dropped && !pruning.data && is_data(resource, live)).then_some(KeepReason::DroppedData)
}

/// Whether a hook of the release made an object. Anybody who may write the inventory could name any object a hook, so
/// those that only the inventory knows must carry the mark of its set.
fn is_proven_hook(resource: &Resource, live: &Object) -> bool {
    live.annotation(HOOK).is_some() && resource.object.label(PART_OF).is_none_or(|set| live.label(PART_OF) == Some(set))
}

fn removal<'a>(request: &Request, resource: &'a Resource, live: &'a Object) -> Removal<'a> {
    let is_early = request.policy.prune_first && request.deploy_type != DeployType::Uninstall;
    let stage = if is_early { Stage::PrePreUninstall } else { Stage::Uninstall };
    let is_manual =
        resource.rules.delete_dependencies.iter().any(|dependency| matches!(dependency.why, Why::Annotation(_)));
    Removal { resource, live, stage, rank: (!is_manual).then(|| rank(&resource.id)) }
}
