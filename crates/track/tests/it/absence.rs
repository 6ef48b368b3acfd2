//! Waiting until resources are gone.

use std::time::Duration;

use serde_json::json;
use skeg_cluster::Delete;
use skeg_resources::Propagation;
use skeg_track::{Cause, Options, TrackTarget};

use crate::support::{World, config_map, deployment, template};

fn background() -> Delete {
    Delete { propagation: Propagation::Background, uid: None }
}

fn held() -> serde_json::Value {
    let mut held = config_map("held");
    held["metadata"]["finalizers"] = json!(["example.com/hold"]);
    held
}

#[tokio::test]
async fn a_finalizer_is_named_until_it_lets_go() {
    let world = World::new("absent").await;
    let target = world.apply(held()).await;
    world.cluster.delete(&target.id, "v1", &background()).await.unwrap();
    let (ended, ()) = tokio::join!(world.absent(&target), async {
        world.until_waits("finalizer example.com/hold").await;
        world
            .kubectl(&["patch", "configmap", "held", "--type=merge", "-p", r#"{"metadata":{"finalizers":null}}"#])
            .await;
    });
    ended.unwrap();
}

#[tokio::test]
async fn too_late_names_the_finalizer() {
    let options = Options { absence_timeout: Duration::from_secs(1), ..Options::default() };
    let world = World::with("stuck", options).await;
    let target = world.apply(held()).await;
    world.cluster.delete(&target.id, "v1", &background()).await.unwrap();
    let failure = world.absent(&target).await.unwrap_err();
    assert_eq!(failure.cause, Cause::TimedOut);
    assert_eq!(failure.message, "still there after 1s: finalizer example.com/hold");
    world.kubectl(&["patch", "configmap", "held", "--type=merge", "-p", r#"{"metadata":{"finalizers":null}}"#]).await;
}

#[tokio::test]
async fn another_of_the_name_is_not_the_one_that_went() {
    let world = World::new("successor").await;
    let target = world.apply(config_map("it")).await;
    world.cluster.delete(&target.id, "v1", &background()).await.unwrap();
    world.apply(config_map("it")).await;
    world.absent(&target).await.unwrap();
}

#[tokio::test]
async fn what_was_never_there() {
    let world = World::new("never").await;
    let mut target = world.apply(config_map("it")).await;
    target.id.name = "other".to_string();
    target.object = None;
    world.absent(&target).await.unwrap();
    // A resource of an unknown kind cannot exist.
    let unknown = skeg_resources::ResourceId::new("none.example.com", "Thing", Some(&world.namespace), "it");
    world.absent(&TrackTarget { id: unknown, version: "v1".to_string(), ..target }).await.unwrap();
}

#[tokio::test]
async fn what_it_owns_goes_first() {
    let world = World::new("foreground").await;
    let slow = template("main", json!({"test.skeg.dev/delete-after": "1s"}));
    let target = world.apply(deployment("web", 1, slow)).await;
    world.ready(&target).await.unwrap();
    let delete = Delete { propagation: Propagation::Foreground, uid: None };
    world.cluster.delete(&target.id, "v1", &delete).await.unwrap();
    world.absent(&target).await.unwrap();
    assert!(world.waits().contains(&"the objects it owns to be deleted".to_string()), "{:?}", world.waits());
    assert_eq!(world.kubectl(&["get", "pods", "-o", "name"]).await, "");
}
