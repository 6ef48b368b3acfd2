//! ConfigMaps and Secrets that containers take environment variables from.

use super::field::Field;
use super::references::References;

pub(super) fn find(spec: &Field<'_>, references: &mut References<'_>) {
    for list in ["initContainers", "containers", "ephemeralContainers"] {
        for container in spec.items(list) {
            for variable in container.items("env") {
                if let Some(source) = variable.at("valueFrom") {
                    environment(&source, "configMapKeyRef", "secretKeyRef", references);
                }
            }
            for source in container.items("envFrom") {
                environment(&source, "configMapRef", "secretRef", references);
            }
        }
    }
}

fn environment(source: &Field<'_>, config_map: &str, secret: &str, references: &mut References<'_>) {
    for (field, kind) in [(config_map, "ConfigMap"), (secret, "Secret")] {
        if let Some(reference) = source.at(field).filter(|reference| !reference.is_optional()) {
            references.namespaced("", kind, reference.at("name"));
        }
    }
}
