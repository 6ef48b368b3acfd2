//! Which pods count for a workload: those of its newest revision.

use serde_json::Value;
use skeg_resources::Object;

use crate::rules::is_observed;

/// Whether the object with this uid is among the owners.
pub fn is_owned_by(object: &Object, uid: &str) -> bool {
    owners(object).any(|owner| owner == uid)
}

/// The uids of the owners of an object.
pub(crate) fn owners(object: &Object) -> impl Iterator<Item = &str> {
    let list = object.at(&["metadata", "ownerReferences"]).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(|owner| owner.get("uid")?.as_str())
}

/// The ReplicaSet with the Deployment's current template. Its controller finds it the same way: right after a change,
/// revision numbers are still those from before.
pub fn newest_replica_set<'a>(deployment: &Object, sets: impl Iterator<Item = &'a Object>) -> Option<&'a Object> {
    let template = deployment.at(&["spec", "template"])?;
    let same = sets.filter(|set| set.at(&["spec", "template"]).is_some_and(|it| is_same_template(it, template)));
    same.min_by_key(|set| set.text_at(&["metadata", "creationTimestamp"]).map(str::to_string))
}

/// Whether the templates are equal, ignoring the hash that the controller adds.
fn is_same_template(of_set: &Value, wanted: &Value) -> bool {
    let without_hash = |template: &Value| {
        let mut template = template.clone();
        if let Some(labels) = template.pointer_mut("/metadata/labels").and_then(Value::as_object_mut) {
            labels.remove("pod-template-hash");
        }
        template
    };
    of_set.get("spec") == wanted.get("spec") && without_hash(of_set) == without_hash(wanted)
}

/// Whether a pod of the workload is of its newest revision. A Deployment's pods are judged by their ReplicaSet.
pub fn of_newest_revision(workload: &Object, pod: &Object) -> bool {
    match workload.kind() {
        "StatefulSet" => {
            let wanted = workload.text_at(&["status", "updateRevision"]);
            is_observed(workload) == Some(true) && pod.label("controller-revision-hash") == wanted
        }
        "DaemonSet" => {
            let wanted = workload.annotation("deprecated.daemonset.template.generation");
            wanted.is_none() || pod.label("pod-template-generation") == wanted
        }
        _ => true,
    }
}

/// Whether all pods are moved to the newest revision, so that the old ones do not count.
pub fn replaces_all_pods(workload: &Object) -> bool {
    let strategy = |key: &str| workload.at(&["spec", "updateStrategy", key]);
    let is_by_hand = strategy("type").and_then(Value::as_str) == Some("OnDelete");
    let partition = strategy("rollingUpdate").and_then(|rolling| rolling.get("partition")).and_then(Value::as_u64);
    match workload.kind() {
        "Deployment" => true,
        "DaemonSet" => !is_by_hand,
        "StatefulSet" => !is_by_hand && partition.unwrap_or(0) == 0,
        _ => false,
    }
}
