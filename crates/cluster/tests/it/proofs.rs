//! Checks `proof::is_unchanged` against the API server's dry run.

mod gallery;
mod mutate;

use serde_json::{Value, json};
use skeg_cluster::{Apply, Cluster, Delete, Deletion};
use skeg_resources::{Object, Propagation, ResourceId, proof};

use crate::support::{connect_and_namespace, object};

/// An object without the fields that change by themselves.
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

/// The paths at which two values differ.
fn differences(path: &str, one: &Value, other: &Value, found: &mut Vec<String>) {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let keys: std::collections::BTreeSet<&String> = one.keys().chain(other.keys()).collect();
            for key in keys {
                let of = |map: &serde_json::Map<String, Value>| map.get(key).cloned().unwrap_or(json!("(absent)"));
                differences(&format!("{path}.{key}"), &of(one), &of(other), found);
            }
        }
        (one, other) if one == other => {}
        (one, other) => found.push(format!("{path}: {one} → {other}")),
    }
}

/// What an apply would change although `is_unchanged` says nothing would; nothing if the server refuses it.
async fn missed(cluster: &Cluster, desired: &Object, namespace: &str) -> Vec<String> {
    let dry = Apply { dry_run: true, ..Apply::default() };
    loop {
        let before = live(cluster, desired, namespace).await;
        if !proof::is_unchanged(desired, &before) {
            return Vec::new();
        }
        let Ok(applied) = cluster.apply(desired, Some(namespace), &dry).await else { return Vec::new() };
        // Controllers may write too, so the object must not have changed meanwhile.
        if live(cluster, desired, namespace).await.resource_version() == before.resource_version() {
            let mut found = Vec::new();
            differences("", &essence(&before), &essence(&applied.object), &mut found);
            return found;
        }
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
            // A custom kind is served only a moment after its CRD was created.
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
                let missed = missed(&cluster, &mutated, &namespace).await;
                assert!(missed.is_empty(), "{desired}: {what} was taken for no change: {missed:#?}");
            }
        }
    }
    assert!(unproven.is_empty(), "not proven:\n{}", unproven.join("\n"));
    assert!(tried > 1000, "only {tried} mutations");
    assert!(claimed * 10 < tried, "{claimed} of {tried} mutations look like no change");
}

/// Restores an object, by deleting and creating it where an apply is not enough.
async fn restore(cluster: &Cluster, desired: &Object, namespace: &str) {
    let strict = Apply { strict: true, ..Apply::default() };
    if cluster.apply(desired, Some(namespace), &strict).await.is_ok() {
        return;
    }
    let kind = cluster.kind(desired.group(), desired.kind(), desired.version()).await.unwrap().unwrap();
    let namespaced = kind.namespaced.then_some(namespace);
    let id = ResourceId::new(desired.group(), desired.kind(), namespaced, desired.name().unwrap());
    let delete = Delete { propagation: Propagation::Background, uid: None };
    while cluster.delete(&id, desired.version(), &delete).await.unwrap() == Deletion::Begun {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    apply(cluster, desired, namespace).await;
}

/// From each mutation back to the object: missing or different values become the wanted ones.
#[tokio::test]
async fn the_way_back_is_not_missed_either() {
    let (cluster, namespace) = connect_and_namespace("back").await;
    let objects = gallery::objects(&namespace);
    let each = objects.iter().filter(|object| !matches!(object.kind(), "Namespace" | "CustomResourceDefinition"));
    let (cluster, namespace) = (&cluster, &namespace);
    let walked = each.map(|desired| async move {
        apply(cluster, desired, namespace).await;
        // A clearly different value is never mistaken for the wanted one; an empty or missing one might be.
        let is_risky = |what: &str| ["remove", "null", "empty", "reverse"].iter().any(|risky| what.starts_with(risky));
        for (what, mutated) in mutate::all(desired).into_iter().filter(|(what, _)| is_risky(what)) {
            if cluster.apply(&mutated, Some(namespace), &Apply::default()).await.is_err() {
                continue;
            }
            let missed = missed(cluster, desired, namespace).await;
            assert!(missed.is_empty(), "{desired}: undoing {what} was taken for no change: {missed:#?}");
            restore(cluster, desired, namespace).await;
        }
    });
    let definitions = objects.iter().filter(|object| object.kind() == "CustomResourceDefinition");
    for definition in definitions {
        apply(cluster, definition, namespace).await;
    }
    futures::future::join_all(walked).await;
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
        ("an owned item removed", template(json!({"volumes": [{"name": "sized", "$patch": "delete"}]}))),
        (
            "a variable more",
            template(json!({"containers": [{"name": "web", "env": [{"name": "MORE", "value": "1"}]}]})),
        ),
    ];
    for (what, patch) in patches {
        patched(&namespace, "deployment", "web", "strategic", &patch).await;
        let after = live(&cluster, &desired, &namespace).await;
        assert_ne!(before.resource_version(), after.resource_version(), "{what}");
        let missed = missed(&cluster, &desired, &namespace).await;
        assert!(missed.is_empty(), "{what}: {missed:#?}");
        // The next mutation starts from the state that an upgrade would leave.
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
