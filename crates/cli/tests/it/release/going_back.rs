//! Rollbacks, manual and automatic.

use std::time::Duration;

use skeg_test_cluster::wait_until;

use super::pieces::{Workload, config_map};
use super::running::Running;
use super::site::Site;

const CRASH: &str = "test.skeg.dev/behave: crash-loop, test.skeg.dev/after: 500ms";

/// A chart with one setting; `is_bad` makes its workload crash.
fn chart(site: &Site, value: &str, is_bad: bool) {
    let web = Workload { pods: if is_bad { CRASH } else { "" }, image: value, ..Workload::default() };
    let own = config_map(&format!("only-{value}"), "x");
    site.chart(&[
        ("templates/web.yaml", &web.deployment()),
        ("templates/settings.yaml", &config_map("settings", value)),
        ("templates/own.yaml", &own),
    ]);
}

fn setting(site: &Site) -> String {
    site.object("configmap", "settings").unwrap()["data"]["value"].as_str().unwrap().to_string()
}

#[test]
fn a_failed_deploy_goes_back_by_itself() {
    let site = Site::new("auto-back");
    chart(&site, "one", false);
    site.install(&["--auto-rollback"]).ended(0);
    chart(&site, "two", true);
    let ran = site.install(&["--auto-rollback"]).ended(1);
    let ran = ran.says("Done before the failure: ConfigMap/only-two, ConfigMap/settings. Not started");
    ran.says("revision 2, failed").says("rolled back to what was deployed before, as revision 3");
    assert_eq!(site.history(), "1 superseded, 2 failed, 3 deployed");
    assert_eq!(setting(&site), "one");
    assert_eq!(site.names("configmap"), ["only-one", "settings"]);
    assert_eq!(site.record(3)["info"]["description"], "Rollback to 1");
}

#[test]
fn a_timeout_goes_back_too() {
    let site = Site::new("auto-late");
    chart(&site, "one", false);
    site.install(&[]).ended(0);
    let web = Workload { pods: "test.skeg.dev/behave: never-ready", ..Workload::default() };
    site.chart(&[("templates/web.yaml", &web.deployment())]);
    let ran = site.install(&["--auto-rollback", "--timeout", "2s"]).ended(1);
    ran.says("timed out").says("as revision 3");
    assert_eq!(site.history(), "1 superseded, 2 failed, 3 deployed");
    assert_eq!(site.names("configmap"), ["only-one", "settings"]);
}

#[test]
fn without_anything_to_go_back_to_it_says_so() {
    let site = Site::new("auto-first");
    chart(&site, "one", true);
    site.install(&["--auto-rollback"]).ended(1).says("There was no rollback");
    assert_eq!(site.history(), "1 failed");
    site.release("rollback", &[]).ended(1).says("SKEG-NO-EARLIER-REVISION").says("no earlier revision to roll back to");
    site.release("rollback", &["7"]).ended(1).says("has no revision 7").says("Recorded revisions: 1");
    assert_eq!(site.history(), "1 failed");
}

#[test]
fn rollback_by_number_and_without() {
    let site = Site::new("back");
    for value in ["one", "two", "three"] {
        chart(&site, value, false);
        site.install(&[]).ended(0);
    }
    site.release("rollback", &["1"]).ended(0);
    assert_eq!(site.history(), "1 superseded, 2 superseded, 3 superseded, 4 deployed");
    assert_eq!(setting(&site), "one");
    assert_eq!(site.names("configmap"), ["only-one", "settings"]);

    site.release("rollback", &[]).ended(0);
    assert_eq!(setting(&site), "three", "the last good one before the present one");
    assert_eq!(site.record(5)["info"]["description"], "Rollback to 3");

    // A failed deploy in between does not count.
    chart(&site, "four", true);
    site.install(&[]).ended(1);
    site.release("rollback", &[]).ended(0);
    assert_eq!(setting(&site), "three");
    assert_eq!(site.names("configmap"), ["only-three", "settings"]);
    assert_eq!(site.record(7)["info"]["description"], "Rollback to 5");
    assert!(site.history().ends_with("5 superseded, 6 failed, 7 deployed"), "{}", site.history());
}

#[test]
fn stopping_the_rollback_after_a_failure_is_an_interruption() {
    let site = Site::new("auto-stopped");
    let hangs = Workload {
        name: "before-going-back",
        annotations: "helm.sh/hook: pre-rollback",
        pods: "test.skeg.dev/behave: hang",
        ..Workload::default()
    };
    let (good, bad) = (Workload::default(), Workload { pods: CRASH, image: "two", ..Workload::default() });
    site.chart(&[("templates/web.yaml", &good.deployment()), ("templates/hook.yaml", &hangs.job())]);
    site.install(&[]).ended(0);
    site.chart(&[("templates/web.yaml", &bad.deployment())]);
    let running = Running::install(&site, &["--auto-rollback"]);
    let hook = || site.object("job", "before-going-back");
    wait_until(Duration::from_secs(60), hook).expect("the rollback is under way");
    running.signal("TERM");
    running.end().ended(130);
}
