//! Reading and writing objects.

use serde_json::json;
use skeg_cluster::{Apply, Delete, Deletion, Error, Fence, Query};
use skeg_resources::{Propagation, ResourceId};

use crate::support::{config_map, config_map_id, connect, connect_and_namespace, object};

fn background(uid: Option<&str>) -> Delete {
    Delete { propagation: Propagation::Background, uid: uid.map(str::to_string) }
}

#[tokio::test]
async fn apply_get_and_delete() {
    let (cluster, namespace) = connect_and_namespace("objects").await;
    let id = config_map_id(&namespace, "a");
    assert!(cluster.get(&id, "v1").await.unwrap().is_none());

    let wanted = config_map("a", json!({"k": "1"}));
    let dry = Apply { dry_run: true, ..Apply::default() };
    assert!(cluster.apply(&wanted, Some(&namespace), &dry).await.unwrap().created);
    assert!(cluster.get(&id, "v1").await.unwrap().is_none(), "a dry run writes nothing");

    let applied = cluster.apply(&wanted, Some(&namespace), &Apply::default()).await.unwrap();
    assert!(applied.created);
    let managers = applied.object.at(&["metadata", "managedFields"]).unwrap();
    assert_eq!((&managers[0]["manager"], &managers[0]["operation"]), (&json!("helm"), &json!("Apply")));
    let again = cluster.apply(&wanted, Some(&namespace), &Apply::default()).await.unwrap();
    assert!(!again.created);
    assert_eq!(again.object.resource_version(), applied.object.resource_version());

    let uid = applied.object.uid().unwrap();
    let error = cluster.delete(&id, "v1", &background(Some("0000"))).await.unwrap_err();
    assert!(error.is_conflict(), "{error}");
    assert_eq!(cluster.delete(&id, "v1", &background(Some(uid))).await.unwrap(), Deletion::Gone);
    assert_eq!(cluster.delete(&id, "v1", &background(Some(uid))).await.unwrap(), Deletion::Gone);
    assert_eq!(cluster.delete(&id, "v1", &background(None)).await.unwrap(), Deletion::Gone);
}

#[tokio::test]
async fn apply_only_to_the_very_object() {
    let (cluster, namespace) = connect_and_namespace("uid").await;
    let wanted = config_map("a", json!({"k": "1"}));
    let other = Apply { uid: Some("11111111-2222-4333-8444-555555555555".to_string()), ..Apply::default() };
    let error = cluster.apply(&wanted, Some(&namespace), &other).await.unwrap_err();
    assert!(error.is_conflict(), "{error}");
    let uid =
        cluster.apply(&wanted, Some(&namespace), &Apply::default()).await.unwrap().object.uid().map(str::to_string);
    let changed = config_map("a", json!({"k": "2"}));
    assert!(cluster.apply(&changed, Some(&namespace), &other).await.unwrap_err().is_conflict());
    let applied = cluster.apply(&changed, Some(&namespace), &Apply { uid, ..Apply::default() }).await.unwrap();
    assert_eq!(applied.object.text_at(&["data", "k"]), Some("2"));
}

#[tokio::test]
async fn deletion_that_waits_for_a_finalizer() {
    let (cluster, namespace) = connect_and_namespace("finalizer").await;
    let mut wanted = config_map("a", json!({}));
    wanted.metadata_mut().unwrap().insert("finalizers".to_string(), json!(["example.com/wait"]));
    cluster.apply(&wanted, Some(&namespace), &Apply::default()).await.unwrap();
    let id = config_map_id(&namespace, "a");
    assert_eq!(cluster.delete(&id, "v1", &background(None)).await.unwrap(), Deletion::Begun);
    assert!(cluster.get(&id, "v1").await.unwrap().unwrap().is_being_deleted());
    wanted.metadata_mut().unwrap().remove("finalizers");
    cluster.apply(&wanted, Some(&namespace), &Apply::default()).await.unwrap();
    assert!(cluster.get(&id, "v1").await.unwrap().is_none());
}

