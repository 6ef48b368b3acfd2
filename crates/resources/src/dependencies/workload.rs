//! Kinds that run pods, and the path of their pod spec.

use super::field::Field;
use super::pod;
use super::references::References;
use crate::resource::Resource;

const TEMPLATE: &[&str] = &["spec", "template", "spec"];

/// Group, kind, and the path of the pod spec.
const WORKLOADS: &[(&str, &str, &[&str])] = &[
    ("", "Pod", &["spec"]),
    ("", "PodTemplate", &["template", "spec"]),
    ("", "ReplicationController", TEMPLATE),
    ("apps", "DaemonSet", TEMPLATE),
    ("apps", "Deployment", TEMPLATE),
    ("apps", "ReplicaSet", TEMPLATE),
    ("apps", "StatefulSet", TEMPLATE),
    ("batch", "CronJob", &["spec", "jobTemplate", "spec", "template", "spec"]),
    ("batch", "Job", TEMPLATE),
    ("extensions", "DaemonSet", TEMPLATE),
    ("extensions", "Deployment", TEMPLATE),
    ("extensions", "ReplicaSet", TEMPLATE),
    ("argoproj.io", "Rollout", TEMPLATE),
    ("keda.sh", "ScaledJob", &["spec", "jobTargetRef", "template", "spec"]),
];

/// The pod spec of a resource.
pub(super) fn pod_spec(resource: &Resource) -> Option<Field<'_>> {
    let is_kind = |group: &str, kind: &str| resource.id.is_kind(group, kind);
    let (.., path) = WORKLOADS.iter().find(|(group, kind, _)| is_kind(group, kind))?;
    Some(Field::new(resource.object.at(path)?, &path.join(".")))
}

pub(super) fn find(resource: &Resource, references: &mut References<'_>) {
    if let Some(spec) = pod_spec(resource) {
        pod::find(&spec, references);
    }
    if resource.id.is_kind("apps", "StatefulSet") {
        let spec = resource.object.at(&["spec"]).map(|spec| Field::new(spec, "spec"));
        references.namespaced("", "Service", spec.and_then(|spec| spec.at("serviceName")));
    }
}
