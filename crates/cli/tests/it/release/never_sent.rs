//! `helm.sh/depends-on/resource-groups` is not a legal key in a cluster: it stays in records and is never sent.

use skeg_test_cluster::Helm;

use super::site::{Ran, Site};

const KEY: &str = "helm.sh/depends-on/resource-groups";

/// A resource, a hook and a CRD with the key; the value makes them differ.
fn chart(site: &Site, value: &str) {
    let order = format!("helm.sh/resource-group: web, {KEY}: '[\"db\"]'");
    let map = |name: &str, more: &str| {
        format!(
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}, annotations: {{{order}{more}}}}}\ndata: {{value: {value}}}\n"
        )
    };
    let group = format!("{}.example.com", site.namespace);
    let definition = format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: things.{group}, annotations: {{{KEY}: db, of: {value}}}}}
spec:
  group: {group}
  scope: Namespaced
  names: {{kind: Thing, plural: things}}
  versions: [{{name: v1, served: true, storage: true, schema: {{openAPIV3Schema: {{type: object}}}}}}]
"
    );
    let list = map("listed", "").replace("'[\"db\"]'", "[db, 5]");
    site.chart(&[
        ("templates/settings.yaml", &map("settings", "")),
        ("templates/listed.yaml", &list),
        ("templates/hook.yaml", &map("hook", ", helm.sh/hook: \"pre-install,pre-upgrade,pre-rollback\"")),
        ("crds/thing.yaml", &definition),
    ]);
}

/// All objects are as they should be, without any warning.
fn check(site: &Site, ran: &Ran, value: &str) {
    assert!(!ran.stderr.contains(KEY) && !ran.stdout.contains(KEY), "{}\n{}", ran.stdout, ran.stderr);
    for name in ["settings", "listed", "hook"] {
        let object = site.object("configmap", name).unwrap();
        assert_eq!(object["data"]["value"], value, "{name}");
        let annotations = object["metadata"]["annotations"].as_object().unwrap();
        assert_eq!(annotations["helm.sh/resource-group"], "web", "{name}");
        assert!(!annotations.contains_key(KEY), "{name}: {annotations:?}");
    }
}

#[test]
fn by_no_command() {
    let site = Site::new("never-sent");
    let crd = format!("things.{}.example.com", site.namespace);
    chart(&site, "one");
    site.skeg(["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop"]).ended(0);
    let ran = site.install(&[]).ended(0);
    check(&site, &ran, "one");
    assert_eq!(site.object("crd", &crd).unwrap()["metadata"]["annotations"]["of"], "one");
    site.release("get", &[]).ended(0).says(KEY);
    let record = site.record(1);
    let manifest = record["manifest"].as_str().unwrap();
    // As rendered, except for the list: Helm could not parse the record with it.
    assert!(
        manifest.contains(&format!("name: settings, annotations: {{helm.sh/resource-group: web, {KEY}: '[\"db\"]'}}")),
        "{manifest}"
    );
    assert!(manifest.contains(&format!("{KEY}: '[\"db\",\"5\"]'")), "{manifest}");
    assert!(record["hooks"][0]["manifest"].as_str().unwrap().contains(KEY), "{record}");

    // Live and wanted objects match: the key is not a change.
    let plan = site.skeg(["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop"]).ended(0);
    assert!(!plan.stdout.contains("ConfigMap/settings"), "{}", plan.stdout);

    chart(&site, "two");
    let ran = site.install(&[]).ended(0);
    check(&site, &ran, "two");
    let ran = site.release("rollback", &["1"]).ended(0);
    check(&site, &ran, "one");
    assert!(site.record(3)["manifest"].as_str().unwrap().contains(KEY));
    site.release("uninstall", &[]).ended(0);
    assert!(site.object("configmap", "settings").is_none());
    site.kubectl(&["delete", "crd", &crd]);
}

/// Helm sends the key, fails, and leaves a record with it.
#[test]
fn nor_after_helm() {
    for generation in [Helm::V3, Helm::V4] {
        let site = Site::new("after-helm");
        let map = |value: &str| {
            format!(
                "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: settings, annotations: {{helm.sh/resource-group: a, {KEY}: b}}}}\ndata: {{value: {value}}}\n"
            )
        };
        site.chart(&[("templates/settings.yaml", &map("one"))]);
        let refused = site.helm(generation, &["install", "shop", "./shop"]).unwrap_err();
        assert!(refused.contains(KEY), "{refused}");
        assert_eq!(site.history(), "1 failed");
        site.install(&[]).ended(0);
        site.chart(&[("templates/settings.yaml", &map("two"))]);
        site.install(&[]).ended(0);
        let ran = site.release("rollback", &["1"]).ended(0);
        assert!(!ran.stderr.contains(KEY), "{}", ran.stderr);
        assert_eq!(site.object("configmap", "settings").unwrap()["data"]["value"], "one");
    }
}
