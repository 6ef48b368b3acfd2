//! Identifies a cluster, as far as the user's rights allow.

use futures::try_join;
use skeg_cluster::Cluster;
use skeg_plan::artifact::ClusterIdentity;
use skeg_resources::ResourceId;

use crate::error::Error;

/// Everything that identifies this cluster; `namespace` is the release's.
pub(super) async fn identify(cluster: &Cluster, namespace: &str) -> Result<ClusterIdentity, Error> {
    let version = async { Ok(cluster.version().await?.git_version) };
    let (id, default_namespace, release_namespace, version) =
        try_join!(uid(cluster, "kube-system"), uid(cluster, "default"), uid(cluster, namespace), version)?;
    let server = cluster.server();
    let authority = server.authority.unwrap_or_default();
    Ok(ClusterIdentity { id, version, default_namespace, release_namespace, server: server.address, authority })
}

/// The uid of a namespace; empty if it does not exist or must not be read: users without that right may still deploy.
async fn uid(cluster: &Cluster, namespace: &str) -> Result<String, Error> {
    match cluster.get(&ResourceId::new("", "Namespace", None, namespace), "v1").await {
        Ok(found) => Ok(found.and_then(|found| found.uid().map(str::to_string)).unwrap_or_default()),
        Err(error) if error.is_forbidden() => Ok(String::new()),
        Err(error) => Err(error.into()),
    }
}
