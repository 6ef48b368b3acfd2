//! Whose resources are: what the release keeps when it goes, and what it may not take.

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
    // Its own again.
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
        .says("Nothing was changed. To take it over: --force-adoption.");
    assert_eq!(trace.writes(), [""; 0]);
    assert_eq!(site.history(), "");

    site.install(&["--force-adoption"]).ended(0);
    let metadata = &site.object("configmap", "settings").unwrap()["metadata"];
    assert_eq!(metadata["annotations"]["meta.helm.sh/release-name"], "shop");
    assert_eq!(metadata["annotations"]["mine"], "yes");
    // The other release leaves what is not its own any more.
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
        .says("--force-adoption");
    site.install(&["--force-adoption"]).ended(0);
    assert_eq!(site.object("configmap", "settings").unwrap()["data"]["a"], "b");
    assert_eq!(site.names("configmap"), ["settings"]);
}

/// Helm's uninstall leaves a resource whatever its policy says, so that nothing else is told.
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
