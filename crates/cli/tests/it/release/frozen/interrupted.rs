//! Executions that were killed or stopped: executing the same file again finishes them if that is safe.

use std::time::Duration;

use serde_json::json;
use skeg_test_cluster::wait_until;

use super::super::running::{Running, kill_after};
use super::super::site::Site;
use super::{Workload, config_map, write_chart};

const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn a_kill_at_any_moment_is_made_good_by_the_same_file() {
    for after in [2, 4, 6, 8, 10] {
        let site = Site::planned(&format!("frozen-kill-{after}"));
        kill_after(after, &site, &["release", "plan", "execute", "plan.json"]);
        assert_ne!(site.history(), "1 superseded, 2 deployed", "killed after {after} writes: too late");
        let ran = site.execute(&[]).ended(0);
        let moment = format!("killed after {after} writes\n{}", ran.stderr);
        assert_eq!(site.history(), "1 superseded, 2 deployed", "{moment}");
        assert_eq!(site.object("configmap", "settings").unwrap()["data"]["value"], "two", "{moment}");
        assert!(site.object("configmap", "extra").is_none(), "{moment}");
        assert!(site.object("job", "after").is_some(), "{moment}");
        assert_eq!(site.record(2)["info"]["description"], "Upgrade complete", "{moment}");
        site.execute(&[]).ended(1).says("executed already");
    }
}

/// Waits for ever for its workload; before that a hook ran and was deleted.
fn endless_site(name: &str) -> Site {
    let site = Site::new(name);
    let hook = "helm.sh/hook: \"pre-install\", helm.sh/hook-delete-policy: \"hook-succeeded\"";
    let before = Workload { name: "before", annotations: hook, ..Workload::default() }.job();
    let web = Workload { pods: "test.skeg.dev/behave: never-ready", ..Workload::default() }.deployment();
    let after = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: last, annotations: {werf.io/weight: \"1\"}}\n";
    site.chart(&[
        ("templates/before.yaml", &before),
        ("templates/web.yaml", &web),
        ("templates/settings.yaml", &config_map("settings", "one")),
        ("templates/last.yaml", after),
    ]);
    site.freeze("install", &[]).ended(0);
    site
}

fn begun(site: &Site) -> Running {
    let running = Running::start(site, &["release", "plan", "execute", "plan.json"]);
    let pod = || site.kubectl(&["get", "pod", "-l", "app=web", "-o", "name"]).contains("pod/").then_some(());
    wait_until(PATIENCE, pod).expect("the workload is there");
    running
}

/// Lets the pods become ready.
fn heal(site: &Site) {
    site.kubectl(&["annotate", "pod", "-l", "app=web", "test.skeg.dev/behave-"]);
}

#[test]
fn ctrl_c_is_made_good_by_the_same_file() {
    let site = endless_site("frozen-ctrl-c");
    let running = begun(&site);
    running.signal("INT");
    running.end().ended(130).says("Stopped. Revision 1 is marked failed");
    assert_eq!(site.history(), "1 failed");
    heal(&site);
    let ran = site.execute(&[]).ended(0);
    let ran = ran.says("an earlier execution of this plan was interrupted; resuming it");
    ran.says("Job/before is deleted after it ran, so it may already have run; it runs again");
    assert_eq!(site.history(), "1 deployed");
    assert!(site.object("configmap", "last").is_some());
}

#[test]
fn where_somebody_changed_things_since_it_does_not_go_on() {
    let site = endless_site("frozen-unsafe");
    let mut running = begun(&site);
    running.kill();
    running.end();
    assert_eq!(site.history(), "1 pending-install");
    let patch = json!({"data": {"value": "by hand"}}).to_string();
    site.kubectl(&["patch", "configmap", "settings", "--type=merge", "-p", &patch]);
    let ran = site.execute(&["--lock-timeout", "2m"]).ended(1);
    let ran = ran.says("ConfigMap/settings: was to be created, but already exists");
    ran.says("neither as reviewed nor as planned, so").says("it is not safe to continue. Plan again");
    assert_eq!(site.history(), "1 pending-install");
}

#[test]
fn of_two_at_once_the_second_is_refused() {
    let site = endless_site("frozen-two");
    let first = begun(&site);
    let second = Running::start(&site, &["release", "plan", "execute", "plan.json"]);
    second.wait_for("another deploy of this release is under way");
    heal(&site);
    first.end().ended(0);
    second.end().ended(1).says("the plan has been executed already, as revision 1");
    assert_eq!(site.history(), "1 deployed");
}

#[test]
fn an_interrupted_uninstall_goes_on() {
    let site = Site::new("frozen-uninstall");
    write_chart(&site);
    site.install(&[]).ended(0);
    let held = json!({"metadata": {"finalizers": ["skeg.dev/held"]}}).to_string();
    site.kubectl(&["patch", "configmap", "settings", "--type=merge", "-p", &held]);
    site.freeze("uninstall", &[]).ended(0);
    let mut running = Running::start(&site, &["release", "plan", "execute", "plan.json"]);
    let going = || site.object("configmap", "settings")?["metadata"]["deletionTimestamp"].is_string().then_some(());
    wait_until(PATIENCE, going).expect("it is being deleted");
    running.kill();
    running.end();
    let free = json!({"metadata": {"finalizers": null}}).to_string();
    site.kubectl(&["patch", "configmap", "settings", "--type=merge", "-p", &free]);
    site.execute(&[]).ended(0);
    assert_eq!(site.history(), "");
    assert!(site.names("configmap,secret,deployment").is_empty());
}
