//! How the live objects of a release deviate from what its deployed revision recorded. Nothing is changed.

use std::collections::BTreeSet;

use futures::future::try_join_all;
use skeg_cluster::{Apply, Error as ClusterError};
use skeg_plan::{Deviation, IgnoredFields, ReleaseName, deviations};
use skeg_resources::{Class, Masker, Object, Ownership, Resource, ResourceId, proof, sensitivity};

use crate::desired::{self, Reading};
use crate::error::Error;
use crate::inventory_verify::stranger;
use crate::observe::find;
use crate::world::World;

/// What to compare.
#[derive(Clone, Debug)]
pub struct DriftRequest {
    /// The release.
    pub release: ReleaseName,
    /// Which fields not to compare.
    pub ignored: IgnoredFields,
    /// Kinds not to compare: `Deployment`, `deployment.apps`.
    pub ignored_kinds: BTreeSet<String>,
}

/// The drift of a release.
#[derive(Clone, Debug)]
pub struct DriftReport {
    /// The release.
    pub release: ReleaseName,
    /// The deployed revision.
    pub revision: u64,
    /// How many objects were compared.
    pub compared: usize,
    /// Objects that are not as recorded, ordered by identity.
    pub objects: Vec<ObjectDrift>,
}

/// An object that is not as recorded.
#[derive(Clone, Debug)]
pub struct ObjectDrift {
    /// The object.
    pub id: ResourceId,
    /// The template it comes from.
    pub source: String,
    /// How it deviates.
    pub what: DriftKind,
}

/// How an object deviates.
#[derive(Clone, Debug)]
pub enum DriftKind {
    /// It does not exist.
    Missing,
    /// It is being deleted.
    BeingDeleted,
    /// It belongs to somebody else.
    Foreign(String),
    /// The recorded manifest can no longer be applied to it; the server's message.
    Refused(String),
    /// These fields are not as recorded.
    Fields(Vec<Deviation>),
}

/// Compares the live objects of a release with the manifests of its newest deployed revision.
pub async fn drift(request: DriftRequest, world: &World) -> Result<DriftReport, Error> {
    let release = &world.home(&request.release);
    let (revision, mut resources) = recorded(release, world).await?;
    resources.retain(|resource| resource.class == Class::Regular && !is_ignored(&resource.id, &request.ignored_kinds));
    let versions = resources.iter().map(|resource| (&resource.id, resource.object.version()));
    let mut live = find(&world.cluster, &world.secrets, versions).await?;
    for resource in &resources {
        world.secrets.add_object(&resource.object, &resource.rules.sensitive);
        world.secrets.publish(&resource.id);
    }
    // Given away on purpose: neither the inventory nor the object's marks name this release any more.
    let given_away = given_away(release, &resources, &live, world).await?;
    resources.retain(|resource| !given_away.contains(&resource.id));
    let secrets = world.secrets.masker();
    let comparing = resources.iter().map(|resource| {
        let live = live.remove(&resource.id);
        compare(resource, live, release, &secrets, &request.ignored, world)
    });
    let compared = try_join_all(comparing.collect::<Vec<_>>()).await?;
    let mut objects: Vec<ObjectDrift> = compared.into_iter().flatten().collect();
    objects.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(DriftReport { release: release.clone(), revision, compared: resources.len(), objects })
}

/// The newest deployed revision and its resources.
async fn recorded(release: &ReleaseName, world: &World) -> Result<(u64, Vec<Resource>), Error> {
    let store = world.store(&release.namespace);
    let history = store.history(&release.name).await?;
    let Some(deployed) = history.last_deployed().map(|deployed| deployed.revision) else {
        return Err(match (history.last(), world.manifests_inventory(release).await?) {
            (Some(_), _) => Error::NothingDeployed(release.clone()),
            (None, Some(_)) => Error::OfManifests(release.clone()),
            (None, None) => world.no_release(release).await,
        });
    };
    let Some(record) = store.get(&release.name, deployed).await? else {
        return Err(Error::NothingDeployed(release.clone()));
    };
    let scopes = world.cluster.scopes().await?;
    let reading = Reading { release, metadata: &Default::default(), scopes: &scopes };
    Ok((deployed, desired::stored(&record, &reading, true)?.0))
}

fn is_ignored(id: &ResourceId, kinds: &BTreeSet<String>) -> bool {
    let (kind, full) = (id.kind.to_lowercase(), id.group_kind().to_string().to_lowercase());
    kinds.iter().map(|ignored| ignored.to_lowercase()).any(|ignored| ignored == kind || ignored == full)
}

async fn given_away(
    release: &ReleaseName,
    resources: &[Resource],
    live: &std::collections::BTreeMap<ResourceId, Object>,
    world: &World,
) -> Result<BTreeSet<ResourceId>, Error> {
    let is_others =
        |resource: &&Resource| live.get(&resource.id).is_some_and(|object| stranger(object, release, false).is_some());
    let others: BTreeSet<ResourceId> = resources.iter().filter(is_others).map(|resource| resource.id.clone()).collect();
    if others.is_empty() {
        return Ok(others);
    }
    let Some(kept) = world.inventories.read(&release.name, &release.namespace, true).await? else {
        return Ok(BTreeSet::new());
    };
    let members: BTreeSet<ResourceId> = kept.inventory.members().iter().map(skeg_inventory::Entry::id).collect();
    Ok(if kept.damage().is_some() { BTreeSet::new() } else { others.difference(&members).cloned().collect() })
}

async fn compare(
    resource: &Resource,
    live: Option<Object>,
    release: &ReleaseName,
    secrets: &Masker,
    ignored: &IgnoredFields,
    world: &World,
) -> Result<Option<ObjectDrift>, Error> {
    let policy = &resource.rules.resource_policy;
    let what = match live {
        None if policy.skip_create => None,
        None => Some(DriftKind::Missing),
        Some(live) if live.is_being_deleted() => Some(DriftKind::BeingDeleted),
        Some(live) => match foreign(resource, &live, release) {
            Some(owner) => Some(DriftKind::Foreign(owner)),
            // It is recreated at each deploy, or never changed after its creation.
            None if resource.replaces(&live) || policy.skip_update => None,
            None => fields(resource, &live, secrets, ignored, world).await?,
        },
    };
    let (id, source) = (resource.id.clone(), resource.origin.path.clone());
    Ok(what.map(|what| ObjectDrift { id, source, what }))
}

fn foreign(resource: &Resource, live: &Object, release: &ReleaseName) -> Option<String> {
    stranger(live, release, false).filter(|_| resource.rules.ownership == Ownership::Release)
}

async fn fields(
    resource: &Resource,
    live: &Object,
    secrets: &Masker,
    ignored: &IgnoredFields,
    world: &World,
) -> Result<Option<DriftKind>, Error> {
    let applied = match proof::is_unchanged(&resource.object, live) {
        true => live.clone(),
        false => {
            let options = Apply { dry_run: true, ..Apply::default() };
            match world.cluster.apply(&resource.object, resource.id.namespace.as_deref(), &options).await {
                Ok(applied) => applied.object,
                Err(error @ ClusterError::Refused(_)) if error.is_invalid() => {
                    return Ok(Some(DriftKind::Refused(secrets.mask(&error.to_string()).into_owned())));
                }
                Err(error) => return Err(error.into()),
            }
        }
    };
    let of_live = sensitivity(live);
    let found = deviations(&applied, live, &[&resource.rules.sensitive, &of_live], secrets, ignored);
    Ok((!found.is_empty()).then_some(DriftKind::Fields(found)))
}
