//! `lookup` in templates, answered from the cluster.

use std::sync::Arc;

use skeg_cluster::{Cluster, Error, Query};
use skeg_go_yaml::Tree;
use skeg_render::{ClusterLookup, Lookup};
use skeg_resources::{KnownSecrets, Object, ResourceId, Sensitive};
use tokio::runtime::Handle;

use crate::record::to_tree;
use crate::world::World;

/// Queries the cluster from the rendering thread.
struct Answers {
    cluster: Cluster,
    /// Collects the secrets in the answers.
    secrets: KnownSecrets,
    runtime: Handle,
}

/// `lookup` for a rendering started on this runtime.
pub(crate) fn asking(world: &World) -> ClusterLookup {
    let (cluster, secrets) = (world.cluster.clone(), world.secrets.clone());
    ClusterLookup(Arc::new(Answers { cluster, secrets, runtime: Handle::current() }))
}

impl Lookup for Answers {
    fn lookup(&self, api_version: &str, kind: &str, namespace: &str, name: &str) -> Result<Option<Tree>, String> {
        let found = self.runtime.block_on(look_up(self, api_version, kind, namespace, name));
        found.map_err(|error| error.to_string())
    }
}

async fn look_up(
    answers: &Answers,
    api_version: &str,
    kind: &str,
    namespace: &str,
    name: &str,
) -> Result<Option<Tree>, Error> {
    let (cluster, tell) = (&answers.cluster, |object: &Object| answers.secrets.add_object(object, &Sensitive::Nothing));
    let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
    let Some(known) = cluster.kind(group, kind, version).await? else { return Ok(None) };
    let namespace = Some(namespace).filter(|namespace| known.namespaced && !namespace.is_empty());
    if !name.is_empty() {
        let id = ResourceId::new(group, kind, namespace, name);
        let object = cluster.get(&id, version).await?;
        object.iter().for_each(tell);
        return Ok(object.map(|object| to_tree(&object.into())));
    }
    let listing = cluster.list(&known, namespace, &Query::default()).await?;
    listing.objects.iter().for_each(tell);
    let items = listing.objects.into_iter().map(|object| to_tree(&object.into())).collect();
    let list = [
        ("apiVersion", Tree::from(api_version)),
        ("kind", Tree::from(format!("{kind}List").as_str())),
        ("items", Tree::List(items)),
    ];
    Ok(Some(Tree::Map(list.into_iter().map(|(key, value)| (key.into(), value)).collect())))
}
