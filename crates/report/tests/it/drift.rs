//! The forms of drift.

use serde_json::{Value, json};
use skeg_report::{DriftFormat, DriftView, DriftedField, DriftedObject, drift};

use crate::schema::faults;

fn view() -> DriftView {
    let object = |name: &str, state: &str, message: &str| DriftedObject {
        resource: format!("ConfigMap/{name}"),
        kind: "ConfigMap".to_string(),
        namespace: "prod".to_string(),
        name: name.to_string(),
        state: state.to_string(),
        message: message.to_string(),
        ..DriftedObject::default()
    };
    let field = |drift: &str, recorded: Option<Value>, live: Option<Value>| DriftedField {
        path: "data.a".to_string(),
        pointer: "/data/a".to_string(),
        drift: drift.to_string(),
        recorded,
        live,
        managers: vec!["kubectl-edit".to_string()],
    };
    let fields = vec![
        field("changed", Some(json!("one")), Some(json!("two"))),
        field("changed", Some(json!({"a": 1})), None),
        field("added", None, Some(json!("x".repeat(200)))),
    ];
    let objects = vec![
        object("a", "missing", ""),
        object("b", "deleting", ""),
        object("c", "foreign", "release \"x\" in namespace \"y\""),
        object("d", "refused", "field is immutable"),
        DriftedObject { fields, source: "shop/templates/e.yaml".to_string(), ..object("e", "changed", "") },
    ];
    DriftView { release: "shop".to_string(), namespace: "prod".to_string(), revision: 3, compared: 9, objects }
}

#[test]
fn json_follows_its_schema() {
    for view in [view(), DriftView::default()] {
        let value: Value = serde_json::from_str(&drift(&view, DriftFormat::Json)).unwrap();
        assert_eq!(faults("drift.json", &value), [""; 0]);
    }
}

#[test]
fn people_read_a_line_for_each_field() {
    let long = "x".repeat(120);
    let wanted = format!(
        "\
- ConfigMap/a  is missing
- ConfigMap/b  is being deleted
! ConfigMap/c  belongs to release \"x\" in namespace \"y\"
! ConfigMap/d  can no longer be as recorded: field is immutable
~ ConfigMap/e
    ~ data.a: one → two   by kubectl-edit
    ~ data.a: {{\"a\":1}} → (nothing)   by kubectl-edit
    + data.a: {long}…   by kubectl-edit

Drift of release shop in namespace prod, revision 3: 5 of 9 objects.
"
    );
    assert_eq!(drift(&view(), DriftFormat::Text), wanted);
}
