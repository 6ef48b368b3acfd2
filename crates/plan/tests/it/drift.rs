//! What counts as drift between review and execution, and what an interrupted execution already did.

use serde_json::{Value, json};
use skeg_plan::{ChangeKind, Plan, drift, is_made, secrets};
use skeg_resources::Object;

use crate::world::upgrade;

const SETTINGS: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {tag: two}\n";

/// An update of a ConfigMap that was reviewed as this.
fn plan(before: &Value) -> Plan {
    let before = Object::try_from(before.clone()).unwrap();
    let mut plan = upgrade().wants(SETTINGS).plan();
    let change = &mut plan.changes[0];
    change.kind = ChangeKind::Update;
    change.before = Some(before);
    plan
}

fn reviewed() -> Value {
    json!({
        "apiVersion": "v1", "kind": "ConfigMap", "data": {"tag": "one"},
        "metadata": {"name": "settings", "namespace": "prod", "uid": "u1", "resourceVersion": "7"},
    })
}

fn edited(edit: impl Fn(&mut Value)) -> Option<Object> {
    let mut object = reviewed();
    object["metadata"]["resourceVersion"] = json!("8");
    edit(&mut object);
    Some(Object::try_from(object).unwrap())
}

fn drift_text(plan: &Plan, live: Option<Object>) -> String {
    drift(plan, &plan.changes[0], live.as_ref(), &secrets(plan)).map(|drift| drift.to_string()).unwrap_or_default()
}

#[test]
fn objects_are_compared_by_what_they_say() {
    let plan = plan(&reviewed());
    assert_eq!(drift_text(&plan, edited(|_| {})), "");
    assert_eq!(drift_text(&plan, edited(|object| object["metadata"]["generation"] = json!(3))), "");
    assert_eq!(drift_text(&plan, edited(|object| object["status"] = json!({"ready": true}))), "");
    let cases: [(Option<Object>, &str); 6] = [
        (None, "ConfigMap/settings: existed, but is gone"),
        (edited(|object| object["metadata"]["uid"] = json!("u2")), "ConfigMap/settings: was deleted and created again"),
        (edited(|object| object["data"]["tag"] = json!("hand")), "ConfigMap/settings: changed\n  data.tag: one → hand"),
        (
            edited(|object| object["data"]["more"] = json!(["x"])),
            "ConfigMap/settings: changed\n  data.more: (nothing) → [\"x\"]",
        ),
        (
            edited(|object| object["metadata"]["labels"] = json!({"a/b": "c"})),
            "ConfigMap/settings: changed\n  metadata.labels: (nothing) → {\"a/b\":\"c\"}",
        ),
        (edited(|object| object["data"]["tag"] = json!("x".repeat(99))), "ConfigMap/settings: changed\n  data.tag"),
    ];
    for (live, expected) in cases {
        assert_eq!(drift_text(&plan, live), expected);
    }
}

#[test]
fn what_was_to_be_created_must_not_be_there() {
    let plan = upgrade().wants(SETTINGS).plan();
    assert_eq!(drift_text(&plan, None), "");
    assert_eq!(drift_text(&plan, edited(|_| {})), "ConfigMap/settings: was to be created, but already exists");
}

#[test]
fn what_was_to_go_may_be_gone() {
    let mut plan = plan(&reviewed());
    plan.changes[0].kind = ChangeKind::Delete;
    plan.targets[0].object = None;
    assert_eq!(drift_text(&plan, None), "");
    assert!(is_made(&plan, &plan.changes[0], None));
    let live = edited(|object| object["data"]["tag"] = json!("hand"));
    assert_eq!(drift_text(&plan, live.clone()), "ConfigMap/settings: changed\n  data.tag: one → hand");
    assert!(!is_made(&plan, &plan.changes[0], live.as_ref()));
}

