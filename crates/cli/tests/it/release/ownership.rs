//! Ownership of resources: what the release keeps when it is uninstalled, and what it may not take over.

use skeg_test_cluster::Helm;

use super::manifests::config_map;
use super::site::Site;

#[test]
fn what_is_to_be_kept_stays_when_the_chart_or_the_release_goes() {
    let site = Site::new("keep");
    let kept = config_map("kept", &["helm.sh/resource-policy: keep"]);
    let also = config_map("also", &["helm.sh/resource-policy: keep"]);
    let main = config_map("main", &[]);
    site.chart(&[("templates/kept.yaml", &kept), ("templates/also.yaml", &also), ("templates/main.yaml", &main)]);
    site.install(&[]).ended(0);
    site.chart(&[("templates/also.yaml", &also), ("templates/main.yaml", &main)]);
    let (ran, trace) = site.traced("install", &["./shop"]);
    ran.ended(0).says("warning: ConfigMap/kept is left in the cluster: its resource policy keeps it");
    assert_eq!(trace.writes(), [""; 0]);
    site.release("uninstall", &[]).ended(0).says("warning: ConfigMap/also is left in the cluster");
    assert_eq!(site.names("configmap"), ["also", "kept"]);
    assert_eq!(site.history(), "");
    // The objects that were left belong to the release again.
    site.install(&[]).ended(0);
    assert_eq!(site.history(), "1 deployed");
}

#[test]
fn what_belongs_to_another_release_is_refused_and_may_be_taken() {
    let site = Site::new("adoption");
    site.chart(&[("templates/settings.yaml", &config_map("settings", &[]))]);
    site.skeg(["release", "install", "legacy", "./shop", "-n", &site.namespace]).ended(0);
    let settings = ("templates/settings.yaml", &*config_map("settings", &["mine: \"yes\""]));
    site.chart(&[settings, ("templates/new.yaml", &config_map("new", &[]))]);
    let (ran, trace) = site.traced("install", &["./shop"]);
    ran.ended(1)
        .says(&format!(
            "error[SKEG-RESOURCE-FOREIGN]: ConfigMap/settings in namespace {} belongs to another release",
            site.namespace
        ))
        .says(&format!("owner: release \"legacy\" in namespace {:?} (managed by Helm)", site.namespace))
        .says("chart: shop/templates/settings.yaml")
        .says(&format!("To take it over: --adopt-from {}/legacy, or --force-adoption.", site.namespace));
    assert_eq!(trace.writes(), [""; 0]);
    assert_eq!(site.history(), "");

    site.install(&["--force-adoption"]).ended(0);
    let metadata = &site.object("configmap", "settings").unwrap()["metadata"];
    assert_eq!(metadata["annotations"]["meta.helm.sh/release-name"], "shop");
    assert_eq!(metadata["annotations"]["mine"], "yes");
    // The other release leaves the object, which is no longer its own.
    let gone = site.skeg(["release", "uninstall", "legacy", "-n", &site.namespace]);
    gone.ended(0).says("ConfigMap/settings is left in the cluster: it belongs to release \"shop\"");
    assert!(site.object("configmap", "settings").is_some());
}

#[test]
fn what_belongs_to_nobody_is_refused_and_may_be_taken() {
    let site = Site::new("nobody");
    site.kubectl(&["create", "configmap", "settings", "--from-literal=by=hand"]);
    site.chart(&[("templates/settings.yaml", &config_map("settings", &[]))]);
    site.install(&[])
        .ended(1)
        .says("exists already and belongs to no release")
        .says("meta.helm.sh/release-name")
        .says("written by: kubectl-create")
        .says("To take it over: --adopt=ConfigMap/settings, or --adopt for all that have no owner.");
    site.install(&["--force-adoption"]).ended(0);
    assert_eq!(site.object("configmap", "settings").unwrap()["data"]["a"], "b");
    assert_eq!(site.names("configmap"), ["settings"]);
}

/// Helm's uninstall keeps a resource whatever its policy says, so Skeg does too, with a warning.
#[test]
fn a_policy_that_helm_does_not_know_keeps_too_and_says_so() {
    let site = Site::new("keep-none");
    site.chart(&[("templates/a.yaml", &config_map("a", &["helm.sh/resource-policy: none"]))]);
    let ran = site.install(&[]).ended(0).says("keeps the resource like keep does");
    assert!(!ran.stderr.contains("has no effect"), "{}", ran.stderr);
    let ran = site.release("uninstall", &[]).ended(0).says("warning: ConfigMap/a is left in the cluster");
    assert!(!ran.stderr.contains("has no effect"), "{}", ran.stderr);
    assert!(site.object("configmap", "a").is_some());
    for helm in [Helm::V3, Helm::V4] {
        site.kubectl(&["delete", "configmap", "a"]);
        site.helm(helm, &["install", "shop", "./shop"]).unwrap();
        site.helm(helm, &["uninstall", "shop"]).unwrap();
        assert!(site.object("configmap", "a").is_some(), "{helm:?} deletes it");
    }
}

