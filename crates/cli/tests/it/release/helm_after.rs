//! Releases installed by Skeg: both Helms read and continue them, and Skeg continues after them.

use serde_json::Value;
use skeg_test_cluster::Helm;

use super::owners::assert_ours;
use super::pieces::{Workload, config_map};
use super::site::Site;

/// Hooks, values, notes, a subchart.
fn write_chart(site: &Site) {
    let hook = "apiVersion: batch/v1
kind: Job
metadata: {name: hook, annotations: {helm.sh/hook: \"pre-install,pre-rollback\"}}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: main}]}}}
";
    let web = Workload { image: "web:{{ .Values.tag }}", ..Workload::default() }.deployment();
    let extra = format!("{{{{- if .Values.extra }}}}\n{}{{{{- end }}}}\n", config_map("extra", "x"));
    site.chart(&[
        ("values.yaml", "tag: one\nextra: false\nsub: {word: mine}\n"),
        ("templates/hook.yaml", hook),
        ("templates/web.yaml", &web),
        ("templates/settings.yaml", &config_map("settings", "{{ .Values.tag }}")),
        ("templates/extra.yaml", &extra),
        ("templates/NOTES.txt", "Tag {{ .Values.tag }} is there.\n"),
        ("charts/sub/Chart.yaml", "apiVersion: v2\nname: sub\nversion: 0.1.0\n"),
        ("charts/sub/values.yaml", "word: sub\nnumber: 1\n"),
        ("charts/sub/templates/sub.yaml", &config_map("sub", "{{ .Values.word }}")),
    ]);
}

fn setting(site: &Site) -> String {
    site.object("configmap", "settings").unwrap()["data"]["value"].as_str().unwrap().to_string()
}

fn helm_reads(site: &Site, generation: Helm) {
    let helm = |words: &[&str]| site.helm(generation, words).unwrap();
    let json = |words: &[&str]| -> Value { serde_json::from_str(&helm(words)).unwrap() };
    let list = json(&["list", "-o", "json"]);
    assert_eq!(list[0]["name"], "shop");
    assert_eq!(list[0]["status"], "deployed");
    assert_eq!(list[0]["chart"], "shop-1.0.0");
    assert_eq!(list[0]["app_version"], "7");
    let history = json(&["history", "shop", "-o", "json"]);
    assert_eq!(history[0]["description"], "Install complete");
    assert_eq!(json(&["get", "values", "shop", "-o", "json"]), serde_json::json!({ "tag": "two" }));
    let all = json(&["get", "values", "shop", "-a", "-o", "json"]);
    assert_eq!(all, serde_json::json!({ "tag": "two", "extra": false, "sub": { "word": "mine" } }));
    let manifest = helm(&["get", "manifest", "shop"]);
    assert!(manifest.contains("# Source: shop/charts/sub/templates/sub.yaml"), "{manifest}");
    assert!(!manifest.contains("kind: Job"), "{manifest}");
    assert!(helm(&["get", "hooks", "shop"]).contains("# Source: shop/templates/hook.yaml"));
    assert!(helm(&["get", "notes", "shop"]).contains("Tag two is there."));
    let status = helm(&["status", "shop"]);
    assert!(status.contains("STATUS: deployed") && status.contains("Tag two is there."), "{status}");
}

fn goes_on_with(generation: Helm) {
    let site = Site::new(&format!("after-{generation:?}").to_lowercase());
    let helm = |words: &[&str]| site.helm(generation, words).unwrap();
    write_chart(&site);
    site.install(&["--set", "tag=two"]).ended(0);
    helm_reads(&site, generation);

    helm(&["upgrade", "shop", "./shop", "--set", "tag=three,extra=true"]);
    assert_eq!(setting(&site), "three");
    assert_eq!(site.history(), "1 superseded, 2 deployed");
    let same = ["--set", "tag=three,extra=true"];
    if generation == Helm::V3 {
        // Fields that Helm wrote on the client's side become ours, once.
        site.install(&same).ended(0);
    }
    // Otherwise a Skeg deploy of the same chart changes nothing: record and objects match.
    let before = site.history();
    site.install(&same).ended(0).says("up to date");
    assert_eq!(site.history(), before);

    site.install(&["--set", "tag=four"]).ended(0);
    assert_eq!(site.names("configmap"), ["settings", "sub"]);
    assert_eq!(setting(&site), "four");
    for name in ["configmap/settings", "configmap/sub", "deployment/web"] {
        assert_ours(&site, name);
    }
    helm(&["rollback", "shop", "2"]);
    assert_eq!(setting(&site), "three");
    assert_eq!(site.names("configmap"), ["extra", "settings", "sub"]);
    site.release("rollback", &["1"]).ended(0);
    assert_eq!(setting(&site), "two");
    assert_eq!(site.names("configmap"), ["settings", "sub"]);
    let history = site.history();
    assert!(history.ends_with(" deployed"), "{history}");
    assert_eq!(history.matches("superseded").count() + 1, history.split(", ").count(), "{history}");

    helm(&["uninstall", "shop"]);
    assert_eq!(site.names("configmap,deployment"), [""; 0]);
    assert_eq!(site.history(), "");
    site.install(&[]).ended(0);
    helm(&["upgrade", "shop", "./shop", "--set", "tag=last"]);
    site.release("uninstall", &[]).ended(0);
    assert_eq!(site.names("configmap,deployment"), [""; 0]);
    assert_eq!(site.history(), "");
}

#[test]
fn helm_4_goes_on_with_what_skeg_installed() {
    goes_on_with(Helm::V4);
}

#[test]
fn helm_3_goes_on_with_what_skeg_installed() {
    goes_on_with(Helm::V3);
}

#[test]
fn turn_by_turn_nobody_fights_over_fields() {
    let site = Site::new("turns");
    write_chart(&site);
    site.install(&[]).ended(0);
    for turn in 0..3 {
        let set = format!("tag=helm{turn}");
        site.helm(Helm::V4, &["upgrade", "shop", "./shop", "--set", &set]).unwrap();
        assert_eq!(setting(&site), format!("helm{turn}"));
        let set = format!("tag=skeg{turn}");
        site.install(&["--set", &set]).ended(0);
        assert_eq!(setting(&site), format!("skeg{turn}"));
        for name in ["configmap/settings", "configmap/sub", "deployment/web"] {
            assert_ours(&site, name);
        }
    }
    assert!(site.history().ends_with("7 deployed"), "{}", site.history());
}

#[test]
fn a_failed_deploy_is_gone_on_from_by_helm() {
    let site = Site::new("after-failure");
    let web = Workload { pods: "test.skeg.dev/behave: crash-loop, test.skeg.dev/after: 500ms", ..Workload::default() };
    site.chart(&[("templates/web.yaml", &web.deployment())]);
    site.install(&[]).ended(1);
    let list = site.helm(Helm::V4, &["list"]).unwrap();
    assert!(list.contains("failed"), "{list}");
    site.chart(&[("templates/web.yaml", &Workload::default().deployment())]);
    site.helm(Helm::V4, &["upgrade", "shop", "./shop"]).unwrap();
    assert!(site.history().ends_with("2 deployed"), "{}", site.history());
    site.install(&[]).ended(0).says("up to date");
}
