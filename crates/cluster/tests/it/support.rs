//! Helpers for all tests here.

use std::time::Duration;

use serde_json::Value;
use skeg_cluster::{Cluster, Connection};
use skeg_resources::{Object, ResourceId};
use skeg_test_cluster::TestCluster;

/// A connection to the shared test cluster.
pub(crate) fn connection() -> Connection {
    Connection { kubeconfigs: vec![TestCluster::shared().kubeconfig().to_path_buf()], ..Connection::default() }
}

pub(crate) async fn connect() -> Cluster {
    Cluster::connect(&connection()).await.unwrap()
}

/// A handle and a new namespace.
pub(crate) async fn connect_and_namespace(prefix: &str) -> (Cluster, String) {
    let prefix = prefix.to_string();
    let namespace = blocking(move || TestCluster::shared().fresh_namespace(&prefix).unwrap()).await;
    (connect().await, namespace)
}

/// Runs blocking code outside the async runtime's threads.
pub(crate) async fn blocking<T: Send + 'static>(act: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(act).await.unwrap()
}

/// Fails after a timeout, since a test that hangs shows nothing.
pub(crate) async fn within<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(90), future).await.expect("it takes far too long")
}

pub(crate) fn object(value: Value) -> Object {
    Object::try_from(value).unwrap()
}

pub(crate) fn config_map(name: &str, data: Value) -> Object {
    object(serde_json::json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": data}))
}

pub(crate) fn config_map_id(namespace: &str, name: &str) -> ResourceId {
    ResourceId::new("", "ConfigMap", Some(namespace), name)
}
