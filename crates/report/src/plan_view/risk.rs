//! Data that a change may cost.

use skeg_plan::{Change, ChangeKind};
use skeg_resources::ResourceId;

/// What may be lost, in a sentence; none where a change only costs what a deploy can bring back.
pub(super) fn of(change: &Change, id: &ResourceId) -> Option<String> {
    let is_recreated = change.kind == ChangeKind::Recreate;
    // A resource that is not there yet has nothing to lose.
    if change.before.is_none() || !(is_recreated || change.kind == ChangeKind::Delete) {
        return None;
    }
    let what = match (id.group.as_str(), id.kind.as_str()) {
        ("", "PersistentVolumeClaim") => "its volume may be deleted with all data, by its reclaim policy",
        ("", "PersistentVolume") => "the storage behind it may be deleted, by its reclaim policy",
        ("", "Namespace") => "everything in it is deleted",
        ("apiextensions.k8s.io", "CustomResourceDefinition") => {
            "all objects of this kind are deleted, in all namespaces"
        }
        ("apps", "StatefulSet") if deletes_claims(change) => {
            "its volume claims are deleted with it, by its retention policy"
        }
        ("apps", "StatefulSet") if is_recreated => "all its pods stop at once; its volume claims stay",
        ("apps", "StatefulSet") => "its pods stop; its volume claims stay behind",
        _ => return None,
    };
    Some(what.to_string())
}

fn deletes_claims(change: &Change) -> bool {
    let place = ["spec", "persistentVolumeClaimRetentionPolicy", "whenDeleted"];
    change.before.as_ref().and_then(|before| before.text_at(&place)) == Some("Delete")
}
