//! Upgrades, rollbacks and frozen plans of releases with an order, on a real control plane.

use skeg_test_cluster::wait_until;

use super::manifests::job;
use super::running::Running;
use super::site::Site;
use super::trace::Trace;
use super::umbrella::{tagged, umbrella};

const LIMIT: std::time::Duration = std::time::Duration::from_secs(60);
const ORDERED: &str = "--wait=ordered";

/// A web that waits for a db, which contains a disk; both can be disabled. Mail is not part of the order.
const SHOP: &str = "dependencies:
  - {name: db, version: 1.0.0, condition: db.enabled}
  - {name: web, version: 1.0.0, condition: web.enabled, depends-on: [db]}
  - {name: mail, version: 1.0.0}
";

fn shop(site: &Site) {
    let format = job("format", &[], &["test.skeg.dev/after: 1s"]);
    umbrella(
        site,
        SHOP,
        &[
            ("values.yaml", "global: {tag: one, bad: false}\n"),
            ("templates/own.yaml", &tagged("own")),
            ("charts/db/templates/db.yaml", &tagged("db")),
            ("charts/db/charts/disk/templates/format.yaml", &format),
            ("charts/db/charts/disk/templates/disk.yaml", &tagged("disk")),
            ("charts/web/templates/web.yaml", &tagged("web")),
            ("charts/mail/templates/mail.yaml", &tagged("mail")),
        ],
    );
}

fn tag(site: &Site, name: &str) -> String {
    site.object("configmap", name).unwrap_or_else(|| panic!("{name} is gone"))["data"]["tag"]
        .as_str()
        .unwrap()
        .to_string()
}

/// A subchart is ready once everything in it is, however deep.
#[test]
fn an_upgrade_that_adds_subcharts_waits_for_them_with_all_that_is_in_them() {
    let site = Site::new("ordered-added");
    shop(&site);
    let off = ["--set", "db.enabled=false,web.enabled=false"];
    let trace = site.traced_install(&[ORDERED, off[0], off[1]]);
    let mut written = trace.writes();
    written.sort();
    assert_eq!(written, ["patch configmaps/mail", "patch configmaps/own"]);

    let trace = site.traced_install(&[ORDERED, "--set", "global.tag=two"]);
    for first in ["patch jobs/format", "patch configmaps/disk", "patch configmaps/db"] {
        trace.is_before(first, "patch configmaps/web");
    }
    for last in ["patch configmaps/own", "patch configmaps/mail"] {
        trace.is_before("patch configmaps/web", last);
    }
    let done = site.object("job", "format").unwrap()["status"]["completionTime"].as_str().unwrap().to_string();
    let begun = trace.second_of("patch configmaps/web");
    assert!(begun.as_str() >= &done[..19], "web begun at {begun}, the Job in db's subchart done at {done}");

    // Without both again: deleted in reverse order, after the rest is done.
    let trace = site.traced_install(&[ORDERED, "--set", "global.tag=three", off[0], off[1]]);
    trace.is_in_order(&["patch configmaps/own", "delete configmaps/web", "delete configmaps/db"]);
    trace.is_in_order(&["patch configmaps/mail", "delete configmaps/web", "delete jobs/format"]);
}

#[test]
fn a_failed_upgrade_is_rolled_back_in_order() {
    let site = Site::new("ordered-auto-rollback");
    shop(&site);
    site.install(&[ORDERED]).ended(0);
    let bad = job("check", &[], &["test.skeg.dev/behave: fail"]);
    std::fs::write(site.folder().join("shop/charts/db/templates/check.yaml"), bad).unwrap();
    let (ran, trace) = site.traced("install", &["./shop", ORDERED, "--set", "global.tag=two", "--auto-rollback"]);
    ran.ended(1).says("Job/check").says("chart web: not begun: waits for db, which failed");
    assert!(
        !trace.writes().contains(&"patch configmaps/web".to_string()),
        "it was never reached: {:?}",
        trace.writes()
    );
    assert_eq!(site.history(), "1 superseded, 2 failed, 3 deployed");
    for name in ["disk", "db", "web", "own", "mail"] {
        assert_eq!(tag(&site, name), "one", "{name}");
    }
    assert_eq!(site.object("job", "check"), None);
    let record = site.record(3);
    assert_eq!(record["sequenced"], true);
    let states = record["subcharts"].as_array().unwrap();
    assert!(states.len() == 5 && states.iter().all(|chart| chart["status"] == "ready"), "{states:?}");
}

/// Executes the frozen plan.
fn executed(site: &Site) -> Trace {
    let (ran, trace) = site.traced_words(&["release", "plan", "execute", "plan.json"]);
    ran.ended(0);
    trace
}

#[test]
fn frozen_rollbacks_and_uninstalls_keep_the_order() {
    let site = Site::new("ordered-frozen-back");
    shop(&site);
    site.install(&[ORDERED]).ended(0);
    site.install(&[ORDERED, "--set", "global.tag=two"]).ended(0);
    let of_shop = ["-n", &site.namespace, "-r", "shop", "--out", "plan.json"];
    let plan = |words: &[&str]| site.skeg([&["release", "plan"], words, &of_shop[..]].concat()).ended(0);

    plan(&["rollback", "1"]).says("batch 1: db").says("batch 2: web").says("batch 3: mail, shop's own resources");
    executed(&site).is_in_order(&["patch configmaps/disk", "patch configmaps/web", "patch configmaps/own"]);
    assert_eq!(tag(&site, "own"), "one");

    plan(&["uninstall"]).says("db waits until web is gone");
    let trace = executed(&site);
    trace.is_in_order(&["delete configmaps/own", "delete configmaps/web", "delete configmaps/disk"]);
    trace.is_in_order(&["delete configmaps/mail", "delete configmaps/web", "delete jobs/format"]);
    assert_eq!(site.history(), "");
}

/// Deleted means gone: objects that still exist block the charts that wait for them.
#[test]
fn an_uninstall_waits_until_what_it_deletes_is_gone() {
    let site = Site::new("ordered-finalizer");
    shop(&site);
    let held = tagged("web").replace("name: web", "name: web, finalizers: [skeg.dev/held]");
    std::fs::write(site.folder().join("shop/charts/web/templates/web.yaml"), held).unwrap();
    site.install(&[ORDERED]).ended(0);
    let running = Running::start(&site, &["release", "uninstall", "-n", &site.namespace, "-r", "shop"]);
    let is_going = || site.object("configmap", "web")?["metadata"]["deletionTimestamp"].as_str().map(drop);
    wait_until(LIMIT, is_going).unwrap_or_else(|| panic!("{}", running.said()));
    running.wait_for("chart web: uninstalling");
    // Enough time for anything that would not wait.
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert_eq!(site.object("configmap", "own"), None, "it waits for nothing");
    for name in ["db", "disk"] {
        assert_eq!(tag(&site, name), "one", "{name} goes when web is gone");
    }
    site.kubectl(&["patch", "configmap", "web", "--type=merge", "-p", r#"{"metadata":{"finalizers":null}}"#]);
    running.end().ended(0).says("chart web: gone (").says("chart db: gone (");
    assert_eq!((site.object("configmap", "db"), site.history()), (None, String::new()));
}
