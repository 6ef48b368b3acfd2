//! CRDs that change together with their custom resources.

use skeg_test_cluster::faults::{Fault, FaultProxy, Requests, Rule};

use super::manifests::{config_map, job};
use super::site::Site;

fn group(site: &Site) -> String {
    format!("{}.example.com", site.namespace)
}

/// A CRD whose spec has these fields.
fn definition(group: &str, scope: &str, fields: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: boats.{group}}}\nspec:\n  group: {group}\n  \
         scope: {scope}\n  names: {{kind: Boat, plural: boats, singular: boat}}\n  versions:\n  - name: v1\n    served: true\n    \
         storage: true\n    schema: {{openAPIV3Schema: {{type: object, properties: {{spec: {{type: object, properties: {{{fields}}}}}}}}}}}\n"
    )
}

fn boat(group: &str, name: &str, spec: &str) -> String {
    format!("apiVersion: {group}/v1\nkind: Boat\nmetadata: {{name: {name}}}\nspec: {{{spec}}}\n")
}

const OLD: &str = "a: {type: integer}";
const NEW: &str = "a: {type: integer}, b: {type: integer}";

/// The first revision: a CRD at this path, and a boat.
fn first(name: &str, place: &str) -> Site {
    let site = Site::new(name);
    let group = group(&site);
    site.chart(&[
        (place, &definition(&group, "Namespaced", OLD)),
        ("templates/boat.yaml", &boat(&group, "skeg", "a: 1")),
    ]);
    site.install(&[]).ended(0);
    site
}

/// The chart of the second: the CRD declares `spec.b`, and an old and a new boat have it.
fn second(site: &Site, place: &str) {
    let group = group(site);
    site.chart(&[
        (place, &definition(&group, "Namespaced", NEW)),
        ("templates/boat.yaml", &boat(&group, "skeg", "a: 1, b: 3")),
        ("templates/new.yaml", &boat(&group, "new", "b: 4")),
    ]);
}

fn has_come(site: &Site) {
    let kind = format!("boats.{}", group(site));
    assert_eq!(site.object(&kind, "skeg").unwrap()["spec"], serde_json::json!({"a": 1, "b": 3}));
    assert_eq!(site.object(&kind, "new").unwrap()["spec"], serde_json::json!({"b": 4}));
    site.install(&[]).ended(0).says("up to date");
}

#[test]
fn a_field_comes_with_the_definition_that_declares_it() {
    for place in ["templates/crd.yaml", "crds/crd.yaml"] {
        let site = first("crd-field", place);
        second(&site, place);
        let plan = site.skeg(["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop"]).ended(0);
        plan.says(&format!("the changes are known only after its CRD boats.{} has changed", group(&site)));
        let trace = site.traced_install(&[]);
        trace.is_before(&format!("patch customresourcedefinitions/boats.{}", group(&site)), "patch boats/skeg");
        has_come(&site);
    }
}

#[test]
fn a_frozen_plan_brings_both() {
    let site = first("crd-field-frozen", "templates/crd.yaml");
    second(&site, "templates/crd.yaml");
    let words = ["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop", "--out", "plan.json"];
    site.skeg(words).ended(0);
    site.skeg(["release", "plan", "execute", "plan.json"]).ended(0);
    has_come(&site);
}

/// One of several API servers may validate against the old schema for a moment.
#[test]
fn the_new_schema_is_waited_for() {
    let site = first("crd-field-late", "templates/crd.yaml");
    second(&site, "templates/crd.yaml");
    let proxy = FaultProxy::start(site.cluster).unwrap();
    let rule = Rule::new(Fault::status(422)).only(Requests::Writes).method("PATCH").path("/boats/skeg");
    let rule = proxy.add(rule.first(3));
    let kubeconfig = proxy.kubeconfig().to_str().unwrap();
    site.install(&["--kube-config", kubeconfig]).ended(0);
    assert_eq!(rule.fired(), 3);
    has_come(&site);
    // For a kind whose CRD does not change, a refusal is final.
    let group = group(&site);
    site.chart(&[
        ("templates/crd.yaml", &definition(&group, "Namespaced", NEW)),
        ("templates/boat.yaml", &boat(&group, "skeg", "a: 2")),
    ]);
    let rule = proxy.add(Rule::new(Fault::status(422)).only(Requests::Writes).method("PATCH").path("/boats/skeg"));
    site.install(&["--kube-config", kubeconfig]).ended(1).says("Boat/skeg could not be updated");
    assert_eq!(rule.fired(), 1);
}

#[test]
fn a_field_that_the_new_definition_lacks_too_is_refused_before_anything_is_written() {
    let site = first("crd-typo", "templates/crd.yaml");
    let group = group(&site);
    site.chart(&[
        ("templates/crd.yaml", &definition(&group, "Namespaced", NEW)),
        ("templates/boat.yaml", &boat(&group, "skeg", "a: 1, bb: 3")),
        ("templates/new.yaml", &boat(&group, "new", "c: 3")),
    ]);
    let (ran, trace) = site.traced("install", &["./shop"]);
    ran.ended(1)
        .says("Boat/skeg in namespace")
        .says(".spec.bb: field not declared in schema")
        .says(".spec.c: field not declared in schema")
        .says("shop/templates/new.yaml")
        .says("Nothing was changed");
    assert_eq!(trace.writes(), [""; 0]);
    assert_eq!(site.history(), "1 deployed");
}

