//! Annotations that order resources within their chart, from Helm's proposal for sequencing (HIP-0025).

/// The group that a resource belongs to.
pub const RESOURCE_GROUP: &str = "helm.sh/resource-group";
/// The groups that must be ready before the resource is deployed. Because of its two slashes no API server accepts this
/// key.
pub const DEPENDS_ON_GROUPS: &str = "helm.sh/depends-on/resource-groups";
/// Expressions; the resource is ready once one of them is true.
pub const READINESS_SUCCESS: &str = "helm.sh/readiness-success";
/// Expressions; the resource has failed once one of them is true.
pub const READINESS_FAILURE: &str = "helm.sh/readiness-failure";

/// All annotations whose value may be a list.
pub const ORDER_ANNOTATIONS: [&str; 4] = [RESOURCE_GROUP, DEPENDS_ON_GROUPS, READINESS_SUCCESS, READINESS_FAILURE];
