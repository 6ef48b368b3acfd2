//! How a release stands: its record, and its resources as they are now.

use skeg_plan::{Live, ReleaseName};
use skeg_release_store::Release;
use skeg_resources::{Class, ResourceId};
use skeg_track::rules::{Assessment, Surroundings, assess};

use crate::desired::{self, Reading};
use crate::error::Error;
use crate::observe::see;
use crate::world::World;

/// How a release stands.
#[derive(Clone, Debug)]
pub struct StatusReport {
    /// As it is on record.
    pub record: Release,
    /// Its resources, as they are now.
    pub resources: Vec<ResourceStatus>,
}

/// How a resource stands.
#[derive(Clone, Debug)]
pub struct ResourceStatus {
    /// Which one.
    pub id: ResourceId,
    /// None where it is missing.
    pub state: Option<Assessment>,
}

/// Whoever asks for the status asks for how it is now, not for how it may become.
const SETTLED: Surroundings = Surroundings { binds_on_first_consumer: true, has_status: true, settled: true };

/// Looks at the resources of a revision; the last where none is named.
pub async fn status(release: &ReleaseName, revision: Option<u64>, world: &World) -> Result<StatusReport, Error> {
    let release = &world.home(release);
    let record = crate::get::get(release, revision, world).await?;
    let scopes = world.cluster.scopes().await?;
    let reading = Reading { release, metadata: &Default::default(), scopes: &scopes };
    let mut resources = desired::stored(&record, &reading)?.0;
    resources.retain(|resource| resource.class == Class::Regular);
    let mut live = see(&world.cluster, &world.secrets, &resources).await?;
    let resources = resources.into_iter().map(|resource| {
        let state = match live.remove(&resource.id) {
            Some(Live::Present { object, .. }) => Some(assess(&object, &SETTLED)),
            _ => None,
        };
        ResourceStatus { id: resource.id, state }
    });
    Ok(StatusReport { record, resources: resources.collect() })
}
