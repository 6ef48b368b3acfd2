//! `proof::is_unchanged` against what the API server itself says.

mod gallery;
mod mutate;

use serde_json::{Value, json};
use skeg_cluster::{Apply, Cluster};
use skeg_resources::{Object, ResourceId, proof};

use crate::support::{connect_and_namespace, object};

/// An object without what changes by itself.
fn essence(object: &Object) -> Value {
    let mut object = object.clone();
    let metadata = object.metadata_mut().unwrap();
    metadata.remove("resourceVersion");
    for entry in metadata.get_mut("managedFields").and_then(Value::as_array_mut).into_iter().flatten() {
        entry.as_object_mut().unwrap().remove("time");
    }
    object.as_map_mut().remove("status");
    object.into()
}

/// Whether the server says that an apply changes nothing.
async fn changes_nothing(cluster: &Cluster, desired: &Object, namespace: &str, live: &Object) -> Result<bool, String> {
    let dry = Apply { dry_run: true, ..Apply::default() };
    match cluster.apply(desired, Some(namespace), &dry).await {
        Ok(applied) => Ok(essence(&applied.object) == essence(live)),
        Err(error) => Err(error.to_string()),
    }
}

async fn live(cluster: &Cluster, desired: &Object, namespace: &str) -> Object {
    let kind = cluster.kind(desired.group(), desired.kind(), desired.version()).await.unwrap().unwrap();
    let namespace = kind.namespaced.then_some(namespace);
    let id = ResourceId::new(desired.group(), desired.kind(), namespace, desired.name().unwrap());
    cluster.get(&id, desired.version()).await.unwrap().unwrap()
}

async fn apply(cluster: &Cluster, desired: &Object, namespace: &str) {
    for attempt in 0.. {
        match cluster.apply(desired, Some(namespace), &Apply { strict: true, ..Apply::default() }).await {
            Ok(_) => return,
            // A custom kind comes into being a moment after its definition.
            Err(error) if attempt < 100 && (error.is_unknown_kind() || error.is_not_found()) => {
                tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            }
            Err(error) => panic!("{error}"),
        }
    }
}

#[tokio::test]
async fn what_we_applied_is_proven_and_no_change_is_missed() {
    let (cluster, namespace) = connect_and_namespace("proofs").await;
    let (mut unproven, mut claimed, mut tried) = (Vec::new(), 0, 0);
    for desired in gallery::objects(&namespace) {
        apply(&cluster, &desired, &namespace).await;
        let live = live(&cluster, &desired, &namespace).await;
        if !proof::is_unchanged(&desired, &live) {
            unproven.push(format!("{desired}: {}", serde_json::to_string(live.as_map()).unwrap()));
        }
        for (what, mutated) in mutate::all(&desired) {
            tried += 1;
            if proof::is_unchanged(&mutated, &live) {
                claimed += 1;
                // What the server refuses is refused whatever we believe.
                if let Ok(unchanged) = changes_nothing(&cluster, &mutated, &namespace, &live).await {
                    assert!(unchanged, "{desired}: {what} was taken for no change");
                }
            }
        }
    }
    assert!(unproven.is_empty(), "not proven:\n{}", unproven.join("\n"));
    assert!(tried > 1000, "only {tried} mutations");
    assert!(claimed * 10 < tried, "{claimed} of {tried} mutations look like no change");
}

#[tokio::test]
async fn changes_by_others() {
    let (cluster, namespace) = connect_and_namespace("drift").await;
    let desired = gallery::deployment();
    apply(&cluster, &desired, &namespace).await;
    let before = live(&cluster, &desired, &namespace).await;
    let template = |value: Value| json!({"spec": {"template": {"spec": value}}});
    let patches = [
        ("an unowned field", json!({"spec": {"minReadySeconds": 7}})),
        ("an owned value", json!({"spec": {"replicas": 5}})),
        ("a label", json!({"metadata": {"labels": {"more": "x"}}})),
        ("an owned label", json!({"metadata": {"labels": {"app": "x"}}})),
        ("a sidecar at the end", template(json!({"containers": [{"name": "sidecar", "image": "s"}]}))),
        (
            "a sidecar in front",
            template(
                json!({"$setElementOrder/containers": [{"name": "sidecar"}, {"name": "web"}], "containers": [{"name": "sidecar", "image": "t"}]}),
            ),
        ),
        ("an owned item removed", template(json!({"volumes": [{"name": "cache", "$patch": "delete"}]}))),
        (
            "a variable more",
            template(json!({"containers": [{"name": "web", "env": [{"name": "MORE", "value": "1"}]}]})),
        ),
    ];
    for (what, patch) in patches {
        patched(&namespace, "deployment", "web", "strategic", &patch).await;
        let after = live(&cluster, &desired, &namespace).await;
        assert_ne!(before.resource_version(), after.resource_version(), "{what}");
        if proof::is_unchanged(&desired, &after) {
            assert_eq!(changes_nothing(&cluster, &desired, &namespace, &after).await, Ok(true), "{what}");
        }
        // The next one begins where we would be after an upgrade.
        apply(&cluster, &desired, &namespace).await;
    }
    let end = live(&cluster, &desired, &namespace).await;
    assert!(proof::is_unchanged(&desired, &end), "fields of others beside ours prove well");
}

#[tokio::test]
async fn what_others_wrote_is_never_proven() {
    let (cluster, namespace) = connect_and_namespace("foreign").await;
    let desired =
        object(json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"k": "1"}}));
    let text = serde_json::to_string(desired.as_map()).unwrap();
    let there = namespace.clone();
    crate::support::blocking(move || skeg_test_cluster::TestCluster::shared().apply(&there, &text).unwrap()).await;
    let live = live(&cluster, &desired, &namespace).await;
    assert!(!proof::is_unchanged(&desired, &live));
}

async fn patched(namespace: &str, kind: &str, name: &str, how: &str, patch: &Value) {
    let arguments =
        ["-n", namespace, "patch", kind, name, "--type", how, "--field-manager", "somebody", "-p", &patch.to_string()];
    let arguments = arguments.map(str::to_string);
    let run = move || skeg_test_cluster::TestCluster::shared().kubectl_run(arguments);
    crate::support::blocking(run).await.unwrap();
}
