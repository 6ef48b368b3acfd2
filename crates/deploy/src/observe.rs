//! Observes the live objects: one list per kind and namespace if several are wanted, and a dry run only if the live
//! object does not prove that nothing would change.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use futures::future::try_join_all;
use skeg_cluster::{Apply, Cluster, Error, Kind, Query};
use skeg_plan::{Live, Refusal, Trial};
use skeg_resources::{DeployType, KnownSecrets, Object, Resource, ResourceId, Sensitive, proof};

use crate::notes::Notes;

/// From this many objects of a kind and namespace on, one list is cheaper than single reads.
const WORTH_A_LIST: usize = 3;

/// Objects of one kind in one namespace.
type Place = (Kind, Option<String>);
/// The objects to look for, with their desired state; `None` if they are no longer wanted.
type Sought<'r> = BTreeMap<&'r ResourceId, Option<&'r Resource>>;

/// Observes all resources that a deploy may touch.
pub(crate) async fn observe(
    cluster: &Cluster,
    secrets: &KnownSecrets,
    notes: &Notes,
    deploy_type: DeployType,
    desired: &[Resource],
    previous: &[Resource],
) -> Result<BTreeMap<ResourceId, Live>, Error> {
    let wanted = desired.iter().map(|resource| {
        let wanted = Some(resource).filter(|resource| is_deployed(resource, deploy_type));
        (&resource.id, resource.object.version(), wanted)
    });
    let unwanted = previous.iter().map(|resource| (&resource.id, resource.object.version(), None));
    let (places, unknown) = sort_by_place(cluster, wanted.chain(unwanted)).await?;
    desired.iter().chain(previous).for_each(|resource| secrets.publish(&resource.id));
    let found = try_join_all(places.iter().map(|(place, sought)| look(cluster, secrets, place, sought))).await?;
    let found = found.into_iter().flatten();
    let trials = found.map(|observed| {
        observed.trial.iter().for_each(|trial| notes.tell(|| format!("{}: {}", observed.id, trial.reason())));
        try_out(cluster, observed)
    });
    let mut live: BTreeMap<ResourceId, Live> = try_join_all(trials).await?.into_iter().collect();
    live.extend(unknown.into_iter().map(|id| (id, Live::UnknownKind)));
    for resource in desired.iter().chain(previous) {
        live.entry(resource.id.clone()).or_insert(Live::Absent);
    }
    Ok(live)
}

/// Observes resources without dry runs.
pub(crate) async fn see(
    cluster: &Cluster,
    secrets: &KnownSecrets,
    resources: &[Resource],
) -> Result<BTreeMap<ResourceId, Live>, Error> {
    observe(cluster, secrets, &Notes::default(), DeployType::Install, &[], resources).await
}

/// An uninstall deploys only its hooks; everything else is deleted, so it needs no dry run.
fn is_deployed(resource: &Resource, deploy_type: DeployType) -> bool {
    deploy_type != DeployType::Uninstall || resource.rules.turns.iter().any(|turn| turn.on == deploy_type)
}

/// The objects of these names and versions that exist.
pub(crate) async fn find<'r>(
    cluster: &Cluster,
    secrets: &KnownSecrets,
    sought: impl Iterator<Item = (&'r ResourceId, &'r str)>,
) -> Result<BTreeMap<ResourceId, Object>, Error> {
    let sought = sought.map(|(id, version)| (id, version, None));
    let (places, _) = sort_by_place(cluster, sought).await?;
    let found = try_join_all(places.iter().map(|(place, sought)| look(cluster, secrets, place, sought))).await?;
    Ok(found.into_iter().flatten().map(|observed| (observed.id, observed.object)).collect())
}

/// Groups resources by kind and namespace, and lists those of unknown kinds. The first one wins if an object is named
/// twice.
async fn sort_by_place<'r>(
    cluster: &Cluster,
    resources: impl Iterator<Item = (&'r ResourceId, &'r str, Option<&'r Resource>)>,
) -> Result<(Vec<(Place, Sought<'r>)>, Vec<ResourceId>), Error> {
    let mut kinds: HashMap<(&str, &str, &str), Option<Kind>> = HashMap::new();
    let mut places: HashMap<(&str, &str, &str, Option<&str>), Sought<'r>> = HashMap::new();
    let mut unknown = Vec::new();
    let mut seen = BTreeSet::new();
    for (id, version, wanted) in resources {
        if !seen.insert(id) {
            continue;
        }
        let key = (id.group.as_str(), id.kind.as_str(), version);
        let kind = match kinds.entry(key) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(match cluster.kind(key.0, key.1, key.2).await? {
                // An older release may use a version that is no longer served; any other version shows the same object.
                None => cluster.kind(key.0, key.1, "").await?,
                found => found,
            }),
        };
        match kind {
            // The scope of its definition changes in this deploy, so the wanted object cannot exist yet.
            Some(kind) if kind.namespaced != id.namespace.is_some() => {}
            Some(_) => {
                places.entry((key.0, key.1, key.2, id.namespace.as_deref())).or_default().insert(id, wanted);
            }
            None => unknown.push(id.clone()),
        }
    }
    let places = places.into_iter().filter_map(|((group, kind, version, namespace), sought)| {
        let kind = kinds.get(&(group, kind, version))?.clone()?;
        Some(((kind, namespace.map(str::to_string)), sought))
    });
    Ok((places.collect(), unknown))
}

