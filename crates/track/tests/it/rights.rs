//! Users who may not see everything.

use serde_json::json;
use skeg_track::{Options, Tracker};

use crate::support::{World, connect, deployment, template, within};

/// Lets the limited user do this in the namespace.
async fn grant(world: &World, rules: serde_json::Value) {
    world.apply(json!({"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", "metadata": {"name": "it"}, "rules": rules})).await;
    world
        .apply(json!({"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "RoleBinding", "metadata": {"name": "it"},
            "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "it"},
            "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": "limited"}]}))
        .await;
}

fn late() -> serde_json::Value {
    template("main", json!({"test.skeg.dev/behave": "ready-after", "test.skeg.dev/after": "1s"}))
}

#[tokio::test]
async fn who_may_only_get_asks_again() {
    let world = World::new("get").await;
    grant(&world, json!([{"apiGroups": ["apps"], "resources": ["deployments"], "verbs": ["get"]}])).await;
    let target = world.apply(deployment("web", 1, late())).await;
    let tracker = Tracker::new(connect("limited").await, Options::default());
    within(tracker.ready(&target, |notice| world.note(notice))).await.unwrap();
    assert!(
        world.messages().iter().any(|it| it.starts_with("cannot tell why pods are not ready: ")),
        "{:?}",
        world.messages()
    );
}

#[tokio::test]
async fn who_may_not_even_get_is_told() {
    let world = World::new("nothing").await;
    let target = world.apply(deployment("web", 1, late())).await;
    let tracker = Tracker::new(connect("limited").await, Options::default());
    let failure = within(tracker.ready(&target, |_| ())).await.unwrap_err();
    assert!(failure.message.contains("forbidden"), "{failure}");
}

#[tokio::test]
async fn who_may_not_see_pods_waits_without_them() {
    let world = World::new("nopods").await;
    grant(&world, json!([{"apiGroups": ["apps"], "resources": ["*"], "verbs": ["get", "list", "watch"]}])).await;
    let target = world.apply(deployment("web", 1, late())).await;
    let tracker = Tracker::new(connect("limited").await, Options::default());
    within(tracker.ready(&target, |notice| world.note(notice))).await.unwrap();
    assert!(world.waits().iter().any(|it| it.contains("of 1 pods to become available")), "{:?}", world.waits());
}
