//! Which fields of a live object others than deploy tools set, by its managed fields. Pure.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::field::{FieldPath, FieldStep};
use crate::managed_fields::{FIELD_MANAGER, entries};
use crate::object::Object;

/// Components of Kubernetes, which write into objects as a matter of course.
const COMPONENTS: &[&str] =
    &["kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubelet", "cloud-controller-manager"];
/// Annotations that controllers and kubectl write for themselves.
const ROUTINE_ANNOTATIONS: &[&str] = &[
    "deployment.kubernetes.io/",
    "pv.kubernetes.io/",
    "volume.kubernetes.io/",
    "volume.beta.kubernetes.io/",
    "endpoints.kubernetes.io/",
    "autoscaling.alpha.kubernetes.io/",
    "kubectl.kubernetes.io/last-applied-configuration",
];

/// The fields that only others set, with their field managers. What others added inside a field of ours is a field of
/// its own; an added item of a list is one field. Status, and what components of Kubernetes write, is left out.
pub fn foreign_fields(live: &Object) -> BTreeMap<FieldPath, BTreeSet<String>> {
    let mut ours = Value::Object(Map::new());
    entries(live).iter().filter(|entry| is_ours(entry)).for_each(|entry| unite(&mut ours, &entry["fieldsV1"]));
    let whole = Value::Object(live.as_map().clone());
    let mut found: BTreeMap<FieldPath, BTreeSet<String>> = BTreeMap::new();
    for entry in entries(live).iter().filter(|entry| is_others(entry)) {
        let mut paths = Vec::new();
        added(&entry["fieldsV1"], Some(&ours), &whole, &FieldPath::default(), &mut paths);
        for path in paths.into_iter().filter(|path| !is_routine(path)) {
            found.entry(path).or_default().insert(manager(entry));
        }
    }
    found
}

/// The field managers but ours that set a field or something in it.
pub fn setters(live: &Object, path: &FieldPath) -> BTreeSet<String> {
    let whole = Value::Object(live.as_map().clone());
    let sets = |entry: &&Value| owns(&entry["fieldsV1"], &whole, &path.0);
    entries(live).iter().filter(|entry| !is_ours(entry)).filter(sets).map(manager).collect()
}

fn manager(entry: &Value) -> String {
    entry["manager"].as_str().unwrap_or_default().to_string()
}

/// Helm 3 updates, where Helm 4 and Skeg apply.
fn is_ours(entry: &Value) -> bool {
    entry["manager"] == FIELD_MANAGER
}

fn is_others(entry: &Value) -> bool {
    let is_of_subresource = entry["subresource"].as_str().is_some_and(|subresource| !subresource.is_empty());
    !is_ours(entry) && !is_of_subresource && !COMPONENTS.contains(&manager(entry).as_str())
}

fn is_routine(path: &FieldPath) -> bool {
    let keys: Vec<&str> = path.0.iter().filter_map(key).collect();
    match keys.as_slice() {
        ["status", ..] | ["metadata", "finalizers", ..] => true,
        ["metadata", "annotations", name] => ROUTINE_ANNOTATIONS.iter().any(|start| name.starts_with(start)),
        _ => false,
    }
}

fn key(step: &FieldStep) -> Option<&str> {
    match step {
        FieldStep::Key(key) => Some(key),
        FieldStep::Item(_) => None,
    }
}

/// The fields of an entry that ours do not have.
fn added(fields: &Value, ours: Option<&Value>, value: &Value, at: &FieldPath, found: &mut Vec<FieldPath>) {
    let Some(fields) = fields.as_object() else { return };
    for (word, below) in fields.iter().filter(|(word, _)| *word != ".") {
        let Some(step) = step(word, value) else { continue };
        let path = at.with(step.clone());
        let Some(inner) = FieldPath(vec![step.clone()]).value(value).cloned() else { continue };
        let is_leaf = below.as_object().is_none_or(Map::is_empty);
        match ours.and_then(|ours| ours.get(word)) {
            // We own all of it.
            Some(ours) if ours.as_object().is_none_or(Map::is_empty) => {}
            Some(_) if is_leaf => {}
            Some(ours) => added(below, Some(ours), &inner, &path, found),
            None if is_leaf || matches!(step, FieldStep::Item(_)) => found.push(path),
            None => added(below, None, &inner, &path, found),
        }
    }
}

/// Whether a set of fields has a field, something in it, or the whole that it is in.
fn owns(fields: &Value, value: &Value, path: &[FieldStep]) -> bool {
    let Some((first, rest)) = path.split_first() else { return true };
    let Some(fields) = fields.as_object() else { return false };
    if fields.is_empty() {
        return true;
    }
    let inner = FieldPath(vec![first.clone()]);
    fields
        .iter()
        .filter(|(word, _)| step(word, value).as_ref() == Some(first))
        .any(|(_, below)| rest.is_empty() || inner.value(value).is_some_and(|value| owns(below, value, rest)))
}

