//! Ctrl-C once and twice, and SIGTERM.

use std::time::Duration;

use skeg_test_cluster::faults::{Fault, FaultProxy, Requests, Rule};
use skeg_test_cluster::wait_until;

use super::pieces::{Workload, config_map};
use super::running::Running;
use super::site::Site;

/// Longer than any of these waits should take.
const PATIENCE: Duration = Duration::from_secs(60);

/// A chart that waits for its workload for ever, and would continue after it.
fn endless_chart(site: &Site) {
    let web = Workload { pods: "test.skeg.dev/behave: never-ready", ..Workload::default() };
    let after = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: after, annotations: {werf.io/weight: \"1\"}}\n";
    site.chart(&[
        ("templates/web.yaml", &web.deployment()),
        ("templates/settings.yaml", &config_map("settings", "x")),
        ("templates/after.yaml", after),
    ]);
}

/// The same, but one that ends.
fn good_chart(site: &Site) {
    site.chart(&[("templates/web.yaml", &Workload::default().deployment())]);
}

fn begun(site: &Site) -> Running {
    endless_chart(site);
    let running = Running::install(site, &[]);
    let pods = || {
        let names = site.kubectl(&["get", "pod", "-o", "name"]);
        (!names.trim().is_empty()).then_some(())
    };
    wait_until(PATIENCE, pods).expect("the workload is there");
    running
}

/// Nobody holds the lock; its object may be gone altogether.
pub(super) fn lock_is_free(site: &Site) -> bool {
    let lock = site.object("configmap", "werf-synchronization").unwrap_or_default();
    lock["metadata"]["annotations"].as_object().is_none_or(serde_json::Map::is_empty)
}

fn stop_once(name: &str, signal: &str) {
    let site = Site::new(name);
    let running = begun(&site);
    running.signal(signal);
    let ran = running.end().ended(130);
    ran.says("stopping: no new operations")
        .says("Stopped. Revision 1 is marked failed")
        .says("the lock is free")
        .says("Run the same command again to continue");
    assert_eq!(site.history(), "1 failed");
    let description = site.record(1)["info"]["description"].as_str().unwrap().to_string();
    assert!(description.contains("interrupted"), "{description}");
    assert!(lock_is_free(&site), "{:?}", site.object("configmap", "werf-synchronization"));
    assert!(site.object("configmap", "after").is_none());

    good_chart(&site);
    let ran = site.install(&[]).ended(0);
    assert!(!ran.stderr.contains("another deploy"), "{}", ran.stderr);
    assert_eq!(site.history(), "1 failed, 2 deployed");
    assert_eq!(site.names("configmap,deployment"), ["web"]);
}

#[test]
fn ctrl_c_stops_in_order() {
    stop_once("ctrl-c", "INT");
}

#[test]
fn so_does_the_system() {
    stop_once("sigterm", "TERM");
}

#[test]
fn ctrl_c_twice_leaves_at_once_and_the_next_run_recovers() {
    let site = Site::new("twice");
    site.chart(&[("templates/settings.yaml", &config_map("settings", "x"))]);
    site.install(&[]).ended(0);
    site.chart(&[("templates/settings.yaml", &config_map("settings", "y"))]);
    // A write without a response does not end by itself.
    let proxy = FaultProxy::start(site.cluster).unwrap();
    let rule = proxy.add(Rule::new(Fault::PauseAfter).only(Requests::Writes).path("/configmaps/settings"));
    let mut install = site.command(["release", "install", "-n", &site.namespace, "-r", "shop", "./shop"]);
    install.env("KUBECONFIG", proxy.kubeconfig());
    let running = Running::of(install);
    assert!(rule.wait_held(PATIENCE), "{}", running.said());
    running.signal("INT");
    running.wait_for("stopping: no new operations; waiting for 1 write in flight");
    running.signal("INT");
    running.end().ended(130);
    assert_eq!(site.history(), "1 deployed, 2 pending-upgrade");

    site.install(&[]).ended(0);
    assert_eq!(site.history(), "1 superseded, 2 failed, 3 deployed");
    assert!(site.record(2)["info"]["description"].as_str().unwrap().contains("interrupted"));
}

#[test]
fn ctrl_c_while_waiting_for_another_deploy_changes_nothing() {
    let site = Site::new("waiting");
    let first = begun(&site);
    let second = Running::install(&site, &["--set", "a=1"]);
    second.wait_for("another deploy of this release is under way");
    second.signal("INT");
    second.end().ended(130).says("stopped before anything was changed");
    assert_eq!(site.history(), "1 pending-install");
    first.signal("INT");
    first.end().ended(130);
    assert_eq!(site.history(), "1 failed");
}
