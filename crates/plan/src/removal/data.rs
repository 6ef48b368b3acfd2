//! What holds data that a deploy cannot recreate.

use skeg_resources::{HOLDS_DATA, Object, Resource, ResourceId};

/// A kind whose deletion loses more than the object itself.
struct DataKind {
    group: &'static str,
    kind: &'static str,
    at_risk: &'static str,
    deleted: Deleted,
}

/// When objects of the kind are deleted without being asked for by name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deleted {
    /// Neither where the chart dropped them nor with the hook that created them.
    Never,
    /// Where the chart dropped them, but not with the hook that created them.
    WhenDropped,
    /// Unless the object says that its data goes with it.
    UnlessItsDataGoes,
}

const KINDS: &[DataKind] = &[
    DataKind {
        group: "",
        kind: "PersistentVolumeClaim",
        at_risk: "deleting the claim deletes its volume unless the volume is retained",
        deleted: Deleted::Never,
    },
    DataKind {
        group: "",
        kind: "PersistentVolume",
        at_risk: "deleting the volume may delete what is stored on it",
        deleted: Deleted::Never,
    },
    DataKind {
        group: "snapshot.storage.k8s.io",
        kind: "VolumeSnapshot",
        at_risk: "deleting the snapshot deletes its contents unless they are retained",
        deleted: Deleted::Never,
    },
    DataKind {
        group: "snapshot.storage.k8s.io",
        kind: "VolumeSnapshotContent",
        at_risk: "deleting it may delete the snapshot that is stored",
        deleted: Deleted::Never,
    },
    DataKind {
        group: "apps",
        kind: "StatefulSet",
        at_risk: "its pods stop, and its claims are deleted if their retention policy is Delete",
        deleted: Deleted::UnlessItsDataGoes,
    },
    DataKind {
        group: "apiextensions.k8s.io",
        kind: "CustomResourceDefinition",
        at_risk: "all objects of the kind, in all namespaces, are deleted with the definition",
        deleted: Deleted::WhenDropped,
    },
    DataKind {
        group: "",
        kind: "Namespace",
        at_risk: "everything in the namespace is deleted with it",
        // `--prune-namespaces` decides.
        deleted: Deleted::WhenDropped,
    },
];

fn find(id: &ResourceId) -> Option<&'static DataKind> {
    KINDS.iter().find(|row| id.is_kind(row.group, row.kind))
}

/// What is lost when an object of this kind is deleted.
pub fn data_at_risk(id: &ResourceId) -> Option<&'static str> {
    find(id).map(|row| row.at_risk)
}

/// Whether deleting an object of this kind loses data that a deploy cannot recreate. Helm's uninstall never deletes what
/// hooks created; for these kinds neither do we, and no flag recreates them.
pub(crate) fn holds_data(id: &ResourceId) -> bool {
    find(id).is_some_and(|row| row.deleted != Deleted::UnlessItsDataGoes)
}

/// Whether data is lost when this object is deleted because the chart dropped it. The annotation decides before the kind;
/// of the recorded and the live object, the one that keeps it counts.
pub(super) fn is_data(resource: &Resource, live: &Object) -> bool {
    let said_live =
        live.annotation(HOLDS_DATA).map(|word| !matches!(word.trim(), "false" | "f" | "F" | "0" | "False" | "FALSE"));
    match (resource.rules.holds_data, said_live) {
        (Some(true), _) | (_, Some(true)) => true,
        (Some(false), _) | (_, Some(false)) => false,
        (None, None) => match find(&resource.id).map(|row| row.deleted) {
            Some(Deleted::Never) => true,
            Some(Deleted::UnlessItsDataGoes) => deletes_claims(&resource.object) || deletes_claims(live),
            Some(Deleted::WhenDropped) | None => false,
        },
    }
}

/// A StatefulSet whose claims are deleted with it.
fn deletes_claims(set: &Object) -> bool {
    set.text_at(&["spec", "persistentVolumeClaimRetentionPolicy", "whenDeleted"]) == Some("Delete")
}
