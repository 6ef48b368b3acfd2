//! Helm's order of kinds.

use skeg_chart::Compat;

use crate::{Hook, Manifest};

/// The order in which Helm installs kinds; unknown kinds follow by name. The last two are known to Helm 4 only.
const INSTALL_ORDER: &[&str] = &[
    "PriorityClass",
    "Namespace",
    "NetworkPolicy",
    "ResourceQuota",
    "LimitRange",
    "PodSecurityPolicy",
    "PodDisruptionBudget",
    "ServiceAccount",
    "Secret",
    "SecretList",
    "ConfigMap",
    "StorageClass",
    "PersistentVolume",
    "PersistentVolumeClaim",
    "CustomResourceDefinition",
    "ClusterRole",
    "ClusterRoleList",
    "ClusterRoleBinding",
    "ClusterRoleBindingList",
    "Role",
    "RoleList",
    "RoleBinding",
    "RoleBindingList",
    "Service",
    "DaemonSet",
    "Pod",
    "ReplicationController",
    "ReplicaSet",
    "Deployment",
    "HorizontalPodAutoscaler",
    "StatefulSet",
    "Job",
    "CronJob",
    "IngressClass",
    "Ingress",
    "APIService",
    "MutatingWebhookConfiguration",
    "ValidatingWebhookConfiguration",
];

const ONLY_V4: usize = 2;

/// Sorts manifests by kind; those of one kind keep their order.
pub(crate) fn sort_manifests(manifests: &mut [Manifest], compat: Compat) {
    manifests.sort_by(|a, b| rank(&a.kind, compat).cmp(&rank(&b.kind, compat)));
}

/// Sorts hooks by kind; those of one kind keep their order.
pub(crate) fn sort_hooks(hooks: &mut [Hook], compat: Compat) {
    hooks.sort_by(|a, b| rank(&a.manifest.kind, compat).cmp(&rank(&b.manifest.kind, compat)));
}

fn rank(kind: &str, compat: Compat) -> (usize, &str) {
    let known = match compat {
        Compat::V3 => &INSTALL_ORDER[..INSTALL_ORDER.len() - ONLY_V4],
        Compat::V4 => INSTALL_ORDER,
    };
    match known.iter().position(|k| *k == kind) {
        Some(at) => (at, ""),
        None => (known.len(), kind),
    }
}
