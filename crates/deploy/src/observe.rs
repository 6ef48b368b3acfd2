//! What the cluster has of the resources at hand: one list for a kind and namespace where several are wanted, and a dry
//! run only where the live object does not prove by itself that nothing would change.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use futures::future::try_join_all;
use skeg_cluster::{Apply, Cluster, Error, Kind, Query};
use skeg_plan::{Live, Refusal, RefusalCause, Trial};
use skeg_resources::{Object, Resource, ResourceId, proof};

/// From how many wanted objects of a kind and namespace on a list is cheaper than asking for each.
const WORTH_A_LIST: usize = 3;

/// Objects of one kind in one namespace.
type Place = (Kind, Option<String>);

/// Looks at all resources that a deploy may touch.
pub(crate) async fn observe(
    cluster: &Cluster,
    desired: &[Resource],
    previous: &[Resource],
) -> Result<BTreeMap<ResourceId, Live>, Error> {
    let (places, unknown) = sort_by_place(cluster, desired.iter().chain(previous)).await?;
    let found = try_join_all(places.iter().map(|(place, ids)| look(cluster, place, ids))).await?;
    let mut objects: HashMap<ResourceId, Object> = found.into_iter().flatten().collect();
    let mut live: BTreeMap<ResourceId, Live> = unknown.into_iter().map(|id| (id, Live::UnknownKind)).collect();
    let mut trials = Vec::new();
    for resource in desired {
        if let Some(object) = objects.remove(&resource.id) {
            trials.push(try_out(cluster, resource, object));
        }
    }
    for (id, state) in try_join_all(trials).await? {
        live.insert(id, state);
    }
    for (id, object) in objects {
        live.insert(id, Live::Present { object: Box::new(object), trial: Trial::NotNeeded });
    }
    for resource in desired.iter().chain(previous) {
        live.entry(resource.id.clone()).or_insert(Live::Absent);
    }
    Ok(live)
}

/// Looks at resources without asking what would become of them.
pub(crate) async fn see(cluster: &Cluster, resources: &[Resource]) -> Result<BTreeMap<ResourceId, Live>, Error> {
    observe(cluster, &[], resources).await
}

/// Where to look for what, and what is of a kind that the cluster does not know.
async fn sort_by_place<'r>(
    cluster: &Cluster,
    resources: impl Iterator<Item = &'r Resource>,
) -> Result<(Vec<(Place, BTreeSet<&'r ResourceId>)>, Vec<ResourceId>), Error> {
    let mut kinds: HashMap<(&str, &str, &str), Option<Kind>> = HashMap::new();
    let mut places: HashMap<(&str, &str, &str, Option<&str>), BTreeSet<&ResourceId>> = HashMap::new();
    let mut unknown = Vec::new();
    let mut seen = BTreeSet::new();
    for resource in resources {
        let (id, version) = (&resource.id, resource.object.version());
        if !seen.insert(id) {
            continue;
        }
        let key = (id.group.as_str(), id.kind.as_str(), version);
        if !kinds.contains_key(&key) {
            let kind = match cluster.kind(key.0, key.1, key.2).await? {
                // An older release may be in a version that is served no more; any other shows the same object.
                None => cluster.kind(key.0, key.1, "").await?,
                found => found,
            };
            kinds.insert(key, kind);
        }
        match kinds.get(&key) {
            Some(Some(_)) => {
                places.entry((key.0, key.1, key.2, id.namespace.as_deref())).or_default().insert(id);
            }
            _ => unknown.push(id.clone()),
        }
    }
    let places = places.into_iter().filter_map(|((group, kind, version, namespace), ids)| {
        let kind = kinds.get(&(group, kind, version))?.clone()?;
        Some(((kind, namespace.map(str::to_string)), ids))
    });
    Ok((places.collect(), unknown))
}

/// The objects of one place that are wanted and exist.
async fn look(
    cluster: &Cluster,
    (kind, namespace): &Place,
    ids: &BTreeSet<&ResourceId>,
) -> Result<Vec<(ResourceId, Object)>, Error> {
    if ids.len() >= WORTH_A_LIST {
        match list(cluster, kind, namespace.as_deref(), ids).await {
            // Whoever may not list may still get.
            Err(error) if error.is_forbidden() => {}
            listed => return listed,
        }
    }
    let got = try_join_all(ids.iter().map(|id| async {
        let object = cluster.get(id, &kind.version).await?;
        Ok::<_, Error>(object.map(|object| ((*id).clone(), object)))
    }));
    Ok(got.await?.into_iter().flatten().collect())
}

async fn list(
    cluster: &Cluster,
    kind: &Kind,
    namespace: Option<&str>,
    ids: &BTreeSet<&ResourceId>,
) -> Result<Vec<(ResourceId, Object)>, Error> {
    // The records of releases are large, and never resources of one.
    let is_secret = kind.group.is_empty() && kind.kind == "Secret";
    let fields = if is_secret { "type!=helm.sh/release.v1".to_string() } else { String::new() };
    let listing = cluster.list(kind, namespace, &Query { fields, ..Query::default() }).await?;
    let named = listing.objects.into_iter().filter_map(|object| {
        let id = ResourceId::new(&kind.group, &kind.kind, namespace, object.name()?);
        ids.contains(&id).then_some((id, object))
    });
    Ok(named.collect())
}

/// What would become of a live object.
async fn try_out(cluster: &Cluster, resource: &Resource, live: Object) -> Result<(ResourceId, Live), Error> {
    let id = resource.id.clone();
    let is_decided = resource.rules.delete_policy.before_creation;
    if is_decided || live.is_being_deleted() || proof::is_unchanged(&resource.object, &live) {
        return Ok((id, Live::Present { object: Box::new(live), trial: Trial::NotNeeded }));
    }
    let options = Apply { dry_run: true, ..Apply::default() };
    let trial = match cluster.apply(&resource.object, id.namespace.as_deref(), &options).await {
        Ok(applied) => Trial::Result(Box::new(applied.object)),
        Err(Error::Refused(status)) => Trial::Refused(refusal(&status)),
        Err(error) => return Err(error),
    };
    Ok((id, Live::Present { object: Box::new(live), trial }))
}

fn refusal(status: &skeg_cluster::Status) -> Refusal {
    let causes = status.causes.iter().map(|cause| RefusalCause {
        field: cause.field.clone(),
        reason: cause.reason.clone(),
        message: cause.message.clone(),
    });
    Refusal {
        code: status.code,
        reason: status.reason.clone(),
        message: status.message.clone(),
        causes: causes.collect(),
    }
}
