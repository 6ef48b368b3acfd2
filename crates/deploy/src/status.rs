//! The state of a release: its record, and its resources as they are now.

use std::collections::BTreeSet;

use skeg_plan::{Live, ReleaseName};
use skeg_release_store::Release;
use skeg_resources::{Class, Resource, ResourceId};
use skeg_track::rules::{Assessment, Surroundings, assess_stated};

use crate::desired::{self, Reading};
use crate::error::Error;
use crate::inventory;
use crate::observe::see;
use crate::order;
use crate::world::World;

/// The state of a release.
#[derive(Clone, Debug)]
pub struct StatusReport {
    /// As recorded.
    pub record: Release,
    /// Its resources as they are now.
    pub resources: Vec<ResourceStatus>,
}

/// The state of a resource.
#[derive(Clone, Debug)]
pub struct ResourceStatus {
    /// The resource.
    pub id: ResourceId,
    /// The template it comes from: `shop/charts/db/templates/a.yaml`.
    pub source: String,
    /// `None` if it is missing.
    pub state: Option<Assessment>,
}

/// Status shows the current state, so nothing may still be "about to" happen.
const SETTLED: Surroundings = Surroundings { binds_on_first_consumer: true, has_status: true, settled: true };

/// Checks the resources of a revision; the last one if none is named.
pub async fn status(release: &ReleaseName, revision: Option<u64>, world: &World) -> Result<StatusReport, Error> {
    let release = &world.home(release);
    let scopes = world.cluster.scopes().await?;
    let reading = Reading { release, metadata: &Default::default(), scopes: &scopes };
    let (record, mut resources) = match crate::get::get(release, revision, world).await {
        Err(Error::OfManifests(_)) if revision.is_none() => of_inventory(release, &reading, world).await?,
        record => {
            let record = record?;
            let is_ordered = order::of_record(&record, false).0.is_some();
            let resources = desired::stored(&record, &reading, is_ordered)?.0;
            (record, resources)
        }
    };
    resources.retain(|resource| resource.class == Class::Regular);
    let mut live = see(&world.cluster, &world.secrets, &resources).await?;
    let resources = resources.into_iter().map(|resource| {
        let state = match live.remove(&resource.id) {
            Some(Live::Present { object, .. }) => {
                let stated = resource.rules.tracking.readiness.as_ref();
                Some(assess_stated(&object, &SETTLED, stated))
            }
            _ => None,
        };
        ResourceStatus { id: resource.id, source: resource.origin.path, state }
    });
    Ok(StatusReport { record, resources: resources.collect() })
}

/// What the inventory knows of a release that was applied from plain manifests.
async fn of_inventory(
    release: &ReleaseName,
    reading: &Reading<'_>,
    world: &World,
) -> Result<(Release, Vec<Resource>), Error> {
    let Some(inventory) = world.manifests_inventory(release).await? else {
        return Err(world.no_release(release).await);
    };
    Ok((inventory::record(&inventory), inventory::resources(&inventory, &BTreeSet::new(), reading)?))
}
