//! Built-in kinds that run no pods.

use serde_json::json;

use super::{check, check_in};
use crate::rules::{Surroundings, is_ready_once_present};

#[test]
fn claim() {
    let phase = |phase: &str| json!({"status": {"phase": phase}});
    check(
        "v1",
        "PersistentVolumeClaim",
        &[
            (phase("Bound"), "ready"),
            (phase("Pending"), "waits: a volume to be bound"),
            (phase("Lost"), "failed: the volume it was bound to is gone"),
            (json!({}), "waits: a volume to be bound"),
        ],
    );
    let late = Surroundings { binds_on_first_consumer: true, ..Surroundings::default() };
    check_in(
        &late,
        "v1",
        "PersistentVolumeClaim",
        &[(phase("Pending"), "ready"), (phase("Lost"), "failed: the volume it was bound to is gone")],
    );
}

#[test]
fn volume() {
    check(
        "v1",
        "PersistentVolume",
        &[
            (json!({"status": {"phase": "Available"}}), "ready"),
            (json!({"status": {"phase": "Bound"}}), "ready"),
            (json!({"status": {"phase": "Pending"}}), "waits: the volume to become available"),
            (json!({"status": {"phase": "Failed", "message": "no deleter"}}), "failed: no deleter"),
        ],
    );
}

#[test]
fn service() {
    let balanced = json!({"spec": {"type": "LoadBalancer"}, "status": {"loadBalancer": {}}});
    let held = json!({"metadata": {"finalizers": ["service.kubernetes.io/load-balancer-cleanup"]}, "spec": {"type": "LoadBalancer"}});
    let rows = [
        (json!({"spec": {"type": "ClusterIP"}}), "ready"),
        (json!({"spec": {"type": "ExternalName"}}), "ready"),
        (json!({"spec": {"type": "LoadBalancer", "externalIPs": ["10.0.0.1"]}}), "ready"),
        (
            json!({"spec": {"type": "LoadBalancer"}, "status": {"loadBalancer": {"ingress": [{"ip": "10.0.0.1"}]}}}),
            "ready",
        ),
        (held, "waits: an address of the load balancer"),
    ];
    check("v1", "Service", &rows);
    check("v1", "Service", &[(balanced.clone(), "waits: an address of the load balancer")]);
    let settled = Surroundings { settled: true, ..Surroundings::default() };
    check_in(&settled, "v1", "Service", &rows);
    check_in(&settled, "v1", "Service", &[(balanced, "ready")]);
}

#[test]
fn custom_resource_definition() {
    let with = |name: &str, status: &str| json!({"status": {"conditions": [{"type": name, "status": status, "message": "in use"}]}});
    check(
        "apiextensions.k8s.io/v1",
        "CustomResourceDefinition",
        &[
            (json!({}), "waits: it to be established"),
            (with("Established", "True"), "ready"),
            (with("Established", "False"), "waits: it to be established"),
            (with("NamesAccepted", "False"), "failed: its names are taken: in use"),
        ],
    );
}

#[test]
fn api_service() {
    let with = |status: &str| json!({"status": {"conditions": [{"type": "Available", "status": status, "reason": "MissingEndpoints"}]}});
    check(
        "apiregistration.k8s.io/v1",
        "APIService",
        &[
            (json!({}), "waits: the API to answer"),
            (with("False"), "waits: the API to answer: MissingEndpoints"),
            (with("True"), "ready"),
        ],
    );
}

#[test]
fn namespace() {
    check(
        "v1",
        "Namespace",
        &[
            (json!({"status": {"phase": "Active"}}), "ready"),
            (json!({}), "waits: it to become active"),
            (
                json!({"metadata": {"deletionTimestamp": "2026-01-01T00:00:00Z"}, "status": {"phase": "Terminating", "conditions": [
                {"type": "NamespaceContentRemaining", "status": "True", "message": "pods. has 2 resource instances"},
                {"type": "NamespaceDeletionDiscoveryFailure", "status": "False", "message": "all fine"}]}}),
                "waits: it is being deleted: pods. has 2 resource instances",
            ),
        ],
    );
}

#[test]
fn disruption_budget() {
    check(
        "policy/v1",
        "PodDisruptionBudget",
        &[
            (
                json!({"metadata": {"generation": 2}, "status": {"observedGeneration": 1}}),
                "waits: its controller to see it",
            ),
            (json!({"metadata": {"generation": 2}}), "waits: its controller to see it"),
            (json!({"metadata": {"generation": 2}, "status": {"observedGeneration": 2}}), "ready"),
        ],
    );
}

#[test]
fn ready_once_present() {
    for (group, kind) in [
        ("", "ConfigMap"),
        ("", "Secret"),
        ("batch", "CronJob"),
        ("networking.k8s.io", "Ingress"),
        ("autoscaling", "HorizontalPodAutoscaler"),
        ("rbac.authorization.k8s.io", "ClusterRole"),
        ("admissionregistration.k8s.io", "ValidatingWebhookConfiguration"),
        ("storage.k8s.io", "StorageClass"),
    ] {
        assert!(is_ready_once_present(group, kind), "{group} {kind}");
        let version = if group.is_empty() { "v1".to_string() } else { format!("{group}/v1") };
        check(&version, kind, &[(json!({"status": {"phase": "Pending"}}), "ready")]);
    }
    for (group, kind) in [
        ("", "Pod"),
        ("apps", "Deployment"),
        ("apiextensions.k8s.io", "CustomResourceDefinition"),
        ("apiregistration.k8s.io", "APIService"),
        ("gateway.networking.k8s.io", "Gateway"),
        ("example.com", "ConfigMap"),
    ] {
        assert!(!is_ready_once_present(group, kind), "{group} {kind}");
    }
}
