//! References of pod volumes.

use super::field::Field;
use super::references::References;

/// Volume types with a Secret, and the field that names it.
const WITH_SECRET: &[(&str, &[&str])] = &[
    ("azureFile", &["secretName"]),
    ("cephfs", &["secretRef", "name"]),
    ("cinder", &["secretRef", "name"]),
    ("csi", &["nodePublishSecretRef", "name"]),
    ("flexVolume", &["secretRef", "name"]),
    ("iscsi", &["secretRef", "name"]),
    ("rbd", &["secretRef", "name"]),
    ("scaleIO", &["secretRef", "name"]),
    ("storageos", &["secretRef", "name"]),
];

pub(super) fn find(spec: &Field<'_>, references: &mut References<'_>) {
    for volume in spec.items("volumes") {
        mandatory(&volume, "configMap", "ConfigMap", "name", references);
        mandatory(&volume, "secret", "Secret", "secretName", references);
        references.namespaced("", "PersistentVolumeClaim", volume.within(&["persistentVolumeClaim", "claimName"]));
        for source in volume.at("projected").iter().flat_map(|projected| projected.items("sources")) {
            mandatory(&source, "configMap", "ConfigMap", "name", references);
            mandatory(&source, "secret", "Secret", "name", references);
        }
        for (kind, path) in WITH_SECRET {
            references.namespaced("", "Secret", volume.at(kind).and_then(|source| source.within(path)));
        }
    }
}

/// A reference, unless it is optional.
fn mandatory(volume: &Field<'_>, field: &str, kind: &str, name: &str, references: &mut References<'_>) {
    if let Some(source) = volume.at(field).filter(|source| !source.is_optional()) {
        references.namespaced("", kind, source.at(name));
    }
}
