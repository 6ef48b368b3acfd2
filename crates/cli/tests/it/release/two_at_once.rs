//! Two concurrent deployers, and one that loses its lock.

use std::time::Duration;

use skeg_test_cluster::{AuditMark, wait_until};

use super::pieces::{Workload, config_map};
use super::running::Running;
use super::site::Site;

/// A slow chart.
fn slow_chart(site: &Site, seconds: u32) {
    let pods = format!("test.skeg.dev/behave: ready-after, test.skeg.dev/after: {seconds}s");
    let web = Workload { name: "{{ .Release.Name }}", pods: &pods, ..Workload::default() };
    let settings = config_map("{{ .Release.Name }}-settings", "{{ .Values.tag }}").replace('"', "");
    let after = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: \"{{ .Release.Name }}-after\", annotations: {werf.io/weight: \"1\"}}\n";
    site.chart(&[
        ("values.yaml", "tag: one\n"),
        ("templates/web.yaml", &web.deployment()),
        ("templates/settings.yaml", &settings),
        ("templates/after.yaml", after),
    ]);
}

#[test]
fn the_second_waits_for_the_first() {
    let site = Site::new("queue");
    slow_chart(&site, 4);
    let first = Running::install(&site, &[]);
    let is_recorded = || (!site.history().is_empty()).then_some(());
    wait_until(Duration::from_secs(60), is_recorded).expect("the first has begun");
    let second = Running::install(&site, &["--set", "tag=two"]);
    second.wait_for("another deploy of this release is under way, by ");
    assert!(second.said().contains("(process ") || second.said().contains("by process "), "{}", second.said());
    first.end().ended(0);
    second.end().ended(0);
    assert_eq!(site.history(), "1 superseded, 2 deployed");
    assert_eq!(site.object("configmap", "shop-settings").unwrap()["data"]["value"], "two");
}

#[test]
fn different_releases_do_not_wait_for_each_other() {
    let site = Site::new("side");
    slow_chart(&site, 2);
    let install =
        |name: &str| Running::start(&site, &["release", "install", "-n", &site.namespace, "-r", name, "./shop"]);
    let all: Vec<Running> = ["a", "b", "c", "d"].map(install).into();
    for running in all {
        let ran = running.end().ended(0);
        assert!(!ran.stderr.contains("another deploy"), "{}", ran.stderr);
    }
    assert_eq!(site.names("deployment"), ["a", "b", "c", "d"]);
}

#[test]
fn nothing_of_the_lock_is_left_after_the_last_release() {
    let site = Site::new("tidy");
    site.chart(&[("templates/a.yaml", &config_map("{{ .Release.Name }}", "x"))]);
    let lock = || site.object("configmap", "werf-synchronization");
    site.install(&[]).ended(0);
    assert!(lock().is_some(), "needed again by the next deploy");
    site.release("uninstall", &["--keep-history"]).ended(0);
    assert!(lock().is_some(), "the release is still on record");
    site.release("uninstall", &[]).ended(0);
    assert_eq!(lock(), None);
    site.chart(&[("templates/a.yaml", "{{ fail \"no\" }}")]);
    site.install(&[]).ended(1);
    assert_eq!(lock(), None, "a first install that was refused leaves nothing");

    site.chart(&[("templates/a.yaml", &config_map("{{ .Release.Name }}", "x"))]);
    site.install(&[]).ended(0);
    site.kubectl(&["annotate", "configmap", "werf-synchronization", "example.org/kept=here"]);
    site.release("uninstall", &[]).ended(0);
    assert!(lock().is_some(), "somebody keeps something there");
}

/// Waiters are queued: first come, first served, and nobody deploys twice.
#[test]
fn deployers_of_one_release_go_in_turn() {
    let site = Site::new("turns");
    slow_chart(&site, 3);
    let first = Running::install(&site, &[]);
    let is_recorded = || (!site.history().is_empty()).then_some(());
    wait_until(Duration::from_secs(60), is_recorded).expect("the first has begun");
    let waiting: Vec<Running> = (1..5)
        .map(|n| {
            let tag = format!("tag=t{n}");
            let running = Running::install(&site, &["--set", &tag, "--release-history-limit", "0"]);
            running.wait_for("another deploy of this release is under way, by ");
            running
        })
        .collect();
    first.end().ended(0);
    waiting.into_iter().for_each(|running| drop(running.end().ended(0)));
    assert_eq!(site.history(), "1 superseded, 2 superseded, 3 superseded, 4 superseded, 5 deployed");
    let tags: Vec<_> = (2..6).map(|revision| site.record(revision)["config"]["tag"].clone()).collect();
    assert_eq!(tags, ["t1", "t2", "t3", "t4"]);
}

/// Writes another holder into the lock's record. Returns the position in the audit log before that.
pub(super) fn steal_lock(site: &Site) -> AuditMark {
    let lock = site.object("configmap", "werf-synchronization").unwrap();
    let (key, record) = lock["metadata"]["annotations"]
        .as_object()
        .unwrap()
        .iter()
        .find(|(_, value)| value.as_str().unwrap().contains("\"ExpireAtTimestamp\""))
        .map(|(key, value)| (key.clone(), value.as_str().unwrap().to_string()))
        .unwrap_or_else(|| panic!("no record in {lock}"));
    let mut record: serde_json::Value = serde_json::from_str(&record).unwrap();
    record["uuid"] = "00000000-0000-4000-8000-000000000000".into();
    let mark = site.cluster.audit_mark().unwrap();
    site.kubectl(&["annotate", "configmap", "werf-synchronization", "--overwrite", &format!("{key}={record}")]);
    mark
}

#[test]
fn whoever_lost_the_lock_writes_nothing_more() {
    let site = Site::new("stolen");
    slow_chart(&site, 30);
    let running = Running::install(&site, &[]);
    let has_begun = || site.object("deployment", "shop");
    wait_until(Duration::from_secs(60), has_begun).expect("the deploy has begun");
    let mark = steal_lock(&site);

    let ran = running.end().ended(1);
    ran.says("the release lock was lost: it was taken by").says("another deployer").says("nothing more was written");
    assert_eq!(site.history(), "1 pending-install");
    let requests = site.cluster.requests_since(mark).unwrap();
    let written: Vec<_> = requests
        .iter()
        .filter(|request| request.namespace == site.namespace && request.user_agent.starts_with("skeg"))
        .filter(|request| matches!(request.verb.as_str(), "create" | "update" | "patch" | "delete"))
        .filter(|request| request.status.is_some_and(|status| status < 300))
        .collect();
    assert!(written.is_empty(), "{written:?}");
}