#[tokio::test]
async fn create_and_replace() {
    let (cluster, namespace) = connect_and_namespace("replace").await;
    let wanted = config_map("a", json!({"k": "1"}));
    let created = cluster.create(&wanted, Some(&namespace)).await.unwrap();
    let error = cluster.create(&wanted, Some(&namespace)).await.unwrap_err();
    assert!(error.is_already_exists() && !error.is_conflict(), "{error}");
    let mut next = created.clone();
    next.as_map_mut().insert("data".to_string(), json!({"k": "2"}));
    cluster.replace(&next, Some(&namespace)).await.unwrap();
    let error = cluster.replace(&next, Some(&namespace)).await.unwrap_err();
    assert!(error.is_conflict() && !error.is_temporary(), "{error}");
    assert!(error.to_string().starts_with(&format!("replacing ConfigMap/a in namespace {namespace}: ")), "{error}");
}

#[tokio::test]
async fn lists_in_pages_by_label_and_as_metadata() {
    let (cluster, namespace) = connect_and_namespace("list").await;
    let kind = cluster.kind("", "ConfigMap", "v1").await.unwrap().unwrap();
    let made = (0..1203).map(|n| {
        let (cluster, namespace) = (cluster.clone(), namespace.clone());
        async move {
            let mut wanted = config_map(&format!("c{n:04}"), json!({"n": n.to_string()}));
            wanted.set_label("odd", if n % 2 == 1 { "yes" } else { "no" });
            cluster.create(&wanted, Some(&namespace)).await.unwrap();
        }
    });
    futures::future::join_all(made).await;
    let all =
        cluster.list(&kind, Some(&namespace), &Query { labels: "odd".to_string(), ..Query::default() }).await.unwrap();
    assert_eq!(all.objects.len(), 1203);
    assert!(all.objects.iter().all(|object| object.kind() == "ConfigMap" && object.api_version() == "v1"));
    assert!(!all.resource_version.is_empty());
    let query = Query { labels: "odd=yes".to_string(), metadata_only: true, ..Query::default() };
    let odd = cluster.list(&kind, Some(&namespace), &query).await.unwrap();
    assert_eq!(odd.objects.len(), 601);
    assert!(odd.objects.iter().all(|object| object.at(&["data"]).is_none() && object.kind() == "ConfigMap"));
    let query = Query { fields: "metadata.name=c0007".to_string(), ..Query::default() };
    assert_eq!(cluster.list(&kind, Some(&namespace), &query).await.unwrap().objects.len(), 1);
    assert!(cluster.list(&kind, None, &Query::default()).await.unwrap().objects.len() > 1203);
}

#[tokio::test]
async fn refusals_say_what_and_why() {
    let (cluster, namespace) = connect_and_namespace("refusals").await;
    let strict = Apply { strict: true, ..Apply::default() };
    let mut wanted = config_map("a", json!({}));
    wanted.as_map_mut().insert("dta".to_string(), json!({}));
    let error = cluster.apply(&wanted, Some(&namespace), &strict).await.unwrap_err();
    assert!(error.to_string().starts_with(&format!("applying ConfigMap/a in namespace {namespace}: ")), "{error}");
    assert!(error.to_string().contains("dta"), "{error}");
    assert!(!error.is_temporary(), "the server calls it its own error, but it is ours");

    let service = object(json!({
        "apiVersion": "v1", "kind": "Service", "metadata": {"name": "s"},
        "spec": {"ports": [{"port": 99999}], "type": "Nope"},
    }));
    let error = cluster.apply(&service, Some(&namespace), &strict).await.unwrap_err();
    assert!(error.is_invalid(), "{error}");
    let fields: Vec<&str> = error.status().unwrap().causes.iter().map(|cause| cause.field.as_str()).collect();
    assert!(fields.contains(&"spec.ports[0].port") && fields.contains(&"spec.type"), "{fields:?}");

    let unknown = object(json!({"apiVersion": "example.com/v9", "kind": "Ghost", "metadata": {"name": "g"}}));
    let error = cluster.apply(&unknown, Some(&namespace), &strict).await.unwrap_err();
    assert!(
        matches!(&error, Error::UnknownKind { group, kind } if group == "example.com" && kind == "Ghost"),
        "{error}"
    );
    let error = cluster.apply(&config_map("a", json!({})), None, &strict).await.unwrap_err();
    assert!(error.to_string().contains("is namespaced, and no namespace was given"), "{error}");
    let nameless = object(json!({"apiVersion": "v1", "kind": "ConfigMap"}));
    let error = cluster.apply(&nameless, Some(&namespace), &strict).await.unwrap_err();
    assert!(error.to_string().contains("no metadata.name"), "{error}");
}

