//! Waiting until resources appear.

use std::time::Duration;

use serde_json::json;
use skeg_resources::ResourceId;
use skeg_track::{Cause, Options, TrackTarget};

use crate::support::{World, config_map, deployment, template, within};

fn external(world: &World, name: &str) -> TrackTarget {
    let id = ResourceId::new("", "ConfigMap", Some(&world.namespace), name);
    TrackTarget { id, version: "v1".to_string(), tracking: None, object: None }
}

#[tokio::test]
async fn what_appears_late() {
    let world = World::new("present").await;
    let target = external(&world, "late");
    let (ended, ()) = tokio::join!(within(world.tracker.present(&target, |notice| world.note(notice))), async {
        world.until_waits("it to be created").await;
        world.apply(config_map("late")).await;
    });
    ended.unwrap();
    within(world.tracker.present(&target, |_| ())).await.unwrap();
}

#[tokio::test]
async fn what_never_appears() {
    let options = Options { presence_timeout: Duration::from_millis(500), ..Options::default() };
    let world = World::with("missing", options).await;
    let failure = within(world.tracker.present(&external(&world, "never"), |_| ())).await.unwrap_err();
    assert_eq!((failure.cause, failure.message.as_str()), (Cause::TimedOut, "it does not exist; waited for 500ms"));
}

#[tokio::test]
async fn what_is_not_ours_becomes_ready_late() {
    let world = World::new("external").await;
    let id = ResourceId::new("apps", "Deployment", Some(&world.namespace), "web");
    let target = TrackTarget { id, version: String::new(), tracking: None, object: None };
    let (ended, ()) = tokio::join!(world.ready(&target), async {
        world.until_waits("it to be created").await;
        world.apply(deployment("web", 1, template("main", json!({"test.skeg.dev/behave": "ready-after"})))).await;
    });
    ended.unwrap();
    assert!(world.waits().iter().any(|it| it.starts_with("0/1 ")), "{:?}", world.waits());
}

#[tokio::test]
async fn what_is_ready_once_present_needs_no_question() {
    let world = World::new("trivial").await;
    let targets = [
        world.apply(config_map("it")).await,
        world.apply(json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "it"}})).await,
        world.apply(json!({"apiVersion": "v1", "kind": "Service", "metadata": {"name": "it"}, "spec": {"ports": [{"port": 80}]}})).await,
        world.apply(json!({"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", "metadata": {"name": "it"}})).await,
    ];
    let mark = world.server.audit_mark().unwrap();
    for target in &targets {
        world.ready(target).await.unwrap();
    }
    let requests = world.server.requests_since(mark).unwrap();
    assert!(!requests.iter().any(|it| it.namespace == world.namespace), "{requests:?}");
}
