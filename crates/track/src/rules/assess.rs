//! Finds the rule of a kind.

use skeg_resources::Object;

use super::assessment::{Assessment, Surroundings};
use super::status::is_observed;
use super::{
    api_service, claim, custom, custom_resource_definition, daemon_set, deployment, job, known_custom, namespace, pod,
    presence, replica_set, route, service, stateful_set, volume,
};

/// How far a resource is on its way to be ready.
pub fn assess(object: &Object, surroundings: &Surroundings) -> Assessment {
    if object.group().is_empty() && object.kind() == "Namespace" {
        return namespace::assess(object);
    }
    if object.is_being_deleted() {
        return Assessment::waits("it is being deleted");
    }
    match (object.group(), object.kind()) {
        ("apps" | "extensions", "Deployment") => deployment::assess(object),
        ("apps" | "extensions", "DaemonSet") => daemon_set::assess(object),
        ("apps" | "extensions", "ReplicaSet") | ("", "ReplicationController") => replica_set::assess(object),
        ("apps", "StatefulSet") => stateful_set::assess(object),
        ("batch", "Job") => job::assess(object),
        ("", "Pod") => pod::assess(object),
        ("", "PersistentVolumeClaim") => claim::assess(object, surroundings),
        ("", "PersistentVolume") => volume::assess(object),
        ("", "Service") => service::assess(object, surroundings),
        ("apiextensions.k8s.io", "CustomResourceDefinition") => custom_resource_definition::assess(object),
        ("apiregistration.k8s.io", "APIService") => api_service::assess(object),
        ("policy", "PodDisruptionBudget") => when_observed(object),
        (group, kind) if presence::is_ready_once_present(group, kind) => Assessment::Ready,
        ("gateway.networking.k8s.io", kind) if kind.ends_with("Route") => route::assess(object),
        _ => known_custom::assess(object).unwrap_or_else(|| custom::assess(object, surroundings)),
    }
}

fn when_observed(object: &Object) -> Assessment {
    if is_observed(object) == Some(true) { Assessment::Ready } else { Assessment::waits("its controller to see it") }
}

/// Whether something that runs to its end has ended well. That stays true when it is deleted.
pub fn has_succeeded(object: &Object) -> bool {
    match (object.group(), object.kind()) {
        ("batch", "Job") => job::has_completed(object),
        ("", "Pod") => object.text_at(&["status", "phase"]) == Some("Succeeded"),
        _ => false,
    }
}
