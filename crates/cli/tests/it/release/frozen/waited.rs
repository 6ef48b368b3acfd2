//! Checks that were made before waiting for the lock are repeated once it is held.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::json;
use skeg_test_cluster::wait_until;

use super::super::running::Running;
use super::super::site::Site;

/// The annotation for `release/shop`, as lockgate names it.
const RECORD: &str = "lockgate.io/bf6bf3980ecdf8e1e4d747ef0d87e60fd91c57f8f48c3e1953c1f625";
const PATIENCE: Duration = Duration::from_secs(60);

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).unwrap().as_secs()
}

fn now() -> u64 {
    seconds(SystemTime::now())
}

/// Holds the release's lock as an idle deployer; each call renews it.
fn hold(site: &Site) {
    if site.object("configmap", "werf-synchronization").is_none() {
        site.kubectl(&["create", "configmap", "werf-synchronization"]);
    }
    let record = json!({
        "uuid": "00000000-0000-4000-8000-000000000000", "lockName": "release/shop", "ExpireAtTimestamp": now() + 10,
        "SharedHoldersCount": 1, "IsShared": false,
    });
    let annotation = format!("{RECORD}={record}");
    site.kubectl(&["annotate", "--overwrite", "configmap", "werf-synchronization", &annotation]);
}

fn let_go(site: &Site) {
    site.kubectl(&["annotate", "configmap", "werf-synchronization", &format!("{RECORD}-")]);
}

fn waiting(site: &Site, more: &[&str]) -> Running {
    hold(site);
    let words = ["release", "plan", "execute", "plan.json"];
    let running = Running::start(site, &words.iter().chain(more).copied().collect::<Vec<_>>());
    running.wait_for("another deploy of this release is under way");
    running
}

#[test]
fn what_changed_meanwhile_is_seen() {
    let site = Site::planned("waited-drift");
    let running = waiting(&site, &[]);
    let patch = json!({"data": {"value": "by hand"}}).to_string();
    site.kubectl(&["patch", "configmap", "settings", "--type=merge", "-p", &patch]);
    let_go(&site);
    let refused = running.end().ended(1);
    refused.says("the cluster is no longer what was reviewed").says("data.value: one → by hand");
    assert_eq!(site.history(), "1 deployed");
    assert_eq!(site.object("configmap", "settings").unwrap()["data"]["value"], "by hand");
    // Nobody holds the lock now.
    site.execute(&["--allow-drift", "--lock-timeout", "2s"]).ended(0);
}

#[test]
fn what_expired_meanwhile_is_not_executed() {
    let site = Site::planned("waited-old");
    // The plan's timestamp is a moment before that of its file.
    let made = seconds(std::fs::metadata(site.folder().join("plan.json")).unwrap().modified().unwrap());
    let lifetime = now() - made + 8;
    let running = waiting(&site, &["--plan-lifetime", &format!("{lifetime}s")]);
    let is_old = || {
        hold(&site);
        (now() > made + lifetime).then_some(())
    };
    wait_until(PATIENCE, is_old).expect("time goes by");
    let_go(&site);
    running
        .end()
        .ended(1)
        .says("SKEG-PLAN-EXPIRED")
        .says("the plan expired: it was made at")
        .says("Nothing was changed.");
    assert_eq!(site.history(), "1 deployed");
}

#[test]
fn what_stayed_as_it_was_is_executed() {
    let site = Site::planned("waited-good");
    let running = waiting(&site, &[]);
    let_go(&site);
    running.end().ended(0);
    assert_eq!(site.history(), "1 superseded, 2 deployed");
}