#[test]
fn fields_that_were_added_by_hand_stay_where_that_is_wanted() {
    let site = Site::new("by-hand");
    site.chart(&[("templates/a.yaml", &config_map("a", &[]))]);
    site.install(&[]).ended(0);
    let data = |site: &Site| site.object("configmap", "a").unwrap()["data"].clone();
    for manager in ["kubectl-edit", "kubectl-client-side-apply"] {
        let patch = format!("{{\"data\": {{\"a\": \"by hand\", \"{manager}\": \"1\"}}}}");
        site.kubectl(&["patch", "configmap", "a", "--type=merge", "--field-manager", manager, "-p", &patch]);
    }
    site.install(&["--no-remove-manual-changes"]).ended(0);
    let all = serde_json::json!({"a": "b", "kubectl-edit": "1", "kubectl-client-side-apply": "1"});
    assert_eq!(data(&site), all, "what the chart has is reset, what it has not stays");
    site.install(&["--no-remove-manual-changes"]).ended(0).says("up to date");
    site.install(&[]).ended(0);
    assert_eq!(data(&site), serde_json::json!({"a": "b"}));
}

#[test]
fn what_has_no_owner_is_adopted_by_name_or_altogether() {
    let site = Site::new("adopt");
    let names = ["one", "two", "argo"];
    names.iter().for_each(|name| drop(site.kubectl(&["create", "configmap", name, "--from-literal=by=hand"])));
    site.kubectl(&["annotate", "configmap", "argo", "argocd.argoproj.io/tracking-id=go:/ConfigMap:x/argo"]);
    let files = |names: &[&str]| {
        let files: Vec<(String, String)> =
            names.iter().map(|name| (format!("templates/{name}.yaml"), config_map(name, &[]))).collect();
        site.chart(&files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect::<Vec<_>>());
    };
    files(&names);
    let (ran, trace) = site.traced("install", &["./shop", "--adopt=ConfigMap/one"]);
    let ran = ran.ended(1).says("ConfigMap/two in namespace").says("owner: Argo CD application \"go\"");
    assert!(!ran.stderr.contains("ConfigMap/one"), "{}", ran.stderr);
    assert_eq!(trace.writes(), [""; 0]);
    site.install(&["--adopt"]).ended(1).says("ConfigMap/argo in namespace").says("--force-adoption, after its owner");
    site.install(&["--adopt=two"]).ended(1).says("--adopt two: two words with a slash are expected");

    files(&names[..2]);
    let plan = |more: &[&str]| {
        let words = ["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop"];
        site.skeg(words.iter().chain(more)).ended(0)
    };
    plan(&["--adopt"]).says("    adopted from nobody\n").says("    data.a\n+     b\n");
    plan(&["--adopt", "-o", "json"]).says("\"adoptedFrom\": \"nobody\"");
    site.install(&["--adopt=ConfigMap/one,configmap/two"]).ended(0);
    assert_eq!(site.names("configmap"), ["one", "two"]);
}

#[test]
fn what_another_release_has_is_adopted_from_that_release_only() {
    let site = Site::new("adopt-from");
    site.chart(&[("templates/settings.yaml", &config_map("settings", &[]))]);
    site.skeg(["release", "install", "legacy", "./shop", "-n", &site.namespace]).ended(0);
    let from = |release: &str| format!("{}/{release}", site.namespace);
    site.install(&["--adopt"]).ended(1).says("belongs to another release");
    site.install(&["--adopt-from", &from("other")]).ended(1).says("belongs to another release");
    site.install(&["--adopt-from", "legacy"]).ended(1).says("--adopt-from legacy: two words with a slash are expected");
    let words = ["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop"];
    let plan = site.skeg(words.iter().chain(&["--adopt-from", &from("legacy"), "--out", "plan.json"])).ended(0);
    plan.says(&format!("adopted from release \"legacy\" in namespace {:?}", site.namespace));
    site.skeg(["release", "plan", "show", "plan.json"]).ended(0).says("adopted from release \"legacy\"");
    site.skeg(["release", "plan", "execute", "plan.json"]).ended(0);
    let gone = site.skeg(["release", "uninstall", "legacy", "-n", &site.namespace]);
    gone.ended(0).says("ConfigMap/settings is left in the cluster: it belongs to release \"shop\"");
    site.install(&[]).ended(0).says("up to date");
}
