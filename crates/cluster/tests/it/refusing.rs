//! Real refusals of a real API server, for the code that has to interpret their texts.

use std::time::Duration;

use serde_json::{Value, json};
use skeg_cluster::{Apply, Cluster, Delete, Error, Status};
use skeg_resources::{Misfit, Object, Propagation, RefusalKind, ResourceId};

use crate::support::{config_map, connect_and_namespace, object, within};

const DRY: Apply = Apply { dry_run: true, strict: false, uid: None };

fn pod(spec: Value) -> Object {
    let mut value = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {"containers": [{"name": "main", "image": "i"}]}});
    value["spec"].as_object_mut().unwrap().extend(spec.as_object().unwrap().clone());
    object(value)
}

fn service(name: &str, spec: Value) -> Object {
    object(json!({"apiVersion": "v1", "kind": "Service", "metadata": {"name": name}, "spec": spec}))
}

/// Dry-runs an apply until it is refused: the server takes a moment to notice what was just created.
async fn refused(cluster: &Cluster, namespace: &str, wanted: &Object) -> Status {
    let refused = async {
        loop {
            match cluster.apply(wanted, Some(namespace), &DRY).await {
                Ok(_) => tokio::time::sleep(Duration::from_millis(100)).await,
                Err(Error::Refused(status)) => break *status,
                Err(error) => panic!("{error}"),
            }
        }
    };
    within(refused).await
}

async fn make(cluster: &Cluster, namespace: Option<&str>, wanted: Value) {
    cluster.apply(&object(wanted), namespace, &Apply::default()).await.unwrap();
}

#[tokio::test]
async fn objects_that_do_not_fit() {
    let (cluster, namespace) = connect_and_namespace("misfits").await;
    let status = refused(&cluster, &namespace, &service("s", json!({"prots": []}))).await;
    let undeclared = Misfit::Other(".spec.prots: field not declared in schema".to_string());
    assert_eq!(status.kind(), RefusalKind::Misfit(vec![undeclared]), "{status}");
    let status = refused(&cluster, &namespace, &config_map("a", json!({"port": 80}))).await;
    let (field, wanted, value) = (".data.port".to_string(), "string".to_string(), "80".to_string());
    assert_eq!(status.kind(), RefusalKind::Misfit(vec![Misfit::WrongType { field, wanted, value }]), "{status}");
    let twice = pod(json!({"containers": [
        {"name": "main", "image": "i", "env": [{"name": "A", "value": "1"}, {"name": "A", "value": "2"}]},
    ]}));
    let status = refused(&cluster, &namespace, &twice).await;
    assert!(
        matches!(status.kind(), RefusalKind::Misfit(faults) if matches!(faults[..], [Misfit::Duplicate { .. }])),
        "{status}"
    );
}

#[tokio::test]
async fn values_that_are_not_allowed() {
    let (cluster, namespace) = connect_and_namespace("values").await;
    let port =
        |name: &str, port: u16| service(name, json!({"type": "NodePort", "ports": [{"port": 80, "nodePort": port}]}));
    // A dry run allocates nothing, so it does not report ports that are taken.
    let error = cluster.apply(&port("low", 7), Some(&namespace), &Apply::default()).await.unwrap_err();
    let status = error.status().unwrap();
    assert!(status.kind() == RefusalKind::Invalid && status.causes.iter().all(|cause| !cause.is_taken()), "{status}");
    // The port may belong to us or to another test: it is taken either way.
    let _ = cluster.apply(&port("first", 31789), Some(&namespace), &Apply::default()).await;
    let error = cluster.apply(&port("second", 31789), Some(&namespace), &Apply::default()).await.unwrap_err();
    let status = error.status().unwrap();
    assert!(status.kind() == RefusalKind::Invalid && status.causes.iter().all(|cause| cause.is_taken()), "{status}");
    let fixed = |data: Value| {
        let mut map = config_map("fixed", data);
        map.as_map_mut().insert("immutable".to_string(), json!(true));
        map
    };
    cluster.apply(&fixed(json!({"a": "1"})), Some(&namespace), &Apply::default()).await.unwrap();
    let status = refused(&cluster, &namespace, &fixed(json!({"a": "2"}))).await;
    assert!(
        status.kind() == RefusalKind::Invalid && status.causes.iter().all(|cause| cause.is_immutable()),
        "{status}"
    );
}

#[tokio::test]
async fn who_forbids_it() {
    let (cluster, namespace) = connect_and_namespace("forbidden").await;
    let here = Some(namespace.as_str());
    let missing = pod(json!({"serviceAccountName": "nobody"}));
    assert_eq!(refused(&cluster, &namespace, &missing).await.kind(), RefusalKind::Missing);
    make(&cluster, here, json!({"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default"}})).await;
    make(
        &cluster,
        here,
        json!({
            "apiVersion": "v1", "kind": "LimitRange", "metadata": {"name": "l"},
            "spec": {"limits": [{"type": "Container", "max": {"cpu": "1"}}]},
        }),
    )
    .await;
    let greedy = pod(json!({"containers": [
        {"name": "main", "image": "i", "resources": {"limits": {"cpu": "2"}}},
    ]}));
    assert_eq!(refused(&cluster, &namespace, &greedy).await.kind(), RefusalKind::LimitRange);
    let labels = json!({"pod-security.kubernetes.io/enforce": "restricted"});
    make(
        &cluster,
        None,
        json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace, "labels": labels}}),
    )
    .await;
    let plain = pod(json!({}));
    assert_eq!(refused(&cluster, &namespace, &plain).await.kind(), RefusalKind::PodSecurity);
    let policy = format!("{namespace}-policy");
    make(
        &cluster,
        None,
        json!({
            "apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingAdmissionPolicy",
            "metadata": {"name": policy},
            "spec": {
                "matchConstraints": {
                    "namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": namespace}},
                    "resourceRules": [{"apiGroups": [""], "apiVersions": ["v1"], "operations": ["*"], "resources": ["configmaps"]}],
                },
                "validations": [{"expression": "false", "message": "no"}],
            },
        }),
    )
    .await;
    make(
        &cluster,
        None,
        json!({
            "apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingAdmissionPolicyBinding",
            "metadata": {"name": policy}, "spec": {"policyName": policy, "validationActions": ["Deny"]},
        }),
    )
    .await;
    let status = refused(&cluster, &namespace, &config_map("a", json!({}))).await;
    assert_eq!(status.kind(), RefusalKind::Policy(policy), "{status}");
}

#[tokio::test]
async fn a_namespace_that_is_being_deleted() {
    let (cluster, namespace) = connect_and_namespace("ending").await;
    let mut held = config_map("held", json!({}));
    held.metadata_mut().unwrap().insert("finalizers".to_string(), json!(["example.com/wait"]));
    cluster.apply(&held, Some(&namespace), &Apply::default()).await.unwrap();
    let delete = Delete { propagation: Propagation::Background, uid: None };
    cluster.delete(&ResourceId::new("", "Namespace", None, &namespace), "v1", &delete).await.unwrap();
    let status = refused(&cluster, &namespace, &config_map("new", json!({}))).await;
    assert_eq!(status.kind(), RefusalKind::NamespaceTerminating, "{status}");
    let told_without_causes = RefusalKind::of(status.code, &status.message, &[]);
    assert_eq!(told_without_causes, RefusalKind::NamespaceTerminating, "{status}");
    held.metadata_mut().unwrap().insert("finalizers".to_string(), json!([]));
    let _ = cluster.apply(&held, Some(&namespace), &Apply::default()).await;
}