#[tokio::test]
async fn the_version_is_a_hint_when_reading() {
    let cluster = connect().await;
    let id = ResourceId::new("rbac.authorization.k8s.io", "ClusterRole", None, "cluster-admin");
    assert!(cluster.get(&id, "v1beta1").await.unwrap().is_some(), "a version that is no longer served");
}

#[tokio::test]
async fn warnings_are_collected_once() {
    let (cluster, namespace) = connect_and_namespace("warnings").await;
    let wanted = object(json!({
        "apiVersion": "networking.k8s.io/v1", "kind": "Ingress",
        "metadata": {"name": "a", "annotations": {"kubernetes.io/ingress.class": "x"}},
        "spec": {"defaultBackend": {"service": {"name": "a", "port": {"number": 80}}}},
    }));
    for _ in 0..2 {
        cluster.apply(&wanted, Some(&namespace), &Apply::default()).await.unwrap();
    }
    let warnings = cluster.take_warnings();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].contains("kubernetes.io/ingress.class"), "{warnings:?}");
    cluster.apply(&wanted, Some(&namespace), &Apply::default()).await.unwrap();
    assert!(cluster.take_warnings().is_empty());
}

#[tokio::test]
async fn a_closed_fence_lets_no_write_through() {
    let (cluster, namespace) = connect_and_namespace("fence").await;
    let fence = Fence::open();
    let fenced = cluster.fenced(fence.clone());
    let wanted = config_map("a", json!({"k": "1"}));
    fenced.apply(&wanted, Some(&namespace), &Apply::default()).await.unwrap();
    fence.close("a test says so");
    let id = config_map_id(&namespace, "a");
    let changed = config_map("a", json!({"k": "2"}));
    let lost = |error: Error| assert!(matches!(error, Error::LostLease(_)), "{error}");
    lost(fenced.apply(&changed, Some(&namespace), &Apply::default()).await.unwrap_err());
    lost(fenced.create(&config_map("b", json!({})), Some(&namespace)).await.unwrap_err());
    lost(fenced.replace(&changed, Some(&namespace)).await.unwrap_err());
    lost(fenced.delete(&id, "v1", &background(None)).await.unwrap_err());
    let live = fenced.get(&id, "v1").await.unwrap().unwrap();
    assert_eq!(live.text_at(&["data", "k"]), Some("1"));
    fenced.apply(&changed, Some(&namespace), &Apply { dry_run: true, ..Apply::default() }).await.unwrap();
}

#[tokio::test]
async fn a_dropped_service_account_really_goes() {
    let (cluster, namespace) = connect_and_namespace("account").await;
    let pods = json!({"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "x", "image": "x"}]}});
    let spec = json!({"replicas": 0, "selector": {"matchLabels": {"a": "b"}}, "template": pods});
    let without =
        object(json!({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "x"}, "spec": spec}));
    let mut with = without.clone();
    with.as_map_mut()["spec"]["template"]["spec"]["serviceAccountName"] = json!("special");
    let account = ["spec", "template", "spec", "serviceAccountName"];
    let older = ["spec", "template", "spec", "serviceAccount"];

    let applied = cluster.apply(&with, Some(&namespace), &Apply::default()).await.unwrap().object;
    assert_eq!((applied.text_at(&account), applied.text_at(&older)), (Some("special"), Some("special")));
    let dry = Apply { dry_run: true, ..Apply::default() };
    let planned = cluster.apply(&without, Some(&namespace), &dry).await.unwrap().object;
    assert_eq!((planned.at(&account), planned.at(&older)), (None, None), "the plan shows it");
    let applied = cluster.apply(&without, Some(&namespace), &Apply::default()).await.unwrap().object;
    assert_eq!((applied.at(&account), applied.at(&older)), (None, None));
    assert!(skeg_resources::proof::is_unchanged(&without, &applied));
}
