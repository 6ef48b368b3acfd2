//! Namespaces that a plan deletes because the chart dropped them or the release goes: whose objects are in them.

use std::collections::{BTreeMap, BTreeSet};

use futures::future::try_join_all;
use skeg_cluster::Cluster;
use skeg_plan::{ChangeKind, Error as PlanError, Occupant, OccupiedNamespace, Plan, ReleaseName, Target};
use skeg_resources::{Holder, Object, Owner, ResourceId, holders, owner};

use super::scan::{Scanned, record_of, scan};
use super::{deleted, first};
use crate::error::Error;

/// Refuses to delete namespaces with objects that the plan does not delete. The warnings tell what could not be listed.
pub(crate) async fn occupied(cluster: &Cluster, plan: &Plan) -> Result<(Option<PlanError>, Vec<String>), Error> {
    let going: BTreeSet<&ResourceId> = deleted(plan).collect();
    let looking = namespaces(plan).map(|target| scan(cluster, &target.id.name, &going));
    let found = try_join_all(looking).await?;
    let (mut occupied, mut warnings) = (Vec::new(), Vec::new());
    for (target, Scanned { objects, unread }) in namespaces(plan).zip(found) {
        if !unread.is_empty() {
            let kinds = first(unread.into_iter().collect::<Vec<_>>().into_iter());
            warnings.push(format!("not everything in namespace {} is known: cannot list {kinds}", target.id.name));
        }
        let occupants = occupants(objects, &plan.release);
        if !occupants.is_empty() {
            occupied.push(OccupiedNamespace { id: target.id.clone(), origin: target.origin.clone(), occupants });
        }
    }
    Ok(((!occupied.is_empty()).then_some(PlanError::OccupiedNamespaces(occupied)), warnings))
}

/// The namespaces that a plan deletes for good.
fn namespaces(plan: &Plan) -> impl Iterator<Item = &Target> {
    let deletes = plan.changes.iter().filter(|change| change.kind == ChangeKind::Delete);
    let targets = deletes.filter_map(|change| plan.targets.get(change.target));
    targets.filter(|target| target.id.is_kind("", "Namespace"))
}

/// The owners of objects, those with most objects first.
fn occupants(objects: Vec<(ResourceId, Object)>, release: &ReleaseName) -> Vec<Occupant> {
    let mut owners: BTreeMap<String, BTreeSet<ResourceId>> = BTreeMap::new();
    for (id, object) in objects {
        owners.entry(owner_of(&object, release)).or_default().insert(id);
    }
    let mut occupants: Vec<Occupant> =
        owners.into_iter().map(|(owner, objects)| Occupant { owner, objects: objects.into_iter().collect() }).collect();
    occupants.sort_by_key(|occupant| std::cmp::Reverse(occupant.objects.len()));
    occupants
}

fn owner_of(object: &Object, release: &ReleaseName) -> String {
    if let Some((name, _)) = record_of(object) {
        let namespace = object.namespace().map(str::to_string);
        return Holder::Release { name: name.to_string(), namespace }.to_string();
    }
    if owner(object, &release.name, &release.namespace) == Owner::This {
        return "this release, which keeps them".to_string();
    }
    holders(object).first().map_or("owner unknown".to_string(), ToString::to_string)
}
