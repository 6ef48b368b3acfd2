//! A cluster behind a faulty proxy, and the same cluster without the proxy.

use std::time::Duration;

use futures::StreamExt;
use skeg_cluster::{Cluster, Connection, Kind, Query, WatchEvent};
use skeg_test_cluster::TestCluster;
use skeg_test_cluster::faults::{Fault, FaultProxy, Seen};

use crate::support::{config_map, connect_and_namespace};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Protocol {
    Http1,
    /// Over TLS.
    Http2,
}

pub(super) const PROTOCOLS: [Protocol; 2] = [Protocol::Http1, Protocol::Http2];

pub(super) struct Scene {
    pub(super) proxy: FaultProxy,
    /// Through the proxy.
    pub(super) cluster: Cluster,
    pub(super) direct: Cluster,
    pub(super) namespace: String,
    pub(super) maps: Kind,
}

/// Faults that one retry overcomes.
pub(super) fn passing() -> Vec<Fault> {
    vec![
        Fault::status(429),
        Fault::come_again(429, 0),
        Fault::status(500),
        Fault::text(502),
        Fault::status(503),
        Fault::come_again(503, 0),
        Fault::text(504),
        Fault::CutBefore,
        Fault::CutAfter,
        Fault::CutMidBody,
    ]
}

impl Scene {
    pub(super) async fn new(protocol: Protocol) -> Scene {
        Scene::with(protocol, Connection::default()).await
    }

    pub(super) async fn with(protocol: Protocol, more: Connection) -> Scene {
        let (direct, namespace) = connect_and_namespace("faults").await;
        let test = TestCluster::shared();
        let proxy = FaultProxy::start(test).unwrap();
        let connection = match protocol {
            Protocol::Http1 => {
                Connection { api_server: Some(proxy.url()), token: Some(test.admin_token().into()), ..more }
            }
            Protocol::Http2 => Connection { kubeconfigs: vec![proxy.kubeconfig().to_path_buf()], ..more },
        };
        let cluster = Cluster::connect(&connection).await.unwrap();
        // A server that has never answered is given up on quickly.
        cluster.version().await.unwrap();
        assert_eq!(proxy.seen()[0].http2, protocol == Protocol::Http2);
        let maps = cluster.kind("", "ConfigMap", "v1").await.unwrap().unwrap();
        Scene { proxy, cluster, direct, namespace, maps }
    }

    /// The requests with this method whose path contains `part`.
    pub(super) fn seen(&self, method: &str, part: &str) -> Vec<Seen> {
        let mut seen = self.proxy.seen();
        seen.retain(|seen| seen.method == method && seen.target.contains(part));
        seen
    }

    pub(super) async fn resource_version(&self) -> String {
        self.direct.list(&self.maps, Some(&self.namespace), &Query::default()).await.unwrap().resource_version
    }

    /// How many writes to a ConfigMap succeeded since then.
    pub(super) async fn effects(&self, name: &str, since: &str) -> usize {
        let end = config_map(&format!("end-of-{name}"), serde_json::json!({}));
        let end = self.direct.create(&end, Some(&self.namespace)).await.unwrap();
        let mut watch = Box::pin(self.direct.watch(&self.maps, Some(&self.namespace), &Query::default(), since));
        let mut effects = 0;
        while let Some(event) = watch.next().await {
            if let WatchEvent::Applied(object) | WatchEvent::Deleted(object) = event.unwrap() {
                effects += usize::from(object.name() == Some(name));
                if object.uid() == end.uid() {
                    break;
                }
            }
        }
        effects
    }
}

/// A connection with this retry budget.
pub(super) fn within(budget: Duration) -> Connection {
    Connection { retry_budget: budget, ..Connection::default() }
}
