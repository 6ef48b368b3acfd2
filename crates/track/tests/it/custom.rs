//! Definitions and custom resources.

use std::time::Duration;

use serde_json::{Value, json};
use skeg_resources::ResourceId;
use skeg_track::{Options, TrackTarget};

use crate::support::{World, within};

/// A definition in a group of its own.
fn definition(group: &str) -> Value {
    let schema = json!({"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}});
    json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": format!("things.{group}")},
        "spec": {"group": group, "scope": "Namespaced", "names": {"kind": "Thing", "plural": "things"},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": schema, "subresources": {"status": {}}}]}})
}

fn thing(group: &str, size: u32) -> Value {
    json!({"apiVersion": format!("{group}/v1"), "kind": "Thing", "metadata": {"name": "it"}, "spec": {"size": size}})
}

#[tokio::test]
async fn from_definition_to_resource() {
    let world = World::new("custom").await;
    let group = format!("{}.example.com", world.namespace);
    let target = world.apply(definition(&group)).await;
    world.ready(&target).await.unwrap();
    // Served at once, by name and in discovery.
    let target = world.apply(thing(&group, 1)).await;
    let write_status = async |status: Value| {
        let patch = json!({"status": status}).to_string();
        world
            .kubectl(&["patch", &format!("things.{group}"), "it", "--subresource=status", "--type=merge", "-p", &patch])
            .await;
    };
    let (ended, ()) = tokio::join!(world.ready(&target), async {
        world.until_waits("its controller to write a status").await;
        write_status(json!({"observedGeneration": 1, "conditions": [{"type": "Ready", "status": "False", "message": "no room"}]})).await;
        world.until_waits("condition Ready: no room").await;
        write_status(json!({"conditions": [{"type": "Ready", "status": "True"}]})).await;
    });
    ended.unwrap();
    // What was ready before the change is not ready after it.
    let target = world.apply(thing(&group, 2)).await;
    let (ended, ()) = tokio::join!(world.ready(&target), async {
        world.until_waits("its controller to see the change").await;
        write_status(json!({"observedGeneration": 2})).await;
    });
    ended.unwrap();
    world.kubectl(&["delete", "crd", &format!("things.{group}")]).await;
}

#[tokio::test]
async fn where_nothing_happens_nothing_is_waited_for() {
    let idle = Duration::from_millis(500);
    let options = Options { no_activity_timeout: idle, settling: Duration::from_millis(100), ..Options::default() };
    let world = World::with("idle", options).await;
    let group = format!("{}.example.com", world.namespace);
    let definition = world.apply(definition(&group)).await;
    world.ready(&definition).await.unwrap();
    let mut target = world.apply(thing(&group, 1)).await;
    // Nobody writes a status.
    world.ready(&target).await.unwrap();
    let status = json!({"status": {"phase": "Pending"}}).to_string();
    let kind = format!("things.{group}");
    world.kubectl(&["patch", &kind, "it", "--subresource=status", "--type=merge", "-p", &status]).await;
    // As it is with that status: what was seen before it does not count.
    target = world.apply(thing(&group, 1)).await;
    for allowed in [None, Some(1)] {
        target.tracking.as_mut().unwrap().failures_allowed_per_replica = allowed;
        let failure = world.ready(&target).await.unwrap_err();
        assert!(failure.message.starts_with("nothing happened for "), "{failure}");
        assert!(failure.message.ends_with(": phase is Pending"), "{failure}");
    }
    world.kubectl(&["delete", "crd", &kind]).await;
}

#[tokio::test]
async fn a_kind_that_is_not_known_yet() {
    let world = World::new("unknown").await;
    let group = format!("{}.example.com", world.namespace);
    let id = ResourceId::new(&group, "Thing", Some(&world.namespace), "it");
    let target = TrackTarget { id, version: "v1".to_string(), tracking: None, object: None };
    let (ended, ()) = tokio::join!(within(world.tracker.present(&target, |notice| world.note(notice))), async {
        world.until_waits("the cluster to know its kind").await;
        let definition = world.apply(definition(&group)).await;
        world.ready(&definition).await.unwrap();
        world.apply(thing(&group, 1)).await;
    });
    ended.unwrap();
    world.kubectl(&["delete", "crd", &format!("things.{group}")]).await;
}
