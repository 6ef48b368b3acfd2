//! Kinds that need special treatment.

use crate::identity::ResourceId;

pub(crate) fn is_crd(id: &ResourceId) -> bool {
    id.is_kind("apiextensions.k8s.io", "CustomResourceDefinition")
}

pub(crate) fn is_namespace(id: &ResourceId) -> bool {
    id.is_kind("", "Namespace")
}

pub(crate) fn is_webhook_configuration(id: &ResourceId) -> bool {
    const GROUP: &str = "admissionregistration.k8s.io";
    id.is_kind(GROUP, "MutatingWebhookConfiguration") || id.is_kind(GROUP, "ValidatingWebhookConfiguration")
}
