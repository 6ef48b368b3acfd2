//! What `release inventory show` tells of what belongs to a release.

use serde_json::{Value, json};
use skeg_test_cluster::Helm;

use super::manifests::config_map;
use super::pieces::Workload;
use super::site::{Ran, Site};

/// `skeg release inventory WORD -n NAMESPACE -r shop …`.
pub(super) fn inventory(site: &Site, word: &str, more: &[&str]) -> Ran {
    let words = ["release", "inventory", word, "-n", &site.namespace, "-r", "shop"];
    site.skeg(words.iter().chain(more))
}

/// The inventory as JSON.
pub(super) fn shown(site: &Site) -> Value {
    let ran = inventory(site, "show", &["-o", "json"]).ended(0);
    assert_eq!(ran.stderr, "");
    serde_json::from_str(&ran.stdout).unwrap()
}

/// `ConfigMap/a deployed` of each member.
pub(super) fn members(shown: &Value) -> Vec<String> {
    let members = shown["members"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_string();
    members.map(|each| format!("{}/{} {}", text(&each["kind"]), text(&each["name"]), text(&each["state"]))).collect()
}

#[test]
fn what_belongs_to_a_release_is_shown_by_component() {
    let site = Site::new("inventory-show");
    let kept = config_map("kept", &["helm.sh/resource-policy: keep"]);
    site.chart(&[
        ("templates/a.yaml", &config_map("a", &[])),
        ("templates/kept.yaml", &kept),
        ("templates/hook.yaml", &config_map("hook", &["helm.sh/hook: post-install"])),
        ("charts/db/Chart.yaml", "apiVersion: v2\nname: db\nversion: 0.1.0\n"),
        ("charts/db/templates/b.yaml", &config_map("b", &[])),
    ]);
    site.install(&["--set", "x=1"]).ended(0);
    let ran = inventory(&site, "show", &["-o", "text"]).ended(0);
    ran.says(&format!("Inventory of release shop in namespace {}: 4 objects of a chart\n", site.namespace))
        .says("  deployed     revision 1, shop 1.0.0, ")
        .says("\nshop: 3 objects\n  RESOURCE        VERSION  STATE\n  ConfigMap/a     v1       deployed\n")
        .says("  ConfigMap/hook  v1       deployed, hook\n")
        .says("\nshop/charts/db: 1 object\n");
    let shown_at_first = shown(&site);
    let digest = |shown: &Value, key: &str| shown["current"][key].as_str().unwrap().to_string();
    assert!(digest(&shown_at_first, "valuesDigest").starts_with("sha256:"));
    assert_eq!(shown_at_first["members"][0]["component"], "shop");
    assert_eq!((&shown_at_first["keeper"], &shown_at_first["source"]), (&json!("skeg"), &json!("chart")));

    // What its policy keeps is nobody's from now on.
    site.chart(&[("templates/a.yaml", &config_map("a", &[]))]);
    site.install(&["--set", "x=2"]).ended(0);
    let now = shown(&site);
    assert_eq!(members(&now), ["ConfigMap/a deployed"]);
    assert_eq!((&now["current"]["revision"], &now["earlier"][0]["revision"]), (&json!(2), &json!(1)));
    assert_ne!(digest(&now, "valuesDigest"), digest(&shown_at_first, "valuesDigest"));

    // What was not pruned stays known.
    site.chart(&[("templates/new.yaml", &config_map("new", &[]))]);
    site.install(&["--no-prune"]).ended(0);
    assert_eq!(members(&shown(&site)), ["ConfigMap/a retained", "ConfigMap/new deployed"]);
    assert_eq!(super::inventory_verify::differences(&site, &[]), [""; 0]);
    inventory(&site, "rebuild", &[]).ended(0).says("It says so already: nothing to write.");

    // So does what a failed revision may have left, and why it failed.
    let web = Workload { pods: "test.skeg.dev/behave: crash-loop, test.skeg.dev/after: 500ms", ..Workload::default() };
    site.chart(&[("templates/a.yaml", &config_map("a", &[])), ("templates/web.yaml", &web.deployment())]);
    site.install(&[]).ended(1);
    let now = shown(&site);
    assert!(members(&now).contains(&"Deployment/web pending".to_string()), "{now}");
    assert_eq!((&now["pending"]["revision"], &now["pending"]["phase"]), (&json!(4), &json!("failed")));
    assert!(now["pending"]["error"].as_str().unwrap().contains("web"), "{now}");
    inventory(&site, "show", &[]).ended(0).says("  pending      revision 4: failed since ");
    let yaml = inventory(&site, "show", &["-o", "yaml"]).ended(0);
    assert!(yaml.stdout.contains("\nrelease: shop\n"), "{}", yaml.stdout);
}

#[test]
fn a_release_without_an_inventory_is_told_how_to_get_one() {
    let site = Site::new("inventory-none");
    site.skeg(["release", "inventory", "show", "nobodys", "-n", &site.namespace]).ended(1).says("SKEG-NO-RELEASE");
    site.chart(&[("templates/a.yaml", &config_map("a", &[]))]);
    site.helm(Helm::V4, &["install", "shop", "./shop"]).unwrap();
    inventory(&site, "show", &[])
        .ended(1)
        .says("SKEG-NO-INVENTORY")
        .says(&format!("skeg release inventory rebuild shop -n {}", site.namespace));
    site.install(&["--set", "a=1"]).ended(0);
    assert_eq!(shown(&site)["current"]["revision"], 2);
    // Somebody edits it.
    let name = shown(&site)["object"].as_str().unwrap().to_string();
    site.kubectl(&["patch", "secret", &name, "--type=merge", "-p", r#"{"stringData": {"index": "[1"}}"#]);
    inventory(&site, "show", &[]).ended(1).says("SKEG-INVENTORY-DAMAGED").says("skeg release inventory rebuild");
}

#[test]
fn an_inventory_of_opm_is_shown_too() {
    let site = Site::new("inventory-opm");
    let change = json!({
        "module": {"path": "opmodel.dev/modules/minecraft@v0", "version": "0.2.0", "name": "minecraft"},
        "values": "{}", "manifestDigest": "sha256:d9f3", "timestamp": "2026-02-11T16:45:00Z",
        "inventory": {"entries": [
            {"group": "apps", "kind": "StatefulSet", "namespace": site.namespace, "name": "m", "v": "v1", "component": "app"},
        ]},
    });
    let metadata = json!({
        "kind": "ModuleRelease", "apiVersion": "core.opmodel.dev/v1alpha1", "name": "shop",
        "namespace": site.namespace, "releaseId": "a3b8f2e1", "lastTransitionTime": "2026-02-11T16:45:00Z",
    });
    let secret = |name: &str| {
        json!({
            "apiVersion": "v1", "kind": "Secret", "type": "opmodel.dev/release",
            "metadata": {"name": name, "labels": {"opmodel.dev/component": "inventory"}},
            "stringData": {
                "metadata": metadata.to_string(), "index": r#"["change-sha1-e92f4c01"]"#,
                "change-sha1-e92f4c01": change.to_string(),
            },
        })
    };
    let file = site.folder().join("opm.json");
    for name in ["opm.shop.a3b8f2e1", "opm.shop.two.a3b8f2e1"] {
        std::fs::write(&file, secret(name).to_string()).unwrap();
        site.kubectl(&["apply", "-f", file.to_str().unwrap()]);
    }
    let now = shown(&site);
    assert_eq!((&now["keeper"], &now["object"]), (&json!("opm"), &json!("opm.shop.a3b8f2e1")));
    assert_eq!(
        (members(&now), &now["current"]["version"]),
        (vec!["StatefulSet/m deployed".to_string()], &json!("0.2.0"))
    );
    inventory(&site, "show", &[]).ended(0).says("1 object of plain manifests, kept by OPM").says("\napp: 1 object\n");
}
