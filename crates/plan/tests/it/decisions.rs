//! What is done with a resource, depending on the live object and its annotations.

use serde_json::{Value, json};
use skeg_plan::{Cause, Change, ChangeKind, Plan};

use crate::world::{config, initial, job, manifest, upgrade};

fn change(plan: &Plan) -> Option<(ChangeKind, &Cause)> {
    assert!(plan.changes.len() < 2, "{:?}", plan.changes);
    plan.changes.first().map(|change: &Change| (change.kind, &change.cause))
}

/// The change to a ConfigMap with these annotations. The live one has `there` as its value, if it exists.
fn planned(annotations: &[(&str, &str)], there: Option<&str>) -> Option<(ChangeKind, Cause)> {
    let wanted = config("a", "new", annotations);
    let plan = match there {
        Some(value) => upgrade().wants(&wanted).lives(&config("a", value, annotations)).plan(),
        None => initial().wants(&wanted).plan(),
    };
    change(&plan).map(|(kind, cause)| (kind, cause.clone()))
}

#[test]
fn delete_and_resource_policies_decide() {
    use Cause::{DeletePolicy, Differs, Missing};
    use ChangeKind::{Create, Recreate, Update};
    let resource_policy = |value| [("werf.io/resource-policy", value)];
    let delete_policy = [("werf.io/delete-policy", "before-creation")];
    let both = [("werf.io/delete-policy", "before-creation"), ("werf.io/resource-policy", "skip-recreate")];
    type Case<'a> = (&'a [(&'a str, &'a str)], Option<&'a str>, Option<(ChangeKind, Cause)>);
    let cases: &[Case<'_>] = &[
        (&[], None, Some((Create, Missing))),
        (&[], Some("old"), Some((Update, Differs))),
        (&[], Some("new"), None),
        (&resource_policy("skip-create"), None, None),
        (&resource_policy("skip-create"), Some("old"), Some((Update, Differs))),
        (&resource_policy("skip-update"), Some("old"), None),
        (&resource_policy("skip-update"), None, Some((Create, Missing))),
        (&delete_policy, None, Some((Create, Missing))),
        (&delete_policy, Some("new"), Some((Recreate, DeletePolicy))),
        (&both, Some("old"), None),
    ];
    for (annotations, there, expected) in cases {
        assert_eq!(planned(annotations, *there), *expected, "{annotations:?} {there:?}");
    }
}

#[test]
fn what_the_server_and_tools_write_is_no_change() {
    let map = config("a", "1", &[]);
    let edits: &[fn(&mut Value)] = &[
        |object| object["metadata"]["generation"] = json!(4),
        |object| object["metadata"]["creationTimestamp"] = json!("2026-01-01T00:00:00Z"),
        |object| object["metadata"]["finalizers"] = json!(["x"]),
        |object| object["metadata"]["managedFields"] = json!([{"manager": "helm", "operation": "Apply"}]),
        |object| object["status"] = json!({"x": 1}),
        |object| object["metadata"]["annotations"]["helm.sh/x"] = json!("1"),
        |object| object["metadata"]["annotations"]["ci.werf.io/commit"] = json!("1"),
        |object| object["metadata"]["annotations"]["werf.io/weight"] = json!("1"),
        |object| object["metadata"]["annotations"]["db.dependency.werf.io"] = json!("v1:Secret:x"),
    ];
    for (at, edit) in edits.iter().enumerate() {
        let plan = upgrade().wants(&map).lives_with(&map, edit).plan();
        assert_eq!(change(&plan), None, "{at}");
    }
    let edits: &[fn(&mut Value)] = &[
        |object| object["metadata"]["annotations"]["notwerf.io/x"] = json!("1"),
        |object| object["metadata"]["labels"]["x"] = json!("1"),
        |object| object["data"]["key"] = json!("2"),
    ];
    for (at, edit) in edits.iter().enumerate() {
        let plan = upgrade().wants(&map).lives_with(&map, edit).plan();
        assert_eq!(change(&plan), Some((ChangeKind::Update, &Cause::Differs)), "{at}");
    }
}

#[test]
fn fields_of_client_side_tools_are_taken_over() {
    let map = config("a", "1", &[]);
    let fields = json!([{"manager": "kubectl-client-side-apply", "operation": "Update", "apiVersion": "v1",
        "fieldsType": "FieldsV1", "fieldsV1": {"f:data": {"f:key": {}}}}]);
    let world = upgrade().wants(&map).lives_with(&map, |object| object["metadata"]["managedFields"] = fields.clone());
    let plan = world.plan();
    assert_eq!(change(&plan), Some((ChangeKind::Update, &Cause::TakesOver)));
    assert!(plan.targets[0].takes_over);
}

#[test]
fn what_is_on_its_way_out_is_made_anew() {
    let map = config("a", "1", &[]);
    let leaving = |object: &mut Value| object["metadata"]["deletionTimestamp"] = json!("2026-01-01T00:00:00Z");
    let plan = upgrade().wants(&map).lives_with(&map, leaving).plan();
    assert_eq!(change(&plan), Some((ChangeKind::Recreate, &Cause::BeingDeleted)));
}

