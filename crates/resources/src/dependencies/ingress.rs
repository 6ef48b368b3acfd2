//! Services that an Ingress routes to, and Secrets with its certificates.

use super::field::Field;
use super::references::References;
use crate::identity::ResourceId;
use crate::resource::Resource;
use crate::rules::Matcher;

pub(super) fn find(resource: &Resource, references: &mut References<'_>) {
    let is_ingress =
        resource.id.kind == "Ingress" && ["networking.k8s.io", "extensions"].contains(&&*resource.id.group);
    let spec = resource.object.at(&["spec"]).filter(|_| is_ingress);
    let Some(spec) = spec.map(|spec| Field::new(spec, "spec")) else { return };
    for default in ["defaultBackend", "backend"].iter().filter_map(|field| spec.at(field)) {
        backend(&default, resource, references);
    }
    for rule in spec.items("rules") {
        for path in rule.at("http").iter().flat_map(|http| http.items("paths")) {
            if let Some(target) = path.at("backend") {
                backend(&target, resource, references);
            }
        }
    }
    for tls in spec.items("tls") {
        references.namespaced("", "Secret", tls.at("secretName"));
    }
}

/// A backend as in `networking.k8s.io/v1`, or with the older `serviceName`.
fn backend(field: &Field<'_>, ingress: &Resource, references: &mut References<'_>) {
    references.namespaced("", "Service", field.within(&["service", "name"]));
    references.namespaced("", "Service", field.at("serviceName"));
    let Some(target) = field.at("resource") else { return };
    let text = |key: &str| target.at(key).and_then(|part| part.text());
    if let (Some(kind), Some(name)) = (text("kind"), text("name")) {
        let namespace = ingress.id.namespace.as_deref();
        let id = ResourceId::new(text("apiGroup").unwrap_or_default(), kind, namespace, name);
        references.add(Matcher::of(&id), &target.path);
    }
}