/// Replicas that an autoscaler sets are no drift, unless the chart sets the same field.
#[test]
fn what_controllers_keep_for_themselves_does_not_count() {
    let managed = json!([{
        "manager": "kube-controller-manager", "operation": "Update", "subresource": "scale",
        "fieldsV1": {"f:spec": {"f:replicas": {}}},
    }]);
    let mut before = reviewed();
    before["spec"] = json!({"replicas": 1});
    let mut plan = plan(&before);
    let scaled = edited(|object| {
        object["spec"] = json!({"replicas": 5});
        object["metadata"]["managedFields"] = managed.clone();
    });
    assert_eq!(drift_text(&plan, scaled.clone()), "");
    // Nobody owned the field, so the autoscaler's change leaves no trace.
    let unowned = edited(|object| {
        object["spec"] = json!({"replicas": 5});
        object["metadata"]["managedFields"] =
            json!([{"manager": "helm", "operation": "Apply", "fieldsV1": {"f:data": {"f:tag": {}}}}]);
    });
    assert_eq!(drift_text(&plan, unowned), "");
    let gone = edited(|object| object["metadata"]["managedFields"] = managed.clone());
    assert_eq!(drift_text(&plan, gone), "ConfigMap/settings: changed\n  spec: {\"replicas\":1} → (nothing)");
    let by_hand = edited(|object| {
        object["spec"] = json!({"replicas": 5});
        object["metadata"]["managedFields"] =
            json!([{"manager": "kubectl-edit", "operation": "Update", "fieldsV1": {"f:spec": {"f:replicas": {}}}}]);
    });
    assert_eq!(drift_text(&plan, by_hand), "ConfigMap/settings: changed\n  spec.replicas: 1 → 5");
    let by_hand = edited(|object| object["spec"] = json!({"replicas": 5}));
    assert_eq!(drift_text(&plan, by_hand), "ConfigMap/settings: changed\n  spec.replicas: 1 → 5");
    let mut wanted: Value = plan.targets[0].object.clone().unwrap().into();
    wanted["spec"] = json!({"replicas": 2});
    plan.targets[0].object = Some(Object::try_from(wanted).unwrap());
    assert_eq!(drift_text(&plan, scaled), "ConfigMap/settings: changed\n  spec.replicas: 1 → 5");
}

#[test]
fn secrets_are_not_told() {
    let wanted = "apiVersion: v1\nkind: Secret\nmetadata: {name: settings}\ndata: {password: aHVudGVyMg==}\n";
    let mut plan = upgrade().wants(wanted).plan();
    let secret = |value: &str, note: &str| {
        Object::try_from(json!({
            "apiVersion": "v1", "kind": "Secret", "data": {"password": value},
            "metadata": {"name": "settings", "namespace": "prod", "uid": "u1", "annotations": {"note": note}},
        }))
        .unwrap()
    };
    plan.changes[0].kind = ChangeKind::Update;
    plan.changes[0].before = Some(secret("b2xkLW9uZQ==", "was old-one"));
    let text = drift_text(&plan, Some(secret("bmV3LW9uZQ==", "is new-one")));
    assert!(text.contains("data.password"), "{text}");
    for value in ["b2xkLW9uZQ==", "bmV3LW9uZQ==", "old-one", "new-one"] {
        assert!(!text.contains(value), "{value} is in {text}");
    }
}

#[test]
fn what_is_as_planned_is_made() {
    let plan = plan(&reviewed());
    let made = |live: Option<Object>| is_made(&plan, &plan.changes[0], live.as_ref());
    let wanted: Value = plan.targets[0].object.clone().unwrap().into();
    let applied = |object: &mut Value| {
        object["data"]["tag"] = json!("two");
        object["metadata"]["labels"] = wanted["metadata"]["labels"].clone();
        object["metadata"]["annotations"] = wanted["metadata"]["annotations"].clone();
    };
    assert!(made(edited(applied)));
    assert!(made(edited(|object| {
        applied(object);
        object["immutable"] = json!(false);
    })));
    assert!(!made(edited(|object| {
        applied(object);
        object["data"]["tag"] = json!("three");
    })));
    assert!(!made(edited(|_| {})));
    assert!(!made(None));
    let mut hook = plan.clone();
    hook.changes[0].then_deleted = true;
    assert!(is_made(&hook, &hook.changes[0], None));
}
