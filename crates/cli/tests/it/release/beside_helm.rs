//! Helm and Skeg on the same release at the same time. Helm takes no lock; its pending record is the only sign of it.

use std::time::Duration;

use skeg_test_cluster::{Helm, wait_until};

use super::pieces::{Workload, config_map};
use super::running::Running;
use super::site::Site;

const PATIENCE: Duration = Duration::from_secs(120);

/// Pods with the tag `slow` become ready only on request; `late` adds more such pods.
fn write_chart(site: &Site) {
    let pods = "test.skeg.dev/behave: \"{{ if eq .Values.tag \"slow\" }}never-ready{{ else }}ready{{ end }}\"";
    let web = Workload { image: "web:{{ .Values.tag }}", pods, ..Workload::default() }.deployment();
    let late = Workload { name: "late", pods: "test.skeg.dev/behave: never-ready", ..Workload::default() }.deployment();
    site.chart(&[
        ("values.yaml", "tag: one\nlate: false\n"),
        ("templates/web.yaml", &web),
        ("templates/late.yaml", &format!("{{{{- if .Values.late }}}}\n{late}{{{{- end }}}}\n")),
        ("templates/settings.yaml", &config_map("settings", "{{ .Values.tag }}")),
    ]);
}

/// Makes the pods of a workload ready.
fn let_go(site: &Site, app: &str) {
    let annotate = ["annotate", "pods", "-l", app, "test.skeg.dev/behave=ready", "--overwrite"];
    site.kubectl(&annotate);
}

fn until_history(site: &Site, part: &str) {
    let has = || site.history().contains(part).then_some(());
    assert!(wait_until(PATIENCE, has).is_some(), "{part:?} is not in {:?}", site.history());
}

fn until_pods(site: &Site, image: &str) {
    let path = "jsonpath={.items[*].spec.containers[*].image}";
    let is_there = || site.kubectl(&["get", "pods", "-o", path]).contains(image).then_some(());
    assert!(wait_until(PATIENCE, is_there).is_some(), "no pod runs {image}");
}

fn helm(site: &Site, generation: Helm, words: &[&str]) -> Running {
    let mut command = site.cluster.helm(generation).unwrap();
    command.current_dir(site.folder()).args(["-n", &site.namespace]).args(words);
    Running::of(command)
}

/// A release installed by Helm, and a second Helm that is upgrading it and waiting.
fn helm_under_way(generation: Helm) -> (Site, Running) {
    let site = Site::new(&format!("beside-{generation:?}").to_lowercase());
    write_chart(&site);
    site.helm(generation, &["install", "shop", "./shop"]).unwrap();
    let running = helm(&site, generation, &["upgrade", "shop", "./shop", "--set", "tag=slow", "--wait"]);
    until_history(&site, "2 pending-upgrade");
    (site, running)
}

fn waits_for(generation: Helm) {
    let (site, helm) = helm_under_way(generation);
    let skeg = Running::install(&site, &["--set", "tag=two"]);
    skeg.wait_for("Helm is deploying revision 2 of release \"shop\" since 2");
    until_pods(&site, "web:slow");
    assert_eq!(site.history(), "1 deployed, 2 pending-upgrade");
    let_go(&site, "app=web");
    helm.end().ended(0);
    skeg.end().ended(0);
    assert_eq!(site.history(), "1 superseded, 2 superseded, 3 deployed");
    assert_eq!(site.object("configmap", "settings").unwrap()["data"]["value"], "two");
}

#[test]
fn a_running_helm_3_is_waited_for() {
    waits_for(Helm::V3);
}

#[test]
fn a_running_helm_4_is_waited_for() {
    waits_for(Helm::V4);
}

