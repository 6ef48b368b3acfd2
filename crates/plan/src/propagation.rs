//! How deletions treat dependents.

use skeg_resources::{Propagation, Resource, ResourceId};

use crate::request::Policy;

/// The resource's annotation decides, then the flag, then the kind.
pub(crate) fn of(resource: &Resource, policy: &Policy) -> Propagation {
    resource.rules.propagation.or(policy.propagation).unwrap_or_else(|| of_kind(&resource.id))
}

/// A foreground deletion waits until the garbage collector has deleted everything the object owns. Its queue works off
/// about fifteen objects a second, so what owns nothing is deleted directly.
fn of_kind(id: &ResourceId) -> Propagation {
    match owns_nothing(id) {
        true => Propagation::Background,
        false => Propagation::Foreground,
    }
}

/// Built-in kinds that no built-in controller makes the owner of anything. Not among them: Service and Endpoints, which own
/// EndpointSlices, and Ingress, which owns the certificates that cert-manager makes for it.
fn owns_nothing(id: &ResourceId) -> bool {
    match id.group.as_str() {
        "" => matches!(
            id.kind.as_str(),
            "ConfigMap"
                | "LimitRange"
                | "PersistentVolume"
                | "PersistentVolumeClaim"
                | "PodTemplate"
                | "ResourceQuota"
                | "Secret"
                | "ServiceAccount"
        ),
        "apps" => id.kind == "ControllerRevision",
        "autoscaling" => id.kind == "HorizontalPodAutoscaler",
        "networking.k8s.io" => matches!(id.kind.as_str(), "IngressClass" | "NetworkPolicy"),
        "node.k8s.io" => id.kind == "RuntimeClass",
        "policy" => id.kind == "PodDisruptionBudget",
        "scheduling.k8s.io" => id.kind == "PriorityClass",
        "storage.k8s.io" => matches!(id.kind.as_str(), "CSIDriver" | "StorageClass" | "VolumeAttributesClass"),
        "apiregistration.k8s.io" => id.kind == "APIService",
        "coordination.k8s.io" => id.kind == "Lease",
        "discovery.k8s.io" => id.kind == "EndpointSlice",
        "admissionregistration.k8s.io" | "flowcontrol.apiserver.k8s.io" | "rbac.authorization.k8s.io" => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use skeg_resources::{Propagation, ResourceId};

    use super::of_kind;

    #[test]
    fn only_what_may_own_something_is_deleted_in_the_foreground() {
        let table = [
            ("", "ConfigMap", Propagation::Background),
            ("", "Secret", Propagation::Background),
            ("", "PersistentVolumeClaim", Propagation::Background),
            ("rbac.authorization.k8s.io", "ClusterRole", Propagation::Background),
            ("admissionregistration.k8s.io", "ValidatingWebhookConfiguration", Propagation::Background),
            ("", "Service", Propagation::Foreground),
            ("", "Pod", Propagation::Foreground),
            ("", "Namespace", Propagation::Foreground),
            ("apps", "Deployment", Propagation::Foreground),
            ("batch", "CronJob", Propagation::Foreground),
            ("networking.k8s.io", "Ingress", Propagation::Foreground),
            ("apiextensions.k8s.io", "CustomResourceDefinition", Propagation::Foreground),
            // The same name in another group.
            ("example.org", "ConfigMap", Propagation::Foreground),
            ("example.org", "Widget", Propagation::Foreground),
        ];
        for (group, kind, expected) in table {
            assert_eq!(of_kind(&ResourceId::new(group, kind, Some("shop"), "x")), expected, "{group} {kind}");
        }
    }
}
