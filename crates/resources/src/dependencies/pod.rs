//! What the specification of a pod refers to, but for its containers and volumes.

use super::place::Place;
use super::references::References;
use super::{containers, volumes};

pub(super) fn find(spec: &Place<'_>, references: &mut References<'_>) {
    containers::find(spec, references);
    volumes::find(spec, references);
    for secret in spec.items("imagePullSecrets") {
        references.beside("", "Secret", secret.at("name"));
    }
    references.beside("", "ServiceAccount", service_account(spec));
    references.cluster_wide("scheduling.k8s.io", "PriorityClass", spec.at("priorityClassName"));
    references.cluster_wide("node.k8s.io", "RuntimeClass", spec.at("runtimeClassName"));
    references.cluster_wide("", "Node", spec.at("nodeName"));
    for claim in spec.items("resourceClaims") {
        // Until Kubernetes 1.31 the names stood in `source`.
        for place in [Some(claim.clone()), claim.at("source")].into_iter().flatten() {
            references.beside("resource.k8s.io", "ResourceClaim", place.at("resourceClaimName"));
            references.beside("resource.k8s.io", "ResourceClaimTemplate", place.at("resourceClaimTemplateName"));
        }
    }
}

/// The name of the service account, by its field or the older one.
pub(super) fn service_account<'a>(spec: &Place<'a>) -> Option<Place<'a>> {
    spec.at("serviceAccountName").or_else(|| spec.at("serviceAccount"))
}
