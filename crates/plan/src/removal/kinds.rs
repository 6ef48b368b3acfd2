//! The order in which kinds are deleted by default: roughly the reverse of installing, in few steps, because each step
//! waits until the one before is gone.

use skeg_resources::{BuiltIn, ResourceId, Scopes};

/// Kinds that are deleted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Rank {
    /// They would block the rest once their backend is gone.
    Webhooks,
    /// Their operator must still run to finalize them.
    CustomResources,
    Workloads,
    Others,
    /// Deleting them deletes all objects of the kind.
    Definitions,
    Namespaces,
}

impl Rank {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Rank::Webhooks => "webhooks",
            Rank::CustomResources => "custom resources",
            Rank::Workloads => "workloads",
            Rank::Others => "other resources",
            Rank::Definitions => "definitions of kinds",
            Rank::Namespaces => "namespaces",
        }
    }
}

pub(crate) fn rank(id: &ResourceId) -> Rank {
    match (id.group.as_str(), id.kind.as_str()) {
        ("admissionregistration.k8s.io", _) => Rank::Webhooks,
        ("apiextensions.k8s.io", "CustomResourceDefinition") => Rank::Definitions,
        ("", "Namespace") => Rank::Namespaces,
        ("apps" | "batch" | "autoscaling", _) | ("", "Pod" | "ReplicationController") => Rank::Workloads,
        // As long as it exists, requests go to the workload behind it.
        ("apiregistration.k8s.io", "APIService") | ("networking.k8s.io", "Ingress") => Rank::Workloads,
        (group, kind) if BuiltIn.is_namespaced(group, kind).is_none() => Rank::CustomResources,
        _ => Rank::Others,
    }
}

pub(crate) fn is_namespace(id: &ResourceId) -> bool {
    id.is_kind("", "Namespace")
}
