//! What `release inventory rebuild` makes of records, the old inventory, and marks.

use skeg_test_cluster::Helm;

use super::inventory_show::{inventory, members, shown};
use super::inventory_verify::{differences, plant};
use super::manifests::config_map;
use super::pieces::Workload;
use super::site::Site;

fn delete_inventory(site: &Site) {
    site.kubectl(&["delete", "secret", "-lskeg.dev/component=inventory"]);
}

#[test]
fn an_inventory_is_made_of_records_and_marks() {
    let site = Site::new("rebuild");
    let chart = |more: &[(&str, &str)]| {
        let (a, b) = (config_map("a", &[]), config_map("b", &[]));
        let db = "apiVersion: v2\nname: db\nversion: 0.1.0\n";
        let common = [("templates/a.yaml", &*a), ("charts/db/Chart.yaml", db), ("charts/db/templates/b.yaml", &*b)];
        site.chart(&[&common[..], more].concat());
    };
    chart(&[("templates/hook.yaml", &config_map("hook", &["helm.sh/hook: post-install"]))]);
    site.install(&[]).ended(0);
    let web = Workload { pods: "test.skeg.dev/behave: crash-loop, test.skeg.dev/after: 500ms", ..Workload::default() };
    chart(&[("templates/web.yaml", &web.deployment())]);
    site.install(&[]).ended(1);
    let before = shown(&site);
    inventory(&site, "rebuild", &[]).ended(0).says("It says so already: nothing to write.");
    assert_eq!(shown(&site), before);

    delete_inventory(&site);
    plant(&site, "serviceaccount", "ghost", &[]);
    plant(&site, "configmap", "kept", &[]);
    site.kubectl(&["annotate", "configmap", "kept", "helm.sh/resource-policy=keep"]);
    let said = |more: &[&str]| {
        inventory(&site, "rebuild", more)
            .ended(0)
            .says("The inventory has 5 objects:\n  3 of the deployed revision 1\n")
            .says("  1 more of revisions that did not succeed: 2\n")
            .says("  1 more that were found by their marks\n")
            .says("+ ServiceAccount/ghost: no longer wanted: the next deploy deletes it\n")
    };
    said(&["--dry-run"]).says("Nothing was written: --dry-run.");
    inventory(&site, "show", &[]).ended(1).says("SKEG-NO-INVENTORY");
    said(&["--lock-timeout", "20s"]).says("It was written.");
    let now = shown(&site);
    let wanted =
        ["ServiceAccount/ghost found", "ConfigMap/a deployed", "ConfigMap/hook deployed", "Deployment/web pending"];
    let (now_members, before_members) = (members(&now), members(&before));
    assert!(wanted.iter().all(|member| now_members.contains(&member.to_string())), "{now}");
    assert_eq!((now_members.len(), before_members.len()), (5, 4));
    // Inputs, components and the reason of the failure are what they were.
    for key in ["digest", "valuesDigest", "manifestDigest", "revision", "module"] {
        assert_eq!(now["current"][key], before["current"][key], "{key}");
    }
    assert_eq!(now["pending"]["revision"], 2);
    assert!(now["pending"]["error"].as_str().unwrap().contains("web"), "{now}");
    assert_eq!(differences(&site, &["--scan"]), [""; 0]);
    inventory(&site, "rebuild", &[]).ended(0).says("nothing to write");

    // The next deploy deletes what is no longer wanted.
    chart(&[]);
    site.install(&[]).ended(0);
    assert_eq!(site.names("configmap,serviceaccount,deployment"), ["a", "b", "kept"]);
}

#[test]
fn what_is_gone_or_of_others_is_dropped() {
    let site = Site::new("rebuild-drop");
    let maps: Vec<(String, String)> =
        ["a", "gone", "other"].map(|name| (format!("templates/{name}.yaml"), config_map(name, &[]))).into();
    site.chart(&maps.iter().map(|(path, text)| (&**path, &**text)).collect::<Vec<_>>());
    site.install(&[]).ended(0);
    site.chart(&[("templates/a.yaml", &config_map("a", &[])), ("templates/new.yaml", &config_map("new", &[]))]);
    site.helm(Helm::V4, &["upgrade", "shop", "./shop"]).unwrap();
    site.kubectl(&["create", "configmap", "other"]);
    site.kubectl(&[
        "annotate",
        "configmap",
        "other",
        "meta.helm.sh/release-name=else",
        "meta.helm.sh/release-namespace=x",
    ]);
    inventory(&site, "rebuild", &[])
        .ended(0)
        .says("+ ConfigMap/new: recorded\n")
        .says("- ConfigMap/gone: it is gone\n")
        .says("- ConfigMap/other: it belongs to release \"else\" in namespace \"x\"\n");
    assert_eq!(members(&shown(&site)), ["ConfigMap/a deployed", "ConfigMap/new deployed"]);
    assert_eq!(differences(&site, &[]), [""; 0]);
}

#[test]
fn a_damaged_inventory_is_replaced() {
    let site = Site::new("rebuild-damaged");
    site.chart(&[("templates/a.yaml", &config_map("a", &[]))]);
    site.install(&[]).ended(0);
    let name = shown(&site)["object"].as_str().unwrap().to_string();
    site.kubectl(&["patch", "secret", &name, "--type=merge", "-p", r#"{"stringData": {"index": "[1"}}"#]);
    inventory(&site, "rebuild", &[]).ended(0).says("cannot be read: index: ").says("It was written.");
    assert_eq!(members(&shown(&site)), ["ConfigMap/a deployed"]);
}

#[test]
fn records_and_inventory_may_both_be_lost() {
    let site = Site::new("rebuild-both");
    site.skeg(["release", "inventory", "rebuild", "nobodys", "-n", &site.namespace]).ended(1).says("SKEG-NO-RELEASE");
    site.chart(&[("templates/a.yaml", &config_map("a", &[])), ("templates/b.yaml", &config_map("b", &[]))]);
    site.install(&[]).ended(0);
    delete_inventory(&site);
    site.kubectl(&["delete", "secret", "-lowner=helm"]);
    inventory(&site, "rebuild", &[]).ended(0).says("  2 more that were found by their marks\n");
    // It is known what is there, and so what is no longer wanted.
    site.chart(&[("templates/a.yaml", &config_map("a", &[]))]);
    site.install(&[]).ended(0);
    assert_eq!(site.names("configmap"), ["a"]);
    assert_eq!(differences(&site, &["--scan"]), [""; 0]);
}
