//! Built-in kinds by the names that kubectl accepts.

use crate::identity::GroupKind;

/// Group, kind, plural, short names.
const NAMES: &[(&str, &str, &str, &[&str])] = &[
    ("", "ConfigMap", "configmaps", &["cm"]),
    ("", "Endpoints", "endpoints", &["ep"]),
    ("", "LimitRange", "limitranges", &["limits"]),
    ("", "Namespace", "namespaces", &["ns"]),
    ("", "Node", "nodes", &["no"]),
    ("", "PersistentVolume", "persistentvolumes", &["pv"]),
    ("", "PersistentVolumeClaim", "persistentvolumeclaims", &["pvc"]),
    ("", "Pod", "pods", &["po"]),
    ("", "PodTemplate", "podtemplates", &[]),
    ("", "ReplicationController", "replicationcontrollers", &["rc"]),
    ("", "ResourceQuota", "resourcequotas", &["quota"]),
    ("", "Secret", "secrets", &[]),
    ("", "Service", "services", &["svc"]),
    ("", "ServiceAccount", "serviceaccounts", &["sa"]),
    ("admissionregistration.k8s.io", "MutatingWebhookConfiguration", "mutatingwebhookconfigurations", &[]),
    ("admissionregistration.k8s.io", "ValidatingWebhookConfiguration", "validatingwebhookconfigurations", &[]),
    ("apiextensions.k8s.io", "CustomResourceDefinition", "customresourcedefinitions", &["crd", "crds"]),
    ("apiregistration.k8s.io", "APIService", "apiservices", &[]),
    ("apps", "DaemonSet", "daemonsets", &["ds"]),
    ("apps", "Deployment", "deployments", &["deploy"]),
    ("apps", "ReplicaSet", "replicasets", &["rs"]),
    ("apps", "StatefulSet", "statefulsets", &["sts"]),
    ("autoscaling", "HorizontalPodAutoscaler", "horizontalpodautoscalers", &["hpa"]),
    ("batch", "CronJob", "cronjobs", &["cj"]),
    ("batch", "Job", "jobs", &[]),
    ("coordination.k8s.io", "Lease", "leases", &[]),
    ("networking.k8s.io", "Ingress", "ingresses", &["ing"]),
    ("networking.k8s.io", "IngressClass", "ingressclasses", &[]),
    ("networking.k8s.io", "NetworkPolicy", "networkpolicies", &["netpol"]),
    ("policy", "PodDisruptionBudget", "poddisruptionbudgets", &["pdb"]),
    ("rbac.authorization.k8s.io", "ClusterRole", "clusterroles", &[]),
    ("rbac.authorization.k8s.io", "ClusterRoleBinding", "clusterrolebindings", &[]),
    ("rbac.authorization.k8s.io", "Role", "roles", &[]),
    ("rbac.authorization.k8s.io", "RoleBinding", "rolebindings", &[]),
    ("scheduling.k8s.io", "PriorityClass", "priorityclasses", &["pc"]),
    ("storage.k8s.io", "StorageClass", "storageclasses", &["sc"]),
];

/// The kind of a plural, singular or short name, in any case; of this group, if one is given.
pub(crate) fn find(word: &str, group: Option<&str>) -> Option<GroupKind> {
    let is_meant = |kind: &str, plural: &str, short: &[&str]| {
        let mut names = [kind, plural].into_iter().chain(short.iter().copied());
        names.any(|name| name.eq_ignore_ascii_case(word))
    };
    NAMES
        .iter()
        .find(|(of, kind, plural, short)| group.is_none_or(|group| group == *of) && is_meant(kind, plural, short))
        .map(|(group, kind, ..)| GroupKind::new(group, kind))
}
