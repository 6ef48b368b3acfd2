//! Which kinds are namespaced.

use std::collections::HashMap;

use crate::identity::GroupKind;
use crate::object::Object;

/// Knows which kinds are namespaced: a cluster's discovery, or the table of built-in kinds.
pub trait Scopes {
    /// `None` if the kind is unknown.
    fn is_namespaced(&self, group: &str, kind: &str) -> Option<bool>;

    /// The kind that kubectl would resolve this word to (`deploy`, `certificates`); of this group, if one is given.
    /// Built-in kinds need not be found here.
    fn find_resource(&self, _word: &str, _group: Option<&str>) -> Option<GroupKind> {
        None
    }
}

/// Scopes, extended by the CRDs among the resources.
pub(crate) struct WithDefinitions<'a> {
    scopes: &'a dyn Scopes,
    defined: HashMap<GroupKind, bool>,
}

impl<'a> WithDefinitions<'a> {
    pub(crate) fn new<'o>(scopes: &'a dyn Scopes, objects: impl Iterator<Item = &'o Object>) -> WithDefinitions<'a> {
        WithDefinitions { scopes, defined: objects.filter_map(definition).collect() }
    }
}

/// The kind that a CustomResourceDefinition defines; `None` for any other object.
pub fn defined_kind(object: &Object) -> Option<GroupKind> {
    if (object.group(), object.kind()) != ("apiextensions.k8s.io", "CustomResourceDefinition") {
        return None;
    }
    Some(GroupKind::new(object.text_at(&["spec", "group"])?, object.text_at(&["spec", "names", "kind"])?))
}

/// The kind that a CRD defines, and whether it is namespaced.
fn definition(object: &Object) -> Option<(GroupKind, bool)> {
    Some((defined_kind(object)?, object.text_at(&["spec", "scope"])? == "Namespaced"))
}

impl Scopes for WithDefinitions<'_> {
    fn is_namespaced(&self, group: &str, kind: &str) -> Option<bool> {
        match self.defined.get(&GroupKind::new(group, kind)) {
            Some(is_namespaced) => Some(*is_namespaced),
            None => self.scopes.is_namespaced(group, kind),
        }
    }

    fn find_resource(&self, word: &str, group: Option<&str>) -> Option<GroupKind> {
        self.scopes.find_resource(word, group)
    }
}

/// The kinds every cluster has.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltIn;

/// Built-in cluster-wide kinds, with their groups.
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

/// Groups that every cluster has; their other kinds are namespaced.
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
