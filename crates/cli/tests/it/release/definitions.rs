//! CRDs together with their custom resources, and webhooks.

use super::manifests::config_map;
use super::site::Site;

/// A CRD for a kind of the test's own.
fn definition(group: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: boats.{group}}}\nspec:\n  group: {group}\n  \
         scope: Namespaced\n  names: {{kind: Boat, plural: boats, singular: boat}}\n  versions:\n  - name: v1\n    served: true\n    \
         storage: true\n    schema: {{openAPIV3Schema: {{type: object, properties: {{spec: {{type: object, properties: {{length: {{type: integer}}}}}}}}}}}}\n"
    )
}

/// The same with a second version, which is the storage version.
fn second_version(group: &str) -> String {
    let first = definition(group).replace("storage: true", "storage: false");
    let (_, version) = first.split_once("  - name: v1").unwrap();
    format!("{first}  - name: v2{}", version.replace("storage: false", "storage: true"))
}

fn boat(group: &str) -> String {
    format!(
        "apiVersion: {group}/v1\nkind: Boat\nmetadata: {{name: skeg}}\nspec: {{length: {{{{ .Values.length }}}}}}\n"
    )
}

fn group(site: &Site) -> String {
    format!("{}.example.com", site.namespace)
}

#[test]
fn a_definition_in_crds_and_its_resource_work_the_first_time() {
    let site = Site::new("crds");
    let group = group(&site);
    let files = [
        ("crds/boats.yaml", &*definition(&group)),
        ("templates/boat.yaml", &boat(&group)),
        ("values.yaml", "length: 7\n"),
    ];
    site.chart(&files);
    let trace = site.traced_install(&[]);
    let crd = format!("patch customresourcedefinitions/boats.{group}");
    trace.is_before(&crd, "patch boats/skeg");
    let kind = format!("boats.{group}");
    assert_eq!(site.object(&kind, "skeg").unwrap()["spec"]["length"], 7);
    site.install(&[]).ended(0).says("up to date");
    site.install(&["--set", "length=8"]).ended(0);
    assert_eq!(site.object(&kind, "skeg").unwrap()["spec"]["length"], 8);
    site.release("uninstall", &[]).ended(0);
    assert_eq!(site.kubectl(&["get", &kind, "-o", "name"]), "");
    assert!(site.object("crd", &kind).is_some(), "what came from crds/ stays");
    site.kubectl(&["delete", "crd", &kind]);
}

#[test]
fn a_definition_in_a_template_and_its_resource_work_the_first_time_and_go_together() {
    let site = Site::new("crd-template");
    let group = group(&site);
    site.chart(&[
        ("templates/a.yaml", &boat(&group)),
        ("templates/b.yaml", &definition(&group)),
        ("values.yaml", "length: 7\n"),
    ]);
    let trace = site.traced_install(&[]);
    let kind = format!("boats.{group}");
    trace.is_before(&format!("patch customresourcedefinitions/{kind}"), "patch boats/skeg");
    site.install(&[]).ended(0).says("up to date");
    let (ran, trace) = site.traced("uninstall", &[]);
    ran.ended(0);
    trace.is_before("delete boats/skeg", &format!("delete customresourcedefinitions/{kind}"));
    assert_eq!(site.object("crd", &kind), None);
}

#[test]
fn a_new_version_of_a_kind_comes_with_its_definition() {
    let site = Site::new("crd-version");
    let group = group(&site);
    let values = ("values.yaml", "length: 7\n");
    site.chart(&[("templates/a.yaml", &boat(&group)), ("templates/b.yaml", &definition(&group)), values]);
    site.install(&[]).ended(0);
    let (old, new) = (boat(&group), boat(&group).replace("/v1", "/v2"));
    let another = new.replace("name: skeg", "name: another");
    site.chart(&[
        ("templates/a.yaml", &new),
        ("templates/b.yaml", &second_version(&group)),
        ("templates/c.yaml", &another),
        ("values.yaml", "length: 8\n"),
    ]);
    site.install(&[]).ended(0);
    let kind = format!("boats.v2.{group}");
    assert_eq!(site.object(&kind, "skeg").unwrap()["spec"]["length"], 8);
    assert!(site.object(&kind, "another").is_some());
    site.install(&[]).ended(0).says("up to date");
    site.chart(&[("templates/a.yaml", &old), ("templates/b.yaml", &second_version(&group)), values]);
    site.install(&[]).ended(0);
    site.release("uninstall", &[]).ended(0);
}

#[test]
fn crds_are_left_out_if_asked() {
    let site = Site::new("no-crds");
    let group = group(&site);
    site.chart(&[("crds/boats.yaml", &definition(&group)), ("templates/a.yaml", &config_map("a", &[]))]);
    site.install(&["--no-install-crds"]).ended(0);
    assert_eq!(site.object("crd", &format!("boats.{group}")), None);
}

#[test]
fn a_kind_that_nobody_defines_is_refused_before_anything_is_written() {
    let site = Site::new("unknown-kind");
    let group = group(&site);
    site.chart(&[
        ("templates/a.yaml", &config_map("a", &[])),
        ("templates/boat.yaml", &boat(&group)),
        ("values.yaml", "length: 7\n"),
    ]);
    let (ran, trace) = site.traced("install", &["./shop"]);
    ran.ended(1)
        .says("SKEG-UNKNOWN-KIND")
        .says(&format!("the cluster does not know the kind Boat of {group}/v1"))
        .says("shop/templates/boat.yaml")
        .says("Nothing was changed");
    assert_eq!(trace.writes(), [""; 0]);
    assert_eq!(site.history(), "");
}

#[test]
fn webhooks_come_last_and_go_first() {
    let site = Site::new("webhook");
    // It selects only namespaces with a label that none has, and fails open.
    let hook = format!(
        "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata: {{name: {0}}}\nwebhooks:\n\
         - name: a.example.com\n  admissionReviewVersions: [v1]\n  sideEffects: None\n  failurePolicy: Ignore\n  \
         namespaceSelector: {{matchLabels: {{nobody: \"{0}\"}}}}\n  \
         clientConfig: {{url: \"https://127.0.0.1:1/x\"}}\n  \
         rules: [{{apiGroups: [\"\"], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}}]\n",
        site.namespace
    );
    let late = config_map("late", &["helm.sh/hook: post-install"]);
    site.chart(&[
        ("templates/a.yaml", &hook),
        ("templates/b.yaml", &config_map("b", &[])),
        ("templates/c.yaml", &late),
    ]);
    let trace = site.traced_install(&[]);
    let webhook = format!("validatingwebhookconfigurations/{}", site.namespace);
    trace.is_in_order(&["patch configmaps/b", "patch configmaps/late", &format!("patch {webhook}")]);
    site.install(&[]).ended(0).says("up to date");
    let (ran, trace) = site.traced("uninstall", &[]);
    ran.ended(0);
    trace.is_before(&format!("delete {webhook}"), "delete configmaps/b");
}