/// The place that a word of managed fields names in a value.
fn step(word: &str, value: &Value) -> Option<FieldStep> {
    if let Some(key) = word.strip_prefix("f:") {
        return Some(FieldStep::Key(key.to_string()));
    }
    let items = value.as_array()?;
    let at = |is_it: &dyn Fn(&Value) -> bool| items.iter().position(is_it).map(FieldStep::Item);
    if let Some(text) = word.strip_prefix("v:") {
        let wanted: Value = serde_json::from_str(text).ok()?;
        return at(&|item| *item == wanted);
    }
    if let Some(text) = word.strip_prefix("i:") {
        return text.parse().ok().map(FieldStep::Item);
    }
    let keys: Map<String, Value> = serde_json::from_str(word.strip_prefix("k:")?).ok()?;
    at(&|item| keys.iter().all(|(key, value)| item.get(key) == Some(value)))
}

fn unite(fields: &mut Value, more: &Value) {
    let Some(more) = more.as_object() else { return };
    let Some(fields) = fields.as_object_mut() else { return };
    for (key, below) in more {
        unite(fields.entry(key).or_insert_with(|| Value::Object(Map::new())), below);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{foreign_fields, setters};
    use crate::Object;

    fn entry(manager: &str, operation: &str, fields: Value) -> Value {
        json!({"manager": manager, "operation": operation, "fieldsV1": fields})
    }

    fn live(entries: Vec<Value>) -> Object {
        Object::try_from(json!({
            "apiVersion": "apps/v1", "kind": "Deployment",
            "metadata": {
                "name": "web", "managedFields": entries, "finalizers": ["x/y"], "labels": {"a": "1", "b": "2"},
                "annotations": {"deployment.kubernetes.io/revision": "1", "note": "x"},
            },
            "spec": {
                "replicas": 3, "paused": true,
                "template": {"spec": {"containers": [{"name": "web", "image": "a", "tty": true}, {"name": "log", "image": "b"}]}},
            },
            "status": {"replicas": 3},
        }))
        .unwrap()
    }

    #[test]
    fn what_only_others_set_is_foreign() {
        let web = r#"k:{"name":"web"}"#;
        let log = r#"k:{"name":"log"}"#;
        let ours = json!({
            "f:metadata": {"f:labels": {"f:a": {}}},
            "f:spec": {"f:replicas": {}, "f:template": {"f:spec": {"f:containers": {web: {".": {}, "f:name": {}, "f:image": {}}}}}},
        });
        let theirs = json!({
            "f:metadata": {
                "f:labels": {"f:a": {}, "f:b": {}}, "f:finalizers": {".": {}, "v:\"x/y\"": {}},
                "f:annotations": {"f:deployment.kubernetes.io/revision": {}, "f:note": {}},
            },
            "f:spec": {
                "f:replicas": {}, "f:paused": {},
                "f:template": {"f:spec": {"f:containers": {web: {"f:tty": {}}, log: {".": {}, "f:name": {}, "f:image": {}}}}},
            },
            "f:status": {"f:replicas": {}},
        });
        let mut scale = entry("autoscaler", "Update", json!({"f:spec": {"f:paused": {}}}));
        scale["subresource"] = "scale".into();
        let live = live(vec![
            entry("helm", "Apply", ours),
            entry("kubectl-edit", "Update", theirs.clone()),
            entry("other", "Apply", json!({"f:spec": {"f:paused": {}}})),
            entry("kube-controller-manager", "Update", theirs),
            scale,
        ]);
        let found: Vec<String> = foreign_fields(&live)
            .into_iter()
            .map(|(path, by)| format!("{path} {}", by.into_iter().collect::<Vec<_>>().join("+")))
            .collect();
        assert_eq!(
            found,
            [
                "metadata.annotations.note kubectl-edit",
                "metadata.labels.b kubectl-edit",
                "spec.paused kubectl-edit+other",
                "spec.template.spec.containers[0].tty kubectl-edit",
                "spec.template.spec.containers[1] kubectl-edit",
            ]
        );
        let path = |pointer: &str| {
            crate::FieldPattern::parse(pointer).unwrap().select(&Value::Object(live.as_map().clone())).remove(0)
        };
        let by = |pointer: &str| setters(&live, &path(pointer)).into_iter().collect::<Vec<_>>().join("+");
        assert_eq!(by("/spec/replicas"), "kube-controller-manager+kubectl-edit");
        assert_eq!(by("/spec/template/spec/containers/0/image"), "");
        assert_eq!(by("/spec/template/spec/containers/1/image"), "kube-controller-manager+kubectl-edit");
        assert_eq!(by("/spec/paused"), "autoscaler+kube-controller-manager+kubectl-edit+other");
    }
}
