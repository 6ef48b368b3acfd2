//! The revisions of a release.

use skeg_plan::ReleaseName;
use skeg_release_store::{Detail, Listing};

use crate::error::Error;
use crate::world::World;

/// All revisions that are on record, oldest first.
pub async fn history(release: &ReleaseName, limit: Option<usize>, world: &World) -> Result<Listing<Detail>, Error> {
    let store = world.store(&release.namespace);
    let history = store.history(&release.name).await?;
    if history.revisions.is_empty() {
        return Err(Error::NoRelease(release.clone()));
    }
    let skipped = limit.map_or(0, |limit| history.revisions.len().saturating_sub(limit));
    let mut listing = store.details(history.revisions.into_iter().skip(skipped).collect()).await?;
    listing.warnings.extend(history.warnings);
    Ok(listing)
}
