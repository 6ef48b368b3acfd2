//! Which kinds live in namespaces.

/// Tells what kinds live in namespaces: a cluster's discovery, or the table of built-in kinds.
pub trait Scopes {
    /// None where the kind is not known.
    fn is_namespaced(&self, group: &str, kind: &str) -> Option<bool>;
}

/// The kinds every cluster has.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltIn;

/// Built-in kinds that belong to the whole cluster, with their groups.
const CLUSTER_WIDE: &[(&str, &str)] = &[
    ("", "Namespace"),
    ("", "Node"),
    ("", "PersistentVolume"),
    ("admissionregistration.k8s.io", "MutatingAdmissionPolicy"),
    ("admissionregistration.k8s.io", "MutatingAdmissionPolicyBinding"),
    ("admissionregistration.k8s.io", "MutatingWebhookConfiguration"),
    ("admissionregistration.k8s.io", "ValidatingAdmissionPolicy"),
    ("admissionregistration.k8s.io", "ValidatingAdmissionPolicyBinding"),
    ("admissionregistration.k8s.io", "ValidatingWebhookConfiguration"),
    ("apiextensions.k8s.io", "CustomResourceDefinition"),
    ("apiregistration.k8s.io", "APIService"),
    ("certificates.k8s.io", "CertificateSigningRequest"),
    ("certificates.k8s.io", "ClusterTrustBundle"),
    ("flowcontrol.apiserver.k8s.io", "FlowSchema"),
    ("flowcontrol.apiserver.k8s.io", "PriorityLevelConfiguration"),
    ("networking.k8s.io", "IPAddress"),
    ("networking.k8s.io", "IngressClass"),
    ("networking.k8s.io", "ServiceCIDR"),
    ("node.k8s.io", "RuntimeClass"),
    ("policy", "PodSecurityPolicy"),
    ("rbac.authorization.k8s.io", "ClusterRole"),
    ("rbac.authorization.k8s.io", "ClusterRoleBinding"),
    ("resource.k8s.io", "DeviceClass"),
    ("resource.k8s.io", "ResourceSlice"),
    ("scheduling.k8s.io", "PriorityClass"),
    ("storage.k8s.io", "CSIDriver"),
    ("storage.k8s.io", "CSINode"),
    ("storage.k8s.io", "StorageClass"),
    ("storage.k8s.io", "VolumeAttachment"),
    ("storage.k8s.io", "VolumeAttributesClass"),
];

/// Groups that every cluster has; a kind of theirs that is not cluster-wide is namespaced.
const GROUPS: &[&str] = &["", "apps", "batch", "autoscaling", "policy", "extensions", "events.k8s.io"];

impl Scopes for BuiltIn {
    fn is_namespaced(&self, group: &str, kind: &str) -> Option<bool> {
        if CLUSTER_WIDE.contains(&(group, kind)) {
            return Some(false);
        }
        let is_known = GROUPS.contains(&group) || CLUSTER_WIDE.iter().any(|(known, _)| *known == group);
        (is_known || group == "discovery.k8s.io" || group == "coordination.k8s.io").then_some(true)
    }
}