#[test]
fn whoever_waits_no_longer_is_told_who_it_is_and_how_to_go_on() {
    let (site, mut helm) = helm_under_way(Helm::V4);
    let settings = || site.object("configmap", "settings").unwrap();
    until_pods(&site, "web:slow");
    let before = settings();
    for words in [&["install", "./shop"][..], &["rollback"], &["uninstall"]] {
        let ran = site.release(words[0], &[&words[1..], &["--lock-timeout", "1s"]].concat()).ended(1);
        ran.says("Helm is deploying revision 2 of release \"shop\" since 2")
            .says("(pending-upgrade)")
            .says("--lock-timeout")
            .says("SKEG-RELEASE-BUSY")
            .says("Skeg considers it dead");
    }
    let ran = site.install(&["--timeout", "2s"]).ended(1);
    ran.says("--timeout 2s expired while waiting for another deploy: Helm is deploying revision 2")
        .says("--lock-timeout limits the wait for another deploy");
    assert_eq!(settings(), before, "nothing was changed");
    assert_eq!(site.history(), "1 deployed, 2 pending-upgrade");

    // As the hint says.
    helm.kill();
    site.kubectl(&["label", "secret/sh.helm.release.v1.shop.v2", "status=failed", "--overwrite"]);
    site.install(&["--set", "tag=two"]).ended(0);
    assert_eq!(site.history(), "1 superseded, 2 failed, 3 deployed");
}

fn is_refused(generation: Helm) {
    let site = Site::new(&format!("refused-{generation:?}").to_lowercase());
    write_chart(&site);
    site.install(&[]).ended(0);
    let skeg = Running::install(&site, &["--set", "tag=slow"]);
    until_history(&site, "2 pending-upgrade");
    let refused = site.helm(generation, &["upgrade", "shop", "./shop", "--set", "tag=helm"]).unwrap_err();
    assert!(refused.contains("another operation"), "{refused}");
    until_pods(&site, "web:slow");
    let_go(&site, "app=web");
    skeg.end().ended(0);
    assert_eq!(site.history(), "1 superseded, 2 deployed");
    site.helm(generation, &["upgrade", "shop", "./shop", "--set", "tag=helm"]).unwrap();
    assert_eq!(site.history(), "1 superseded, 2 superseded, 3 deployed");
}

#[test]
fn helm_3_does_not_run_over_a_running_deploy() {
    is_refused(Helm::V3);
}

#[test]
fn helm_4_does_not_run_over_a_running_deploy() {
    is_refused(Helm::V4);
}

/// It takes longer than anybody would expect, and finishes in the middle of the deploy that considered it dead.
fn ends_after_all(generation: Helm) {
    let (site, helm) = helm_under_way(generation);
    until_pods(&site, "web:slow");
    site.age_record(2);
    let skeg = Running::install(&site, &["--set", "tag=two,late=true"]);
    helm.end().ended(0);
    until_history(&site, "2 deployed");
    assert!(site.history().ends_with("3 pending-upgrade"), "{}", site.history());
    until_pods(&site, "main:1");
    let_go(&site, "app=late");
    let ran = skeg.end().ended(0);
    assert!(!ran.stderr.contains("Helm is deploying"), "{}", ran.stderr);
    assert_eq!(site.history(), "1 superseded, 2 superseded, 3 deployed");
}

#[test]
fn a_helm_3_that_was_taken_for_dead_leaves_one_revision_deployed() {
    ends_after_all(Helm::V3);
}

#[test]
fn a_helm_4_that_was_taken_for_dead_leaves_one_revision_deployed() {
    ends_after_all(Helm::V4);
}

#[test]
fn a_running_helm_uninstall_is_waited_for() {
    let site = Site::new("beside-uninstall");
    write_chart(&site);
    site.helm(Helm::V3, &["install", "shop", "./shop"]).unwrap();
    let hold = |finalizers: &str| format!("{{\"metadata\":{{\"finalizers\":{finalizers}}}}}");
    site.kubectl(&["patch", "configmap", "settings", "-p", &hold("[\"example.org/held\"]")]);
    let helm = helm(&site, Helm::V3, &["uninstall", "shop", "--wait"]);
    until_history(&site, "1 uninstalling");
    let skeg = Running::install(&site, &[]);
    skeg.wait_for("Helm is uninstalling revision 1 of release \"shop\" since 2");
    site.kubectl(&["patch", "configmap", "settings", "-p", &hold("null")]);
    helm.end().ended(0);
    skeg.end().ended(0);
    assert_eq!(site.history(), "1 deployed");
    assert!(site.object("configmap", "settings").is_some());
}
