//! Whose resources are: what the release keeps when it goes, and what it may not take.

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
        .says(&format!("error: ConfigMap/settings in namespace {} belongs to another release", site.namespace))
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
