//! References of a pod spec, except those of containers and volumes.

use super::field::Field;
use super::references::References;
use super::{containers, volumes};

pub(super) fn find(spec: &Field<'_>, references: &mut References<'_>) {
    containers::find(spec, references);
    volumes::find(spec, references);
    for secret in spec.items("imagePullSecrets") {
        references.namespaced("", "Secret", secret.at("name"));
    }
    references.namespaced("", "ServiceAccount", service_account(spec));
    references.cluster_wide("scheduling.k8s.io", "PriorityClass", spec.at("priorityClassName"));
    references.cluster_wide("node.k8s.io", "RuntimeClass", spec.at("runtimeClassName"));
    references.cluster_wide("", "Node", spec.at("nodeName"));
    for claim in spec.items("resourceClaims") {
        // Until Kubernetes 1.31 the names were in `source`.
        for field in [Some(claim.clone()), claim.at("source")].into_iter().flatten() {
            references.namespaced("resource.k8s.io", "ResourceClaim", field.at("resourceClaimName"));
            references.namespaced("resource.k8s.io", "ResourceClaimTemplate", field.at("resourceClaimTemplateName"));
        }
    }
}

/// The name of the service account, by its field or the older one.
pub(super) fn service_account<'a>(spec: &Field<'a>) -> Option<Field<'a>> {
    spec.at("serviceAccountName").or_else(|| spec.at("serviceAccount"))
}
