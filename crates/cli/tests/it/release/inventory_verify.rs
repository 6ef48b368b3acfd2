//! Where inventory, Helm's record and the cluster differ, `release inventory verify` says so.

use serde_json::Value;
use skeg_test_cluster::Helm;

use super::inventory_show::inventory;
use super::manifests::config_map;
use super::pieces::Workload;
use super::site::Site;

/// `ConfigMap/a gone` of each difference, after checking the exit status.
#[track_caller]
pub(super) fn differences(site: &Site, more: &[&str]) -> Vec<String> {
    let words: Vec<&str> = ["-o", "json"].iter().chain(more).copied().collect();
    let ran = inventory(site, "verify", &words);
    let status = ran.status;
    let found: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {}", ran.stderr));
    let text = |value: &Value| value.as_str().unwrap_or("shop").to_string();
    let each = |each: &Value| format!("{} {}", text(&each["resource"]), text(&each["difference"]));
    let all: Vec<String> = found["differences"].as_array().unwrap().iter().map(each).collect();
    assert_eq!(status, if all.is_empty() { 0 } else { 2 }, "{found}");
    assert_eq!(found["agrees"], all.is_empty(), "{found}");
    all
}

/// Something with the release's marks that the release does not know.
pub(super) fn plant(site: &Site, kind: &str, name: &str, more: &[&str]) {
    site.kubectl(&[&["create", kind, name], more].concat());
    let (release, home) =
        ("meta.helm.sh/release-name=shop", format!("meta.helm.sh/release-namespace={}", site.namespace));
    site.kubectl(&["annotate", kind, name, release, &home]);
    site.kubectl(&["label", kind, name, "app.kubernetes.io/managed-by=Helm"]);
}

#[test]
fn gone_and_ghostly_and_stolen_objects_are_found() {
    let site = Site::new("verify");
    // A ReplicaSet has the marks of its Deployment, and the label if the pods have it.
    let (plain, labelled) =
        ("metadata: {labels: {app: web}", "metadata: {labels: {app: web, app.kubernetes.io/managed-by: Helm}");
    let web = Workload::default().deployment().replace(plain, labelled);
    assert!(web.contains("managed-by"), "{web}");
    site.chart(&[
        ("templates/a.yaml", &config_map("a", &[])),
        ("templates/b.yaml", &config_map("b", &[])),
        ("templates/c.yaml", &config_map("c", &[])),
        (
            "templates/hook.yaml",
            &config_map("hook", &["helm.sh/hook: post-install", "helm.sh/hook-delete-policy: hook-succeeded"]),
        ),
        ("templates/web.yaml", &web),
    ]);
    site.install(&[]).ended(0);
    assert_eq!(differences(&site, &[]), [""; 0]);
    assert_eq!(differences(&site, &["--scan"]), [""; 0]);
    inventory(&site, "verify", &[])
        .ended(0)
        .says("The inventory, Helm's record of revision 1 and the cluster agree: 5 objects.");

    site.kubectl(&["delete", "configmap", "a"]);
    site.kubectl(&["annotate", "configmap", "b", "meta.helm.sh/release-name=other", "--overwrite"]);
    site.kubectl(&["annotate", "configmap", "c", "meta.helm.sh/release-name-", "meta.helm.sh/release-namespace-"]);
    plant(&site, "configmap", "ghost", &[]);
    plant(&site, "serviceaccount", "far", &[]);
    let nearby = ["ConfigMap/a gone", "ConfigMap/b foreign", "ConfigMap/c foreign", "ConfigMap/ghost ghost"];
    assert_eq!(differences(&site, &[]), nearby);
    let mark = site.cluster.audit_mark().unwrap();
    let disguised =
        ["--scan", "--kube-impersonate-user", &site.namespace, "--kube-impersonate-group", "system:masters"];
    assert_eq!(differences(&site, &disguised), [&nearby[..], &["ServiceAccount/far ghost"]].concat());
    let mut asked = site.cluster.requests_since(mark).unwrap();
    asked.retain(|request| request.acts_as == site.namespace);
    assert!(asked.len() > 20 && asked.iter().all(|request| ["get", "list"].contains(&&*request.verb)), "{asked:#?}");
    inventory(&site, "verify", &["-o", "text"])
        .ended(2)
        .says(&format!("in the inventory, and belongs to release \"other\" in namespace {:?}", site.namespace))
        .says("in the inventory, and belongs to nobody: its marks were removed")
        .says(&format!("skeg release inventory rebuild shop -n {}", site.namespace));
}

#[test]
fn what_helm_deployed_meanwhile_differs_from_the_inventory() {
    let site = Site::new("verify-helm");
    site.chart(&[("templates/a.yaml", &config_map("a", &[])), ("templates/old.yaml", &config_map("old", &[]))]);
    site.install(&[]).ended(0);
    site.chart(&[("templates/a.yaml", &config_map("a", &[])), ("templates/new.yaml", &config_map("new", &[]))]);
    site.helm(Helm::V4, &["upgrade", "shop", "./shop"]).unwrap();
    let found = ["shop outdated", "ConfigMap/new unlisted", "ConfigMap/old gone", "ConfigMap/old unrecorded"];
    assert_eq!(differences(&site, &[]), found);
    inventory(&site, "verify", &[]).ended(2).says("the inventory is of revision 1, Helm's record says 2 is deployed");
    // The next deploy heals it.
    site.install(&["--set", "a=1"]).ended(0);
    assert_eq!(differences(&site, &[]), [""; 0]);
}

#[test]
fn a_release_without_an_inventory_differs_by_that() {
    let site = Site::new("verify-none");
    site.skeg(["release", "inventory", "verify", "nobodys", "-n", &site.namespace]).ended(1).says("SKEG-NO-RELEASE");
    site.chart(&[("templates/a.yaml", &config_map("a", &[]))]);
    site.helm(Helm::V4, &["install", "shop", "./shop"]).unwrap();
    assert_eq!(differences(&site, &[]), ["shop no-inventory"]);
}
