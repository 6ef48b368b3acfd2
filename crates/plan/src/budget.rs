//! How much of a release one deploy may delete: a wrong condition in a chart must not empty a cluster.

use std::collections::BTreeSet;

use skeg_resources::{Class, DeployType, Owner, Ownership, Resource, ResourceId};

use crate::error::{Excess, ExcessiveDeletion};
use crate::install::stages;
use crate::observation::Live;
use crate::ownership;
use crate::pruning::DeleteLimit;
use crate::removal::Removal;
use crate::request::Request;

/// So many objects may be deleted without being asked, even if they are most of the release.
pub(crate) const FEW: usize = 10;

/// The deletions, if they are more than allowed. An uninstall deletes everything by definition.
pub(crate) fn exceeded(request: &Request, removals: &[Removal<'_>]) -> Option<ExcessiveDeletion> {
    let limit = request.policy.pruning.max_deletes;
    let is_exempt = matches!(request.deploy_type, DeployType::Uninstall | DeployType::Test);
    if is_exempt || removals.is_empty() || limit == Some(DeleteLimit::ALL) {
        return None;
    }
    let (deleted, of) = (removals.len(), owned(request));
    let excess = match limit {
        _ if !wants_any(request) => Excess::Everything,
        Some(limit) if !limit.allows(deleted, of) => Excess::Limit(limit),
        None if deleted > FEW && deleted * 2 > of => Excess::Most,
        _ => return None,
    };
    let deleted = removals.iter().map(|removal| removal.resource.id.clone()).collect();
    let is_rollback = request.deploy_type == DeployType::Rollback;
    Some(ExcessiveDeletion { excess, deleted, of, is_rollback })
}

/// Whether the deploy leaves anything of the release: hooks and `crds/` do not count.
fn wants_any(request: &Request) -> bool {
    let is_deployed = |resource: &&Resource| !stages(resource, request.deploy_type).is_empty();
    request.desired.iter().filter(is_deployed).any(|resource| resource.class == Class::Regular)
}

/// How many objects the release has.
fn owned(request: &Request) -> usize {
    let is_owned = |resource: &&Resource| {
        let is_of_release = resource.class == Class::Regular && resource.rules.ownership == Ownership::Release;
        is_of_release
            && matches!(request.live.get(&resource.id), Some(Live::Present { object, .. })
                if ownership::owner(request, object) == Owner::This)
    };
    let owned = request.desired.iter().chain(&request.previous).filter(is_owned);
    owned.map(|resource| &resource.id).collect::<BTreeSet<&ResourceId>>().len()
}
