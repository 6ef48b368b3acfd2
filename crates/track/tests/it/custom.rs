//! Definitions and custom resources.

use std::time::Duration;

use serde_json::{Value, json};
use skeg_resources::ResourceId;
use skeg_track::{Options, TrackTarget};

use crate::support::{World, within};

/// A definition in a group of its own.
pub(crate) fn definition(group: &str) -> Value {
    let schema = json!({"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}});
    json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": format!("things.{group}")},
        "spec": {"group": group, "scope": "Namespaced", "names": {"kind": "Thing", "plural": "things"},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": schema, "subresources": {"status": {}}}]}})
}

pub(crate) fn thing(group: &str, size: u32) -> Value {
    named(group, "it", size)
}

fn named(group: &str, name: &str, size: u32) -> Value {
    json!({"apiVersion": format!("{group}/v1"), "kind": "Thing", "metadata": {"name": name}, "spec": {"size": size}})
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
    // Being ready before the change does not count after it.
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
    // Applied again, so that the status seen before does not count.
    target = world.apply(thing(&group, 1)).await;
    for allowed in [None, Some(1)] {
        target.tracking.as_mut().unwrap().failures_allowed_per_replica = allowed;
        let failure = world.ready(&target).await.unwrap_err();
        assert!(failure.message.starts_with("nothing happened for "), "{failure}");
        assert!(failure.message.ends_with(": phase is Pending"), "{failure}");
    }
    world.kubectl(&["delete", "crd", &kind]).await;
}

/// The grace period for a controller is waited for once per kind, not once per object.
#[tokio::test]
async fn where_nobody_writes_a_status_one_wait_is_enough() {
    let settling = Duration::from_secs(4);
    let options = || Options { settling, ..Options::default() };
    let mut world = World::with("silent", options()).await;
    let (group, other) = (format!("{}.example.com", world.namespace), format!("{}-b.example.com", world.namespace));
    for group in [&group, &other] {
        let definition = world.apply(definition(group)).await;
        world.ready(&definition).await.unwrap();
    }
    world.forget();
    let first = world.apply(thing(&group, 1)).await;
    world.ready(&first).await.unwrap();
    assert_eq!(world.waits(), ["its controller to write a status"]);
    // In the same deploy it is not waited for again.
    world.forget();
    let second = world.apply(named(&group, "second", 1)).await;
    world.ready(&second).await.unwrap();
    assert_eq!(world.waits(), [""; 0]);
    // The next deploy sees that the first object has been without a status for long.
    tokio::time::sleep(Duration::from_secs(2)).await;
    world.tracker = skeg_track::Tracker::new(world.cluster.clone(), options());
    let (third, of_other) = (world.apply(named(&group, "third", 1)).await, world.apply(thing(&other, 1)).await);
    tokio::select! {
        ended = world.ready(&third) => ended.unwrap(),
        _ = world.ready(&of_other) => panic!("the whole grace was waited for"),
    }
    // If a controller does write one, the next object is waited for.
    let status = json!({"status": {"seen": true}}).to_string();
    let kind = format!("things.{group}");
    world.kubectl(&["patch", &kind, "it", "--subresource=status", "--type=merge", "-p", &status]).await;
    world.tracker = skeg_track::Tracker::new(world.cluster.clone(), options());
    world.forget();
    let fourth = world.apply(named(&group, "fourth", 1)).await;
    let write = async {
        world.until_waits("its controller to write a status").await;
        world.kubectl(&["patch", &kind, "fourth", "--subresource=status", "--type=merge", "-p", &status]).await;
    };
    let (ended, ()) = tokio::join!(world.ready(&fourth), write);
    ended.unwrap();
    for group in [&group, &other] {
        world.kubectl(&["delete", "crd", &format!("things.{group}")]).await;
    }
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