/// The API server would report it only after the CRD is written, and in Go's syntax.
#[test]
fn a_value_that_the_new_definition_declares_otherwise_is_refused_before_anything_is_written() {
    let place = "crds/crd.yaml";
    let site = first("crd-types", place);
    let group = group(&site);
    site.chart(&[
        (place, &definition(&group, "Namespaced", "a: {type: integer}, b: {type: integer}, c: {type: string}")),
        ("templates/boat.yaml", &boat(&group, "skeg", "a: 1, b: three, c: yes")),
    ]);
    let (ran, trace) = site.traced("install", &["./shop"]);
    ran.ended(1)
        .says(".spec.b: expected an integer, got the string \"three\"")
        .says(".spec.c: expected a string, got the boolean true")
        .says("y, n, yes, no, on and off are booleans in YAML. Quote the value in the template: c: ")
        .says("shop/templates/boat.yaml")
        .says("Nothing was changed");
    assert_eq!(trace.writes(), [""; 0]);
    assert_eq!(site.history(), "1 deployed");
}

/// Charts also update CRDs by a hook, since Helm never updates `crds/`.
#[test]
fn a_hook_that_may_change_definitions_is_given_the_chance() {
    let site = first("crd-hook", "templates/crd.yaml");
    let group = group(&site);
    let hook = |account: &str| {
        let job = job("upgrade-crds", &["helm.sh/hook: pre-upgrade"], &[]);
        job.replace("spec: {restartPolicy", &format!("spec: {{{account}restartPolicy"))
    };
    let plan = |account: &str| {
        site.chart(&[
            ("templates/crd.yaml", &definition(&group, "Namespaced", OLD)),
            ("templates/boat.yaml", &boat(&group, "skeg", "a: 1, b: 3")),
            ("templates/hook.yaml", &hook(account)),
        ]);
        site.skeg(["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop"])
    };
    plan("serviceAccountName: upgrader, ")
        .ended(0)
        .says("Boat/skeg does not match its current definition (.spec.b: field not declared in schema)")
        .says("because Job/upgrade-crds may change");
    plan("").ended(1).says("✗ would be refused: .spec.b: field not declared in schema");
}

#[test]
fn a_version_that_the_new_definition_serves_no_more_is_refused() {
    let site = first("crd-version-gone", "templates/crd.yaml");
    let group = group(&site);
    let unserved = definition(&group, "Namespaced", OLD)
        .replace("served: true", "served: false")
        .replace("storage: true", "storage: false");
    let (_, version) = definition(&group, "Namespaced", OLD)
        .split_once("  - name: v1")
        .map(|(a, b)| (a.to_string(), b.to_string()))
        .unwrap();
    site.chart(&[
        ("templates/crd.yaml", &format!("{unserved}  - name: v2{version}")),
        ("templates/boat.yaml", &boat(&group, "skeg", "a: 2")),
    ]);
    let (ran, trace) = site.traced("install", &["./shop"]);
    ran.ended(1).says("apiVersion: the new definition does not serve v1, only v2").says("shop/templates/boat.yaml");
    assert_eq!(trace.writes(), [""; 0]);
}

#[test]
fn a_scope_cannot_be_changed_and_the_way_out_is_told() {
    let site = first("crd-scope", "templates/crd.yaml");
    let group = group(&site);
    let extra = config_map("extra", &[]);
    let chart = |crd: &str| {
        site.chart(&[
            ("templates/crd.yaml", crd),
            ("templates/boat.yaml", &boat(&group, "skeg", "a: 1")),
            ("templates/extra.yaml", &extra),
        ]);
    };
    let wide = definition(&group, "Cluster", OLD);
    chart(&wide);
    for more in [&["./shop"][..], &["./shop", "--recreate-immutable"]] {
        let (ran, trace) = site.traced("install", more);
        let ran = ran.ended(1);
        assert!(!ran.stderr.contains("To recreate it: --recreate-immutable"), "{}", ran.stderr);
        ran.says(&format!(
            "SKEG-RESOURCE-IMMUTABLE]: CustomResourceDefinition/boats.{group} cannot be changed in place: spec.scope cannot be changed once set"
        ))
        .says("shop/templates/crd.yaml")
        .says("all objects of the kind, in all namespaces, are deleted with the definition")
        .says("before-creation-if-immutable, or delete it by hand and deploy again")
        .says("Nothing was changed");
        assert_eq!(trace.writes(), [""; 0]);
    }
    // With an explicit policy it works: the old boat is deleted with its CRD, and the new one is cluster-wide.
    let policy = "metadata: {annotations: {werf.io/delete-policy: before-creation-if-immutable}, ";
    chart(&wide.replace("metadata: {", policy));
    site.install(&[]).ended(0).says("is recreated: all objects of the kind");
    let made = site.object(&format!("boats.{group}"), "skeg").unwrap();
    assert_eq!(made["metadata"]["namespace"], serde_json::Value::Null);
    site.install(&[]).ended(0).says("up to date");
    // Kubernetes' garbage collector may still look for the kind in namespaces, and then never ends a foreground deletion.
    site.release("uninstall", &["--delete-propagation", "Background"]).ended(0);
}
