//! One conflicting resource does not hide the others: plans show everything, installs list all obstacles at once.

use super::manifests::config_map;
use super::site::Site;

/// A Deployment without pods; its selector is immutable.
fn deployment(label: &str) -> String {
    format!(
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: web}}\nspec:\n  replicas: 0\n  selector: {{matchLabels: {{app: \
         {label}}}}}\n  template:\n    metadata: {{labels: {{app: {label}}}}}\n    spec: {{containers: [{{name: a, image: a}}]}}\n"
    )
}

#[test]
fn a_plan_shows_everything_and_what_is_in_the_way_first() {
    let site = Site::new("blocked");
    site.chart(&[("templates/settings.yaml", &config_map("settings", &[]))]);
    site.skeg(["release", "install", "legacy", "./shop", "-n", &site.namespace]).ended(0);
    site.chart(&[("templates/web.yaml", &deployment("one"))]);
    site.install(&[]).ended(0);

    let wrong = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: wrong}\ndata: {number: 1}\n";
    let unknown = "apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: gadget}\n";
    site.chart(&[
        ("templates/web.yaml", &deployment("two")),
        ("templates/settings.yaml", &config_map("settings", &[])),
        ("templates/afterwards.yaml", &config_map("afterwards", &[])),
        ("templates/wrong.yaml", wrong),
        ("templates/unknown.yaml", unknown),
    ]);
    let reasons = [
        "ConfigMap/settings in namespace",
        "Deployment/web in namespace",
        "Gadget/gadget",
        "ConfigMap/wrong in namespace",
    ];
    let ran = site.skeg(["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop"]).ended(1);
    for reason in reasons {
        assert!(ran.stderr.contains(reason), "{reason}: {}", ran.stderr);
    }
    let at = |text: &str| ran.stdout.find(text).unwrap_or_else(|| panic!("{text}: {}", ran.stdout));
    assert!(at("ConfigMap/settings") < at("ConfigMap/afterwards"), "{}", ran.stdout);
    assert!(at("Deployment/web") < at("ConfigMap/afterwards"), "{}", ran.stdout);
    at("would be refused: it belongs to release legacy in namespace");
    at("would be refused: spec.selector");
    at("would be refused: Gadget/gadget: the cluster does not know the kind Gadget of example.com/v1");
    at("Nothing was written");

    let (ran, trace) = site.traced("install", &["./shop"]);
    let ran = ran.ended(1);
    for reason in reasons {
        assert!(ran.stderr.contains(reason), "{reason}: {}", ran.stderr);
    }
    assert!(ran.stderr.contains("--force-adoption") && ran.stderr.contains("--recreate-immutable"), "{}", ran.stderr);
    assert_eq!(trace.writes(), [""; 0]);
    assert_eq!(site.history(), "1 deployed");
    // Such a plan is not saved either.
    site.skeg(["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop", "--out", "plan.json"])
        .ended(1);
    assert!(!site.folder().join("plan.json").exists());
}
