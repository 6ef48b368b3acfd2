//! Watches.

use futures::StreamExt;
use serde_json::json;
use skeg_cluster::{Apply, Delete, Query, WatchEvent};
use skeg_resources::Propagation;

use crate::support::{config_map, config_map_id, connect_and_namespace};

#[tokio::test]
async fn sees_what_happens_after_a_list() {
    let (cluster, namespace) = connect_and_namespace("watch").await;
    let kind = cluster.kind("", "ConfigMap", "v1").await.unwrap().unwrap();
    let query = Query { labels: "watched=yes".to_string(), ..Query::default() };
    let listing = cluster.list(&kind, Some(&namespace), &query).await.unwrap();
    let mut wanted = config_map("a", json!({"k": "1"}));
    wanted.set_label("watched", "yes");
    cluster.apply(&wanted, Some(&namespace), &Apply::default()).await.unwrap();

    let mut watch = Box::pin(cluster.watch(&kind, Some(&namespace), &query, &listing.resource_version));
    let WatchEvent::Applied(seen) = watch.next().await.unwrap().unwrap() else { panic!() };
    assert_eq!((seen.name(), seen.kind(), seen.text_at(&["data", "k"])), (Some("a"), "ConfigMap", Some("1")));

    wanted.as_map_mut().insert("data".to_string(), json!({"k": "2"}));
    cluster.apply(&wanted, Some(&namespace), &Apply::default()).await.unwrap();
    let WatchEvent::Applied(seen) = watch.next().await.unwrap().unwrap() else { panic!() };
    assert_eq!(seen.text_at(&["data", "k"]), Some("2"));

    let delete = Delete { propagation: Propagation::Background, uid: None };
    cluster.delete(&config_map_id(&namespace, "a"), "v1", &delete).await.unwrap();
    let WatchEvent::Deleted(seen) = watch.next().await.unwrap().unwrap() else { panic!() };
    assert_eq!(seen.name(), Some("a"));
}

#[tokio::test]
async fn metadata_alone() {
    let (cluster, namespace) = connect_and_namespace("watch-metadata").await;
    let kind = cluster.kind("", "ConfigMap", "v1").await.unwrap().unwrap();
    let query = Query { metadata_only: true, fields: "metadata.name=a".to_string(), ..Query::default() };
    let listing = cluster.list(&kind, Some(&namespace), &query).await.unwrap();
    cluster.apply(&config_map("a", json!({"k": "1"})), Some(&namespace), &Apply::default()).await.unwrap();
    let mut watch = Box::pin(cluster.watch(&kind, Some(&namespace), &query, &listing.resource_version));
    let WatchEvent::Applied(seen) = watch.next().await.unwrap().unwrap() else { panic!() };
    assert_eq!((seen.name(), seen.kind(), seen.at(&["data"])), (Some("a"), "ConfigMap", None));
}

#[tokio::test]
async fn hundreds_at_once() {
    let (cluster, namespace) = connect_and_namespace("watch-many").await;
    let kind = cluster.kind("", "ConfigMap", "v1").await.unwrap().unwrap();
    let query = Query { fields: "metadata.name=a".to_string(), ..Query::default() };
    let listing = cluster.list(&kind, Some(&namespace), &query).await.unwrap();
    let watches = (0..300).map(|_| Box::pin(cluster.watch(&kind, Some(&namespace), &query, &listing.resource_version)));
    let seen = futures::future::join_all(watches.map(|mut watch| async move {
        watch.next().await.unwrap().unwrap();
    }));
    let made = async {
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        cluster.apply(&config_map("a", json!({"k": "1"})), Some(&namespace), &Apply::default()).await.unwrap();
    };
    tokio::join!(seen, made);
}
