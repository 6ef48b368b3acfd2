//! Taking over objects that kubectl and Helm 3 wrote.

use serde_json::json;
use skeg_cluster::{Apply, Cluster};
use skeg_resources::managed_fields::{ManualChanges, needs_take_over};
use skeg_resources::{Object, ResourceId, proof};
use skeg_test_cluster::{Helm, TestCluster};

use crate::support::{blocking, config_map, config_map_id, connect_and_namespace};

async fn kubectl(arguments: &[&str]) -> String {
    let arguments: Vec<String> = arguments.iter().map(|argument| argument.to_string()).collect();
    blocking(move || TestCluster::shared().kubectl_run(arguments).unwrap()).await
}

async fn live(cluster: &Cluster, id: &ResourceId) -> Object {
    cluster.get(id, "v1").await.unwrap().unwrap()
}

/// Takes an object over, applies the wanted state, and checks that nothing else of the old state is left.
async fn take_and_apply(cluster: &Cluster, namespace: &str, id: &ResourceId, wanted: &Object) -> Object {
    assert!(needs_take_over(&live(cluster, id).await, ManualChanges::Undo));
    assert!(cluster.take_over(id, "v1", ManualChanges::Undo).await.unwrap());
    assert!(!cluster.take_over(id, "v1", ManualChanges::Undo).await.unwrap(), "once is enough");
    cluster.apply(wanted, Some(namespace), &Apply::default()).await.unwrap();
    let after = live(cluster, id).await;
    assert!(!needs_take_over(&after, ManualChanges::Undo));
    assert!(proof::is_unchanged(wanted, &after), "{after:?}");
    after
}

#[tokio::test]
async fn from_kubectl_apply() {
    let (cluster, namespace) = connect_and_namespace("from-kubectl").await;
    let text = serde_json::to_string(config_map("a", json!({"kept": "1", "dropped": "2"})).as_map()).unwrap();
    let there = namespace.clone();
    blocking(move || TestCluster::shared().apply(&there, &text).unwrap()).await;
    let id = config_map_id(&namespace, "a");
    let after = take_and_apply(&cluster, &namespace, &id, &config_map("a", json!({"kept": "1"}))).await;
    assert_eq!(after.at(&["data"]), Some(&json!({"kept": "1"})));
    assert_eq!(after.annotation("kubectl.kubernetes.io/last-applied-configuration"), None);
}

#[tokio::test]
async fn without_it_dropped_fields_would_stay() {
    let (cluster, namespace) = connect_and_namespace("left").await;
    let text = serde_json::to_string(config_map("a", json!({"kept": "1", "dropped": "2"})).as_map()).unwrap();
    let there = namespace.clone();
    blocking(move || TestCluster::shared().apply(&there, &text).unwrap()).await;
    let wanted = config_map("a", json!({"kept": "1"}));
    let applied = cluster.apply(&wanted, Some(&namespace), &Apply::default()).await.unwrap();
    assert_eq!(applied.object.text_at(&["data", "dropped"]), Some("2"));
}

#[tokio::test]
async fn from_helm_3_and_kubectl_edit() {
    let (cluster, namespace) = connect_and_namespace("from-helm").await;
    let chart = TestCluster::shared().folder().join("take-over-chart");
    std::fs::create_dir_all(chart.join("templates")).unwrap();
    std::fs::write(chart.join("Chart.yaml"), "apiVersion: v2\nname: small\nversion: 1.0.0\n").unwrap();
    let template = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  kept: \"1\"\n  dropped: \"2\"\n";
    std::fs::write(chart.join("templates/a.yaml"), template).unwrap();
    let arguments = ["install", "one", chart.to_str().unwrap(), "-n", &namespace].map(str::to_string);
    blocking(move || TestCluster::shared().helm_run(Helm::V3, arguments).unwrap()).await;
    let patch = r#"{"data":{"by-hand":"3"}}"#;
    kubectl(&["-n", &namespace, "patch", "cm", "a", "--field-manager", "kubectl-edit", "--type", "merge", "-p", patch])
        .await;
    let id = config_map_id(&namespace, "a");

    let mut wanted = config_map("a", json!({"kept": "1"}));
    for (key, value) in live(&cluster, &id).await.annotations() {
        wanted.set_annotation(key, value);
    }
    wanted.set_label("app.kubernetes.io/managed-by", "Helm");
    let after = take_and_apply(&cluster, &namespace, &id, &wanted).await;
    assert_eq!(after.at(&["data"]), Some(&json!({"kept": "1"})));
    assert_eq!(after.label("app.kubernetes.io/managed-by"), Some("Helm"));
}

#[tokio::test]
async fn what_people_changed_may_stay() {
    let (cluster, namespace) = connect_and_namespace("by-hand").await;
    let wanted = config_map("a", json!({"k": "1"}));
    cluster.apply(&wanted, Some(&namespace), &Apply::default()).await.unwrap();
    let patch = r#"{"data":{"by-hand":"3"}}"#;
    kubectl(&["-n", &namespace, "patch", "cm", "a", "--field-manager", "kubectl-edit", "--type", "merge", "-p", patch])
        .await;
    let id = config_map_id(&namespace, "a");
    assert!(!cluster.take_over(&id, "v1", ManualChanges::Keep).await.unwrap());
    cluster.apply(&wanted, Some(&namespace), &Apply::default()).await.unwrap();
    assert_eq!(live(&cluster, &id).await.text_at(&["data", "by-hand"]), Some("3"));
    assert!(cluster.take_over(&id, "v1", ManualChanges::Undo).await.unwrap());
    cluster.apply(&wanted, Some(&namespace), &Apply::default()).await.unwrap();
    assert_eq!(live(&cluster, &id).await.text_at(&["data", "by-hand"]), None);
}
