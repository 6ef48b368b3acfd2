//! Lists the namespaces of the cluster.

use skeg_cluster::Query;

use crate::error::Error;
use crate::world::World;

/// Their names, sorted.
pub async fn namespaces(world: &World) -> Result<Vec<String>, Error> {
    let Some(kind) = world.cluster.kind("", "Namespace", "v1").await? else { return Ok(Vec::new()) };
    let query = Query { metadata_only: true, ..Query::default() };
    let pick = |object: skeg_resources::Object| object.name().map(str::to_string);
    let (mut names, _) = world.cluster.list_with(&kind, None, &query, pick).await?;
    names.sort_unstable();
    Ok(names)
}
