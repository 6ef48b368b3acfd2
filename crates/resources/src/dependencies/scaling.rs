//! Targets of autoscalers.

use super::field::Field;
use super::references::References;
use crate::identity::ResourceId;
use crate::resource::Resource;
use crate::rules::Matcher;

pub(super) fn find(resource: &Resource, references: &mut References<'_>) {
    let is_scaler = [("autoscaling", "HorizontalPodAutoscaler"), ("keda.sh", "ScaledObject")]
        .iter()
        .any(|(group, kind)| resource.id.is_kind(group, kind));
    let target = resource.object.at(&["spec", "scaleTargetRef"]).filter(|_| is_scaler);
    let Some(target) = target.map(|target| Field::new(target, "spec.scaleTargetRef")) else { return };
    let text = |key: &str| target.at(key).and_then(|field| field.text());
    let Some(name) = text("name") else { return };
    // KEDA's default is a Deployment.
    let group = text("apiVersion").unwrap_or("apps/v1").split_once('/').map_or("", |(group, _)| group);
    let kind = text("kind").unwrap_or("Deployment");
    let id = ResourceId::new(group, kind, resource.id.namespace.as_deref(), name);
    references.add(Matcher::of(&id), &target.path);
}
