//! The revisions of a release.

use skeg_plan::ReleaseName;
use skeg_release_store::{Detail, Listing};

use crate::error::Error;
use crate::inventory;
use crate::world::World;

/// How many revisions are listed by default, as in Helm.
const MOST: usize = 256;

/// The last revisions on record, oldest first.
pub async fn history(release: &ReleaseName, limit: Option<usize>, world: &World) -> Result<Listing<Detail>, Error> {
    let release = &world.home(release);
    let mut listing = world.store(&release.namespace).revisions(&release.name, limit).await?;
    if listing.releases.is_empty() && listing.warnings.is_empty() {
        match world.manifests_inventory(release).await? {
            Some(inventory) => listing.releases = inventory::details(&inventory),
            None => return Err(world.no_release(release).await),
        }
    }
    let excess = listing.releases.len().saturating_sub(limit.unwrap_or(MOST));
    listing.releases.drain(..excess);
    Ok(listing)
}
