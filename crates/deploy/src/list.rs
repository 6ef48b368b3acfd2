//! Lists the releases of one or all namespaces.

use skeg_release_store::{Detail, Listing};

use crate::error::Error;
use crate::world::World;

/// Which releases to list.
#[derive(Clone, Debug, Default)]
pub struct ListRequest {
    /// `None`: all namespaces.
    pub namespace: Option<String>,
}

/// The last revision of each release.
pub async fn list(request: &ListRequest, world: &World) -> Result<Listing<Detail>, Error> {
    let store = world.store(request.namespace.as_deref().unwrap_or_default());
    Ok(store.list(request.namespace.is_none()).await?)
}
