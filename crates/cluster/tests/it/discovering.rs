//! Discovery of the kinds that the cluster serves.

use std::time::Duration;

use serde_json::json;
use skeg_cluster::Apply;
use skeg_resources::Scopes;
use skeg_test_cluster::{Options, TestCluster, tally};

use crate::old_server::connect_to_old_server;
use crate::support::{blocking, config_map_id, connect, connection, object};

/// A CRD for a kind `Boat` in its own group.
fn boats(group: &str) -> skeg_resources::Object {
    object(json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": format!("boats.{group}")},
        "spec": {
            "group": group,
            "names": {"kind": "Boat", "plural": "boats", "singular": "boat"},
            "scope": "Namespaced",
            "versions": [{
                "name": "v1", "served": true, "storage": true,
                "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
            }],
        },
    }))
}

#[tokio::test]
async fn kinds_scopes_and_versions() {
    let cluster = connect().await;
    let deployment = cluster.kind("apps", "Deployment", "").await.unwrap().unwrap();
    assert_eq!((deployment.api_version().as_str(), deployment.plural.as_str()), ("apps/v1", "deployments"));
    assert!(deployment.namespaced && deployment.has_verb("patch"));
    assert!(deployment.subresources.contains(&"scale".to_string()));
    assert_eq!(cluster.kind("apps", "Deployment", "v1beta1").await.unwrap(), None);
    let scopes = cluster.scopes().await.unwrap();
    assert_eq!(scopes.is_namespaced("", "ConfigMap"), Some(true));
    assert_eq!(scopes.is_namespaced("rbac.authorization.k8s.io", "ClusterRole"), Some(false));
    assert_eq!(scopes.is_namespaced("apps", "Nope"), None);
}

#[tokio::test]
async fn api_versions_are_those_that_helm_sees() {
    let versions = connect().await.api_versions().await.unwrap();
    for wanted in ["v1", "v1/ConfigMap", "apps/v1", "apps/v1/Deployment", "apps/v1/Scale", "v1/Eviction"] {
        assert!(versions.iter().any(|version| version == wanted), "{wanted} in {versions:?}");
    }
    let test = TestCluster::shared();
    let served = blocking(|| test.kubectl_run(["api-versions"]).unwrap()).await;
    for line in served.lines().filter(|line| !line.contains("example.com")) {
        assert!(versions.iter().any(|version| version == line), "{line}");
    }
}

#[tokio::test]
async fn a_new_kind_is_found_without_asking_for_all_anew() {
    let cluster = connect().await;
    let group = "discovering.example.com";
    assert_eq!(cluster.kind(group, "Boat", "v1").await.unwrap(), None);
    cluster.apply(&boats(group), None, &Apply::default()).await.unwrap();
    for _ in 0..100 {
        cluster.refresh(group).await.unwrap();
        if let Some(kind) = cluster.kind(group, "Boat", "v1").await.unwrap() {
            assert!(kind.namespaced);
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the kind never came");
}

#[tokio::test]
async fn what_needs_no_discovery_asks_for_none() {
    let test = skeg_test_cluster::TestCluster::shared();
    let agent = "skeg-without-discovery";
    let connection = skeg_cluster::Connection { user_agent: agent.to_string(), ..connection() };
    let mark = blocking(|| test.audit_mark().unwrap()).await;
    let cluster = skeg_cluster::Cluster::connect(&connection).await.unwrap();
    assert!(cluster.get(&config_map_id("default", "absent"), "v1").await.unwrap().is_none());
    let requests = blocking(move || test.requests_since(mark).unwrap()).await;
    let ours: Vec<_> = requests.iter().filter(|request| request.user_agent == agent).collect();
    assert_eq!(ours.len(), 1, "{ours:?}");

    cluster.kind("apps", "Deployment", "").await.unwrap();
    cluster.scopes().await.unwrap();
    cluster.api_versions().await.unwrap();
    let requests = blocking(move || test.requests_since(mark).unwrap()).await;
    let counts = tally(requests.iter().filter(|request| request.user_agent == agent));
    assert_eq!((counts.get("get /api"), counts.get("get /apis"), counts.len()), (Some(&1), Some(&1), 3), "{counts:?}");
}

#[tokio::test]
async fn an_old_server_tells_the_same() {
    let (old, _plain) = connect_to_old_server().await;
    let new = connect().await;
    let is_ours = |version: &String| !version.contains("example.com");
    let ours = |versions: Vec<String>| versions.into_iter().filter(is_ours).collect::<Vec<_>>();
    assert_eq!(ours(old.api_versions().await.unwrap()), ours(new.api_versions().await.unwrap()));
    for (group, kind) in [("apps", "Deployment"), ("", "Node"), ("autoscaling", "HorizontalPodAutoscaler")] {
        let (mut one, mut other) =
            (old.kind(group, kind, "").await.unwrap().unwrap(), new.kind(group, kind, "").await.unwrap().unwrap());
        for kind in [&mut one, &mut other] {
            kind.verbs.sort();
            kind.subresources.sort();
        }
        assert_eq!(one, other);
    }
}

#[tokio::test]
async fn a_broken_group_is_a_warning() {
    // On its own cluster, since all other tests would see it too.
    let test = blocking(|| TestCluster::start_with(&Options::api_only()).unwrap()).await;
    let connection =
        skeg_cluster::Connection { kubeconfigs: vec![test.kubeconfig().to_path_buf()], ..Default::default() };
    let cluster = skeg_cluster::Cluster::connect(&connection).await.unwrap();
    let service = object(json!({
        "apiVersion": "apiregistration.k8s.io/v1", "kind": "APIService", "metadata": {"name": "v1.broken.example.com"},
        "spec": {
            "group": "broken.example.com", "version": "v1", "groupPriorityMinimum": 10, "versionPriority": 10,
            "insecureSkipTLSVerify": true, "service": {"name": "nobody", "namespace": "default"},
        },
    }));
    cluster.apply(&service, None, &Apply::default()).await.unwrap();
    let mut warnings = Vec::new();
    for _ in 0..100 {
        let fresh = skeg_cluster::Cluster::connect(&connection).await.unwrap();
        assert!(fresh.kind("apps", "Deployment", "").await.unwrap().is_some());
        warnings = fresh.take_warnings();
        if !warnings.is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(warnings, ["the API broken.example.com/v1 does not answer: its kinds may be unknown"]);
    assert!(cluster.kind("broken.example.com", "Thing", "v1").await.unwrap().is_none());
}
