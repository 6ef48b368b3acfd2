//! Webhooks that cannot be reached.

use std::time::Duration;

use serde_json::json;
use skeg_cluster::{Apply, Delete};
use skeg_resources::{Propagation, RefusalKind, ResourceId};
use skeg_test_cluster::{Request, TestCluster};

use crate::support::{blocking, config_map, connect_and_namespace, object, within};

#[tokio::test]
async fn one_that_is_down_is_waited_for_in_applies_but_not_in_plans() {
    let (cluster, namespace) = connect_and_namespace("webhook").await;
    let name = format!("{namespace}-down");
    let webhook = object(json!({
        "apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingWebhookConfiguration", "metadata": {"name": name},
        "webhooks": [{
            "name": "down.example.com", "admissionReviewVersions": ["v1"], "sideEffects": "None", "failurePolicy": "Fail",
            "clientConfig": {"service": {"namespace": namespace, "name": "nobody"}},
            "namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": namespace}},
            "rules": [{"apiGroups": [""], "apiVersions": ["v1"], "operations": ["*"], "resources": ["configmaps"]}],
        }],
    }));
    cluster.apply(&webhook, None, &Apply::default()).await.unwrap();
    let wanted = config_map("a", json!({"k": "1"}));
    let dry = Apply { dry_run: true, ..Apply::default() };
    // The server takes a moment to notice new webhooks.
    let strict_variable = async {
        loop {
            match cluster.apply(&wanted, Some(&namespace), &dry).await {
                Ok(_) => tokio::time::sleep(Duration::from_millis(100)).await,
                Err(error) => break error,
            }
        }
    };
    let error = within(strict_variable).await;
    let down = RefusalKind::WebhookDown { name: "down.example.com".to_string(), namespace: Some(namespace.clone()) };
    assert_eq!(error.status().map(|status| status.kind()), Some(down), "{error}");
    let options = Apply::default();
    let apply = within(cluster.apply(&wanted, Some(&namespace), &options));
    let mark = blocking(|| TestCluster::shared().audit_mark().unwrap()).await;
    let repair = async {
        // Only after an apply was refused.
        let is_refused = |request: &Request| request.namespace == namespace && request.verb == "patch";
        let refused = || async {
            let requests = blocking(move || TestCluster::shared().requests_since(mark).unwrap()).await;
            requests.iter().any(|request| is_refused(request) && !request.uri.contains("dryRun"))
        };
        within(async { while !refused().await {} }).await;
        let id = ResourceId::new("admissionregistration.k8s.io", "ValidatingWebhookConfiguration", None, &name);
        let delete = Delete { propagation: Propagation::Background, uid: None };
        cluster.delete(&id, "v1", &delete).await.unwrap();
    };
    let (applied, ()) = tokio::join!(apply, repair);
    assert!(applied.unwrap().created);
}
