//! Reads one revision of a release in full.

use serde_json::Value;
use skeg_plan::ReleaseName;
use skeg_release_store::Release;
use skeg_resources::{Class, Resource, redact};

use crate::deploy_options::Metadata;
use crate::desired::{self, Reading};
use crate::error::Error;
use crate::record::merged_values;
use crate::world::World;

/// A revision as recorded; the last one if none is named.
pub async fn get(release: &ReleaseName, revision: Option<u64>, world: &World) -> Result<Release, Error> {
    let release = &world.home(release);
    let store = world.store(&release.namespace);
    if let Some(revision) = revision
        && let Some(record) = store.get(&release.name, revision).await?
    {
        return Ok(record);
    }
    let history = store.history(&release.name).await?;
    let Some(last) = history.last() else {
        return Err(match world.manifests_inventory(release).await? {
            Some(_) => Error::OfManifests(release.clone()),
            None => world.no_release(release).await,
        });
    };
    let known = history.revisions.iter().map(|each| each.revision).collect();
    let wanted = revision.unwrap_or(last.revision);
    let missing = || Error::NoRevision { release: release.clone(), revision: wanted, known };
    if revision.is_some() {
        return Err(missing());
    }
    store.get(&release.name, wanted).await?.ok_or_else(missing)
}

/// A revision with its resources parsed.
#[derive(Clone, Debug)]
pub struct Seen {
    /// As recorded.
    pub record: Release,
    resources: Vec<Resource>,
}

/// A revision and its resources; the last one if none is named.
pub async fn get_resources(release: &ReleaseName, revision: Option<u64>, world: &World) -> Result<Seen, Error> {
    let release = &world.home(release);
    let record = get(release, revision, world).await?;
    let scopes = world.cluster.scopes().await?;
    let reading = Reading { release, metadata: &Metadata::default(), scopes: &scopes };
    let (resources, _) = desired::stored(&record, &reading, true)?;
    for resource in &resources {
        world.secrets.add_object(&resource.object, &resource.rules.sensitive);
        world.secrets.publish(&resource.id);
    }
    Ok(Seen { record, resources })
}

impl Seen {
    /// The chart's values with the user's merged over them.
    pub fn values(&self) -> Value {
        merged_values(&self.record)
    }

    /// Its hooks as objects; secrets are hidden unless `show_secrets`.
    pub fn hooks(&self, show_secrets: bool) -> Vec<Value> {
        self.of_class(Class::Hook, show_secrets)
    }

    /// Its other resources as objects; secrets are hidden unless `show_secrets`.
    pub fn resources(&self, show_secrets: bool) -> Vec<Value> {
        self.of_class(Class::Regular, show_secrets)
    }

    fn of_class(&self, class: Class, show_secrets: bool) -> Vec<Value> {
        let wanted = self.resources.iter().filter(|resource| resource.class == class);
        let shown = |resource: &Resource| match show_secrets {
            true => resource.recorded_object(),
            false => redact(&resource.recorded_object(), &resource.rules.sensitive),
        };
        wanted.map(|resource| shown(resource).into()).collect()
    }
}
