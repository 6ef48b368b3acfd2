//! Field ownership of live objects, and taking over the fields of client-side appliers. Pure.
//!
//! An apply removes a field only if the applier owned it. Helm 3, kubectl and werf own fields as updates, so unless
//! these are taken over first, fields that the chart dropped would stay for ever.

use serde_json::{Map, Value};

use crate::object::Object;

/// The field manager of all our applies: the same as Helm 4's and Nelm's, so that ownership survives a change of tools.
pub const FIELD_MANAGER: &str = "helm";

/// What happens to manual changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ManualChanges {
    /// Fields set by `kubectl edit` and `kubectl apply` become ours, and are removed if the chart does not have them.
    #[default]
    Undo,
    /// They stay. Fields that the chart has too get the chart's value anyway.
    Keep,
}

/// Whether the live object has fields of client-side appliers to take over.
pub fn needs_take_over(live: &Object, manual: ManualChanges) -> bool {
    entries(live).iter().any(|entry| is_taken_over(entry, manual))
}

/// The `managedFields` after taking over; `None` if there is nothing to take over.
pub fn taken_over(live: &Object, manual: ManualChanges) -> Option<Value> {
    let (taken, mut kept): (Vec<&Value>, Vec<&Value>) =
        entries(live).iter().partition(|entry| is_taken_over(entry, manual));
    let first = *taken.iter().find(|entry| entry["apiVersion"] == live.api_version()).or(taken.first())?;
    let ours = kept.iter().position(|entry| is_ours(entry)).map(|at| kept.remove(at));
    let mut ours = ours.unwrap_or(first).clone();
    let mut fields = ours["fieldsV1"].clone();
    // Paths of another version may mean other fields; those are dropped.
    for entry in taken.iter().filter(|entry| entry["apiVersion"] == ours["apiVersion"]) {
        unite(&mut fields, &entry["fieldsV1"]);
    }
    if let Some(fields) = fields.as_object_mut() {
        // Status belongs to controllers: if we owned it, an apply without it could remove it.
        fields.remove("f:status");
    }
    ours["manager"] = FIELD_MANAGER.into();
    ours["operation"] = "Apply".into();
    ours["fieldsV1"] = fields;
    let mut entries = vec![ours];
    entries.extend(kept.into_iter().cloned());
    Some(Value::Array(entries))
}

/// The owners of a field by path: for each, whether it is our apply.
pub fn owners(live: &Object, path: &[&str]) -> impl Iterator<Item = bool> {
    let owns = |entry: &Value| {
        path.iter().try_fold(&entry["fieldsV1"], |fields, key| fields.get(format!("f:{key}"))).is_some()
    };
    entries(live).iter().filter(move |entry| owns(entry)).map(is_ours)
}

/// Whether only the cluster sets a field: a rollout's revision by its controller, or replicas by an autoscaler, which
/// leaves no trace if nobody had set them. Without managed fields nothing is known.
pub fn is_clusters(live: &Object, path: &[&str]) -> bool {
    let owns = |entry: &&Value| {
        path.iter().try_fold(&entry["fieldsV1"], |fields, key| fields.get(format!("f:{key}"))).is_some()
    };
    let is_clusters = |entry: &Value| !is_whole(entry) || entry["manager"] == "kube-controller-manager";
    let entries = entries(live);
    !entries.is_empty() && entries.iter().filter(owns).all(is_clusters)
}

/// The entries of `managedFields`.
pub(crate) fn entries(live: &Object) -> &[Value] {
    live.at(&["metadata", "managedFields"]).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Whether the entry is of our applies.
pub(crate) fn is_ours(entry: &Value) -> bool {
    entry["manager"] == FIELD_MANAGER && entry["operation"] == "Apply" && is_whole(entry)
}

/// Whether the entry is not of a subresource such as status or scale.
fn is_whole(entry: &Value) -> bool {
    entry["subresource"].as_str().unwrap_or_default().is_empty()
}

fn is_taken_over(entry: &Value, manual: ManualChanges) -> bool {
    let manager = entry["manager"].as_str().unwrap_or_default();
    is_whole(entry)
        && match manager {
            FIELD_MANAGER => entry["operation"] == "Update",
            "kubectl-client-side-apply" | "kubectl-edit" => {
                manual == ManualChanges::Undo && entry["operation"] == "Update"
            }
            manager => manager.starts_with("werf"),
        }
}

/// Adds the paths of one field set to another.
fn unite(fields: &mut Value, more: &Value) {
    let Some(more) = more.as_object() else { return };
    if !fields.is_object() {
        *fields = Value::Object(Map::new());
    }
    let Some(fields) = fields.as_object_mut() else { return };
    for (key, below) in more {
        unite(fields.entry(key).or_insert_with(|| Value::Object(Map::new())), below);
    }
}