/// A live object, and whether it needs a dry run.
struct Observed<'r> {
    id: ResourceId,
    object: Object,
    /// `None` for what is no longer wanted.
    trial: Option<Decision<'r>>,
}

/// Whether the server has to be asked for the result of an apply.
enum Decision<'r> {
    Try(&'r Resource),
    BeingDeleted,
    Recreated,
    Unchanged,
}

impl Decision<'_> {
    fn reason(&self) -> &'static str {
        match self {
            Decision::Try(_) => "dry run: the live object does not prove that nothing would change",
            Decision::BeingDeleted => "no dry run: it is being deleted",
            Decision::Recreated => "no dry run: it is deleted before it is created anew",
            Decision::Unchanged => "no dry run: the live object proves that nothing would change",
        }
    }
}

impl<'r> Observed<'r> {
    fn new(id: &ResourceId, wanted: Option<&'r Resource>, mut object: Object, secrets: &KnownSecrets) -> Observed<'r> {
        // Others may have added data to it.
        secrets.add_object(&object, wanted.map_or(&Sensitive::Nothing, |resource| &resource.rules.sensitive));
        let trial = wanted.map(|resource| match resource {
            _ if resource.replaces(&object) => Decision::Recreated,
            _ if object.is_being_deleted() => Decision::BeingDeleted,
            _ if proof::is_unchanged(&resource.object, &object) => Decision::Unchanged,
            _ => Decision::Try(resource),
        });
        if matches!(trial, Some(Decision::Unchanged)) {
            leave_only_metadata(&mut object);
        }
        Observed { id: id.clone(), object, trial }
    }
}

/// The contents of unchanged objects are not needed, and there may be thousands.
fn leave_only_metadata(object: &mut Object) {
    object.as_map_mut().retain(|key, _| matches!(key.as_str(), "apiVersion" | "kind" | "metadata"));
    if let Some(metadata) = object.metadata_mut() {
        metadata.remove("managedFields");
    }
}

/// The wanted objects of one kind and namespace that exist.
async fn look<'r>(
    cluster: &Cluster,
    secrets: &KnownSecrets,
    (kind, namespace): &Place,
    sought: &Sought<'r>,
) -> Result<Vec<Observed<'r>>, Error> {
    if sought.len() >= WORTH_A_LIST {
        match list(cluster, secrets, kind, namespace.as_deref(), sought).await {
            // A user who may not list may still get.
            Err(error) if error.is_forbidden() => {}
            listed => return listed,
        }
    }
    let got = try_join_all(sought.iter().map(|(id, wanted)| async {
        let object = cluster.get(id, &kind.version).await?;
        Ok::<_, Error>(object.map(|object| Observed::new(id, *wanted, object, secrets)))
    }));
    Ok(got.await?.into_iter().flatten().collect())
}

async fn list<'r>(
    cluster: &Cluster,
    secrets: &KnownSecrets,
    kind: &Kind,
    namespace: Option<&str>,
    sought: &Sought<'r>,
) -> Result<Vec<Observed<'r>>, Error> {
    // Records of releases are large, and never resources of one.
    let is_secret = kind.group.is_empty() && kind.kind == "Secret";
    let fields = if is_secret { "type!=helm.sh/release.v1,type!=skeg.dev/release".to_string() } else { String::new() };
    let pick = |object: Object| {
        let id = ResourceId::new(&kind.group, &kind.kind, namespace, object.name()?);
        let wanted = sought.get(&id)?;
        Some(Observed::new(&id, *wanted, object, secrets))
    };
    let (seen, _) = cluster.list_with(kind, namespace, &Query { fields, ..Query::default() }, pick).await?;
    Ok(seen)
}

/// Asks the server for the result of an apply.
async fn try_out(cluster: &Cluster, observed: Observed<'_>) -> Result<(ResourceId, Live), Error> {
    let Observed { id, object, trial } = observed;
    let trial = match trial {
        Some(Decision::Try(resource)) => {
            let options = Apply { dry_run: true, ..Apply::default() };
            match cluster.apply(&resource.object, id.namespace.as_deref(), &options).await {
                Ok(applied) => Trial::Result(Box::new(applied.object)),
                Err(Error::Refused(status)) => Trial::Refused(refusal(&status)),
                // The version comes with a definition of the same release.
                Err(error @ Error::UnknownKind { .. }) => {
                    Trial::Refused(Refusal { message: error.to_string(), ..Refusal::default() })
                }
                Err(error) => return Err(error),
            }
        }
        _ => Trial::NotNeeded,
    };
    Ok((id, Live::Present { object: Box::new(object), trial }))
}

/// Converts a refusal for plans.
pub(crate) fn refusal(status: &skeg_cluster::Status) -> Refusal {
    Refusal {
        code: status.code,
        reason: status.reason.clone(),
        message: status.message.clone(),
        causes: status.causes.clone(),
    }
}
