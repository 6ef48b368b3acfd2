//! Annotations that put resources in order within their chart, of Helm's proposal for sequencing (HIP-0025).

/// The one group of resources that a resource belongs to.
pub const RESOURCE_GROUP: &str = "helm.sh/resource-group";
/// The groups that must be ready before the resource is deployed. Two slashes: no API server takes this key.
pub const DEPENDS_ON_GROUPS: &str = "helm.sh/depends-on/resource-groups";
/// Expressions of which one must be true for the resource to be ready.
pub const READINESS_SUCCESS: &str = "helm.sh/readiness-success";
/// Expressions of which one that is true means that the resource has failed.
pub const READINESS_FAILURE: &str = "helm.sh/readiness-failure";

/// All of them: those whose value may be written as a list.
pub const ORDER_ANNOTATIONS: [&str; 4] = [RESOURCE_GROUP, DEPENDS_ON_GROUPS, READINESS_SUCCESS, READINESS_FAILURE];