#[test]
fn a_refused_dry_run_is_applied_blindly() {
    let world = upgrade().wants(&config("a", "2", &[])).lives(&config("a", "1", &[]));
    let plan = world.refused("ConfigMap/a", "data", "Invalid value: \"immutable\": must be short").plan();
    let Some((ChangeKind::Apply, Cause::DryRunRefused(refusal))) = change(&plan) else { panic!("{plan:?}") };
    assert_eq!(refusal.message, "data: Invalid value: \"immutable\": must be short");
    // Only the reviewed object may be applied to, so a missing one is not created by accident.
    assert_eq!(plan.targets[0].uid.as_deref(), Some("uid-of-ConfigMap/a"));
}

#[test]
fn jobs_are_recreated_where_they_cannot_be_changed() {
    let world = upgrade().wants(&job("migrate", "two", &[])).lives(&job("migrate", "one", &[]));
    let plan = world.refused("Job/migrate", "spec.template", "Invalid value: {\"a\":1}: field is immutable").plan();
    let Some((ChangeKind::Recreate, Cause::Immutable { fields, .. })) = change(&plan) else { panic!("{plan:?}") };
    assert_eq!(fields, &["spec.template"]);
    assert_eq!(plan.warnings, Vec::<String>::new());
}

#[test]
fn recreating_what_holds_data_is_warned_of() {
    let claim = |size: &str| {
        let policy = [("werf.io/delete-policy", "before-creation-if-immutable")];
        manifest("v1", "PersistentVolumeClaim", "data", &policy, &format!("spec: {{storageClassName: {size}}}"))
    };
    let world = upgrade().wants(&claim("b")).lives(&claim("a"));
    let message = "Forbidden: spec is immutable after creation except resources.requests\n- a\n+ b";
    let plan = world.refused("PersistentVolumeClaim/data", "spec", message).plan();
    assert_eq!(plan.changes[0].kind, ChangeKind::Recreate);
    assert_eq!(
        plan.warnings,
        [
            "PersistentVolumeClaim/data is recreated: deleting the claim deletes its volume unless the volume is retained"
        ]
    );
}

/// A definition of boats, and a boat.
fn boats(fields: &str, boat: &str) -> String {
    let names = format!("spec: {{group: shop.dev, scope: Namespaced, names: {{kind: Boat}}, fields: {fields}}}");
    manifest("apiextensions.k8s.io/v1", "CustomResourceDefinition", "boats.shop.dev", &[], &names)
        + &manifest("shop.dev/v1", "Boat", "skeg", &[], &format!("spec: {boat}"))
}

#[test]
fn a_dry_run_by_a_schema_that_changes_proves_nothing() {
    let refused = |fields: &str, message: &str| {
        let world = upgrade().wants(&boats(fields, "{a: 1, b: 3}")).lives(&boats("[a]", "{a: 1}"));
        world.refused("Boat/skeg", "spec", message).try_plan()
    };
    let of_boat = |plan: &Plan| {
        let change = plan.changes.iter().find(|change| plan.targets[change.target].id.kind == "Boat").unwrap();
        (change.kind, change.cause.clone())
    };
    let known_later = Cause::DefinitionChanges { definition: "boats.shop.dev".to_string() };
    for message in ["Invalid value: 3: not now", "Invalid value: 3: field is immutable"] {
        let plan = refused("[a, b]", message).unwrap();
        assert_eq!(of_boat(&plan), (ChangeKind::Apply, known_later.clone()), "{message}");
    }
    // An unchanged definition counts.
    let plan = refused("[a]", "Invalid value: 3: not now").unwrap();
    assert!(matches!(of_boat(&plan), (ChangeKind::Apply, Cause::DryRunRefused(_))), "{plan:?}");
    assert!(refused("[a]", "Invalid value: 3: field is immutable").is_err());
}

#[test]
fn what_goes_with_its_definition_is_made_anew() {
    let policy = [("werf.io/delete-policy", "before-creation")];
    let definition = |fields: &str| {
        let spec = format!("spec: {{group: shop.dev, scope: Namespaced, names: {{kind: Boat}}, fields: {fields}}}");
        manifest("apiextensions.k8s.io/v1", "CustomResourceDefinition", "boats.shop.dev", &policy, &spec)
            + &manifest("shop.dev/v1", "Boat", "skeg", &[], "spec: {}")
    };
    let plan = upgrade().wants(&definition("[b]")).lives(&definition("[a]")).plan();
    let kinds: Vec<ChangeKind> = plan.changes.iter().map(|change| change.kind).collect();
    assert_eq!(kinds, [ChangeKind::Recreate, ChangeKind::Recreate]);
}

#[test]
fn a_flag_recreates_what_holds_no_data() {
    let planned = |kind: &str, api_version: &str| {
        let object = |value: &str| manifest(api_version, kind, "x", &[], &format!("spec: {{a: {value}}}"));
        let world = upgrade().wants(&object("2")).lives(&object("1")).policy(|policy| policy.recreate_immutable = true);
        world.refused(&format!("{kind}/x"), "spec.a", "Invalid value: 2: field is immutable").try_plan()
    };
    for (kind, api_version) in [("StatefulSet", "apps/v1"), ("Service", "v1"), ("Boat", "shop.dev/v1")] {
        let plan = planned(kind, api_version).unwrap();
        assert!(matches!(change(&plan), Some((ChangeKind::Recreate, Cause::Immutable { .. }))), "{kind}: {plan:?}");
    }
    assert!(planned("PersistentVolumeClaim", "v1").is_err());
}
