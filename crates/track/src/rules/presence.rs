//! Kinds that are ready as soon as they exist.

/// Groups of the API server itself; all other groups have controllers that speak through a status.
const BUILT_IN: &[&str] = &[
    "",
    "admissionregistration.k8s.io",
    "apps",
    "authentication.k8s.io",
    "authorization.k8s.io",
    "autoscaling",
    "batch",
    "certificates.k8s.io",
    "coordination.k8s.io",
    "discovery.k8s.io",
    "events.k8s.io",
    "extensions",
    "flowcontrol.apiserver.k8s.io",
    "internal.apiserver.k8s.io",
    "networking.k8s.io",
    "node.k8s.io",
    "policy",
    "rbac.authorization.k8s.io",
    "resource.k8s.io",
    "scheduling.k8s.io",
    "storage.k8s.io",
    "storagemigration.k8s.io",
];

/// Built-in kinds for which there is a rule.
const WAITED_FOR: &[(&str, &str)] = &[
    ("", "Namespace"),
    ("", "PersistentVolume"),
    ("", "PersistentVolumeClaim"),
    ("", "Pod"),
    ("", "ReplicationController"),
    ("", "Service"),
    ("apps", "DaemonSet"),
    ("apps", "Deployment"),
    ("apps", "ReplicaSet"),
    ("apps", "StatefulSet"),
    ("batch", "Job"),
    ("extensions", "DaemonSet"),
    ("extensions", "Deployment"),
    ("extensions", "ReplicaSet"),
    ("policy", "PodDisruptionBudget"),
];

/// Whether there is nothing to wait for once the API server has taken the object: ConfigMap, Secret, RBAC, Ingress,
/// CronJob, HorizontalPodAutoscaler and others. No request is needed for these.
pub fn is_ready_once_present(group: &str, kind: &str) -> bool {
    BUILT_IN.contains(&group) && !WAITED_FOR.contains(&(group, kind))
}
