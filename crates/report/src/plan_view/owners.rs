//! Other field managers of the fields that a change touches, from the live object's managed fields.

use serde_json::Value;
use skeg_resources::Object;
use skeg_resources::managed_fields::FIELD_MANAGER;

use super::fields::Step;

/// The other field managers of a field, sorted.
pub(super) fn others(live: Option<&Object>, steps: &[Step]) -> Vec<String> {
    let entries = live.and_then(|live| live.at(&["metadata", "managedFields"])).and_then(Value::as_array);
    let mut managers: Vec<String> = entries
        .into_iter()
        .flatten()
        .filter(|entry| owns(&entry["fieldsV1"], steps))
        .filter_map(|entry| entry["manager"].as_str())
        // Helm of any version writes as the release does.
        .filter(|manager| *manager != FIELD_MANAGER && !manager.starts_with("werf"))
        .map(str::to_string)
        .collect();
    managers.sort();
    managers.dedup();
    managers
}

fn owns(fields: &Value, steps: &[Step]) -> bool {
    let Some(map) = fields.as_object() else { return false };
    // A set without parts is owned as a whole.
    let Some((step, rest)) = steps.split_first() else { return true };
    if map.is_empty() {
        return true;
    }
    match step {
        Step::Key(key) => map.get(&format!("f:{key}")).is_some_and(|below| owns(below, rest)),
        Step::Item { before, .. } => {
            let Some(before) = before else { return false };
            map.iter().any(|(key, below)| is_item(key, before) && owns(below, rest))
        }
    }
}

/// Matches `k:{"name":"web"}` by the item's keys, `v:"text"` by its value.
fn is_item(key: &str, item: &Value) -> bool {
    let parsed = |text: &str| serde_json::from_str::<Value>(text).ok();
    match (key.split_once(':'), item) {
        (Some(("k", text)), Value::Object(item)) => {
            let keys = parsed(text);
            let keys = keys.as_ref().and_then(Value::as_object);
            keys.is_some_and(|keys| keys.iter().all(|(key, value)| item.get(key) == Some(value)))
        }
        (Some(("v", text)), item) => parsed(text).as_ref() == Some(item),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use skeg_resources::Object;

    use super::others;
    use crate::plan_view::fields::changed;

    #[test]
    fn managers_of_changed_fields() {
        let entry = |manager: &str, fields| json!({"manager": manager, "operation": "Update", "fieldsV1": fields});
        let live = json!({
            "apiVersion": "v1", "kind": "Thing",
            "metadata": {"managedFields": [
                entry("helm", json!({"f:spec": {"f:replicas": {}, "f:containers": {"k:{\"name\":\"web\"}": {"f:image": {}}}}})),
                entry("hpa", json!({"f:spec": {"f:replicas": {}}})),
                entry("kubectl-edit", json!({"f:spec": {"f:containers": {"k:{\"name\":\"web\"}": {".": {}, "f:image": {}}}}})),
                entry("robot", json!({"f:spec": {"f:whole": {}, "f:tags": {"v:\"a\"": {}}}})),
            ]},
            "spec": {"replicas": 1, "containers": [{"name": "web", "image": "one"}], "whole": {"a": 1}, "tags": ["a"]},
        });
        let mut wanted = live.clone();
        wanted["spec"] =
            json!({"replicas": 2, "containers": [{"name": "web", "image": "two"}], "whole": {"a": 2}, "tags": []});
        let object = Object::try_from(live.clone()).unwrap();
        let found: Vec<String> = changed(&live, &wanted)
            .iter()
            .map(|field| format!("{} {}", field.path(), others(Some(&object), &field.steps).join(",")))
            .collect();
        assert_eq!(
            found,
            [
                "spec.containers[web].image kubectl-edit",
                "spec.replicas hpa",
                "spec.tags[0] robot",
                "spec.whole.a robot"
            ]
        );
    }
}
