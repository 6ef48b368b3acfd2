//! Lists the releases of one or all namespaces.

use skeg_release_store::{Detail, Listing, Summary};

use crate::error::Error;
use crate::inventory;
use crate::world::World;

/// Which releases to list.
#[derive(Clone, Debug, Default)]
pub struct ListRequest {
    /// `None`: all namespaces.
    pub namespace: Option<String>,
}

/// The last revision of each release.
pub async fn list(request: &ListRequest, world: &World) -> Result<Listing<Detail>, Error> {
    let namespace = request.namespace.as_deref();
    let store = world.store(namespace.unwrap_or_default());
    let charts = async { Ok(store.list(namespace.is_none()).await?) };
    let manifests = async { Ok::<_, Error>(world.inventories.heads(namespace).await?) };
    let (mut listing, manifests) = tokio::try_join!(charts, manifests)?;
    listing.releases.extend(manifests.into_iter().map(inventory::listed));
    listing.releases.sort_by(|one, other| place(&one.summary).cmp(&place(&other.summary)));
    Ok(listing)
}

fn place(summary: &Summary) -> (&str, &str) {
    (&summary.namespace, &summary.name)
}
