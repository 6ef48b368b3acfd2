//! Deploys that fail: the message, the record, the cleanup, and the next deploy.

use std::time::Duration;

use skeg_test_cluster::wait_until;

use super::pieces::{Workload, config_map};
use super::running::Running;
use super::site::Site;

const CRASH: &str = "test.skeg.dev/behave: crash-loop, test.skeg.dev/after: 500ms";

#[test]
fn a_deployment_that_crashes_fails_the_revision_and_is_explained() {
    let site = Site::new("crash");
    let settings = config_map("settings", "x");
    let late = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: late, annotations: {helm.sh/hook: post-upgrade}}\n";
    let good = Workload::default().deployment();
    site.chart(&[("templates/web.yaml", &good), ("templates/settings.yaml", &settings), ("templates/late.yaml", late)]);
    site.install(&[]).ended(0);
    let bad = Workload { pods: CRASH, container: "crash", ..Workload::default() }.deployment();
    site.chart(&[("templates/web.yaml", &bad), ("templates/settings.yaml", &settings), ("templates/late.yaml", late)]);
    let ran = site.install(&[]).ended(1);
    assert_eq!(site.history(), "1 deployed, 2 failed");
    let ran = ran.says("Release shop, revision 2, failed after").says("Deployment/web did not become ready");
    let ran = ran.says("Deployment/web › pod web-").says("container crash").says("exit code 1");
    let ran = ran.says("last log lines").says("panic: the database is not there");
    let ran = ran.says("Not started: 1 resource");
    ran.says(&format!("skeg release rollback -n {} -r shop 1", site.namespace));
    assert!(site.object("configmap", "late").is_none(), "a hook after the failure did not run");
    let record = site.record(2);
    let description = record["info"]["description"].as_str().unwrap();
    assert!(description.starts_with("Upgrade \"shop\" failed: "), "{description}");
    assert!(description.contains("Deployment/web") && description.contains("crash"), "{description}");

    // Once fixed, it converges from there.
    site.chart(&[("templates/web.yaml", &good), ("templates/settings.yaml", &settings)]);
    site.install(&[]).ended(0);
    assert_eq!(site.history(), "1 superseded, 2 failed, 3 deployed");
    assert_eq!(site.object("deployment", "web").unwrap()["status"]["readyReplicas"], 1);
}

#[test]
fn what_asks_for_it_is_deleted_when_it_fails() {
    let site = Site::new("cleanup");
    let hook = "helm.sh/hook: pre-install, helm.sh/hook-delete-policy: \"hook-failed\"";
    let fails = "test.skeg.dev/behave: fail";
    let job =
        Workload { name: "prepare", annotations: hook, pods: fails, spec: "backoffLimit: 0", ..Workload::default() };
    site.chart(&[("templates/job.yaml", &job.job())]);
    let ran = site.install(&[]).ended(1);
    ran.says("Job/prepare").says("pod prepare-").says("BackoffLimitExceeded").says("listening on port 8080");
    assert!(site.object("job", "prepare").is_none());
    assert_eq!(site.history(), "1 failed");

    let kept = Workload { annotations: "helm.sh/hook: pre-install", ..job };
    site.chart(&[("templates/job.yaml", &kept.job())]);
    site.install(&[]).ended(1);
    assert!(site.object("job", "prepare").is_some(), "without the policy it stays, to be looked at");

    let web = Workload { annotations: "werf.io/delete-policy: failed", pods: CRASH, ..Workload::default() };
    site.chart(&[("templates/web.yaml", &web.deployment()), ("templates/other.yaml", &config_map("other", "x"))]);
    site.install(&[]).ended(1);
    assert!(site.object("deployment", "web").is_none());
    assert!(site.object("configmap", "other").is_some());
    assert_eq!(site.history(), "1 failed, 2 failed, 3 failed");
}

#[test]
fn causes_are_named() {
    let site = Site::new("causes");
    let pull = Workload { pods: "test.skeg.dev/behave: image-pull", image: "gone:1", ..Workload::default() };
    site.chart(&[("templates/web.yaml", &pull.deployment())]);
    site.install(&[]).ended(1).says("pod web-").says("container main").says("ImagePull").says("gone:1");

    let deadline = Workload {
        name: "slow",
        pods: "test.skeg.dev/behave: never-ready",
        spec: "progressDeadlineSeconds: 5",
        ..Workload::default()
    };
    site.chart(&[("templates/web.yaml", &deadline.deployment())]);
    site.install(&[]).ended(1).says("Deployment/slow").says("progress").says("pod slow-");

    let stuck = Workload { name: "stuck", pods: "test.skeg.dev/behave: never-ready", ..Workload::default() };
    site.chart(&[("templates/web.yaml", &stuck.deployment())]);
    let ran = site.install(&["--resource-readiness-timeout", "5s"]).ended(1);
    ran.says("Deployment/stuck").says("not ready after 5s").says("pod stuck-");
    assert_eq!(site.history(), "1 failed, 2 failed, 3 failed");
}

#[test]
fn failures_may_be_allowed() {
    let site = Site::new("modes");
    let ignored = "werf.io/fail-mode: IgnoreAndContinueDeployProcess";
    let web = Workload { annotations: ignored, pods: CRASH, ..Workload::default() };
    let after = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: after, annotations: {werf.io/weight: \"1\"}}\n";
    site.chart(&[("templates/web.yaml", &web.deployment()), ("templates/after.yaml", after)]);
    site.install(&[]).ended(0).says("ignored because of their annotations: Deployment/web");
    assert_eq!(site.history(), "1 deployed");
    assert!(site.object("configmap", "after").is_some());

    // It crashes twice and then runs: more failures than allowed, so it only succeeds if hoped for while something else
    // takes longer.
    let recovers = format!("{CRASH}, test.skeg.dev/restarts: \"2\"");
    let hope = "werf.io/fail-mode: HopeUntilEndOfDeployProcess, werf.io/failures-allowed-per-replica: \"0\"";
    let web = Workload { annotations: hope, pods: &recovers, ..Workload::default() };
    let slow = "test.skeg.dev/behave: ready-after, test.skeg.dev/after: 15s";
    let slow = Workload { name: "slow", pods: slow, ..Workload::default() };
    site.chart(&[("templates/web.yaml", &web.deployment()), ("templates/slow.yaml", &slow.deployment())]);
    site.install(&[]).ended(0);
    assert_eq!(site.history(), "1 superseded, 2 deployed");

    let hopeless = Workload { annotations: hope, pods: CRASH, container: "crash", ..Workload::default() };
    site.chart(&[("templates/web.yaml", &hopeless.deployment())]);
    site.install(&[]).ended(1).says("Deployment/web").says("container crash");
    assert_eq!(site.history(), "1 superseded, 2 deployed, 3 failed");
}

#[test]
fn so_many_crashes_are_allowed() {
    let site = Site::new("allowed");
    let twice = format!("{CRASH}, test.skeg.dev/restarts: \"2\"");
    let allowed = |count: u32| {
        let annotations = format!("werf.io/failures-allowed-per-replica: \"{count}\"");
        let name = format!("web{count}");
        Workload { name: &name, annotations: &annotations, pods: &twice, ..Workload::default() }.deployment()
    };
    site.chart(&[("templates/web.yaml", &allowed(0))]);
    site.install(&[]).ended(1).says("Deployment/web0");
    site.chart(&[("templates/web.yaml", &allowed(4))]);
    site.install(&[]).ended(0);
    assert_eq!(site.history(), "1 failed, 2 deployed");
    assert_eq!(site.names("deployment"), ["web4"]);
}

#[test]
fn a_deploy_that_takes_too_long_is_stopped() {
    let site = Site::new("timeout");
    let web = Workload { pods: "test.skeg.dev/behave: never-ready", ..Workload::default() };
    site.chart(&[("templates/web.yaml", &web.deployment())]);
    let ran = site.install(&["--timeout", "2s"]).ended(1);
    ran.says("revision 1, timed out after").says("Deployment/web is not ready, 0 of 1; it waits for: pod web-");
    assert_eq!(site.history(), "1 failed");
    let description = site.record(1)["info"]["description"].as_str().unwrap().to_string();
    assert!(description.contains("timed out while waiting until Deployment/web is ready"), "{description}");
}

#[test]
fn the_last_words_name_what_kept_it_from_being_ready() {
    let site = Site::new("why");
    let quota = "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: small}\nspec: {hard: {pods: \"0\"}}\n";
    site.cluster.apply(&site.namespace, quota).unwrap();
    site.chart(&[("templates/web.yaml", &Workload::default().deployment())]);
    let last_words = |cause: &str| {
        let running = Running::install(&site, &[]);
        running.wait_for(cause);
        running.signal("TERM");
        let ran = running.end().ended(130);
        let last = ran.stderr.split_once("Stopped.").unwrap().1.to_string();
        assert!(last.contains("Deployment/web is not ready") && last.contains(cause), "{}", ran.stderr);
    };
    last_words("exceeded quota: small");
    site.kubectl(&["delete", "resourcequota", "small"]);
    let nowhere =
        Workload::default().deployment().replace("spec: {containers", "spec: {nodeSelector: {is: nowhere}, containers");
    site.chart(&[("templates/web.yaml", &nowhere)]);
    last_words("unschedulable");
}

#[test]
fn what_a_failed_revision_left_is_pruned() {
    let site = Site::new("leftovers");
    let good = Workload::default().deployment();
    site.chart(&[("templates/web.yaml", &good)]);
    site.install(&[]).ended(0);
    for name in ["first", "second"] {
        let bad = Workload { name, pods: CRASH, ..Workload::default() }.deployment();
        let extra = config_map(&format!("extra-{name}"), "x");
        site.chart(&[("templates/web.yaml", &good), ("templates/bad.yaml", &bad), ("templates/extra.yaml", &extra)]);
        site.install(&[]).ended(1);
    }
    // Deletions come last, so a failed deploy deletes nothing.
    assert_eq!(site.names("configmap"), ["extra-first", "extra-second"]);
    assert_eq!(site.history(), "1 deployed, 2 failed, 3 failed");
    site.chart(&[("templates/web.yaml", &good)]);
    site.install(&[]).ended(0);
    assert_eq!(site.names("configmap,deployment"), ["web"]);
    assert_eq!(site.history(), "1 superseded, 2 failed, 3 failed, 4 deployed");
}

#[test]
fn a_failed_release_is_uninstalled() {
    let site = Site::new("gone");
    let bad = Workload { pods: CRASH, ..Workload::default() }.deployment();
    site.chart(&[("templates/web.yaml", &bad), ("templates/extra.yaml", &config_map("extra", "x"))]);
    site.install(&[]).ended(1);
    site.release("uninstall", &[]).ended(0);
    assert_eq!(site.names("configmap,deployment"), [""; 0]);
    assert_eq!(site.history(), "");
}

/// Each object alone would fit, so no dry run detects it. The server calls it forbidden, but no right would help.
#[test]
fn a_quota_that_all_together_exceed_is_no_matter_of_rights() {
    let site = Site::new("quota");
    let maps: Vec<String> = (0..4).map(|at| config_map(&format!("x{at}"), "x")).collect();
    site.chart(&[("templates/all.yaml", &maps.join("---\n"))]);
    // One is the cluster's own, one is the lock.
    site.kubectl(&["create", "quota", "few", "--hard=configmaps=3"]);
    let is_counted = || site.object("resourcequota", "few")?["status"]["used"]["configmaps"].is_string().then_some(());
    wait_until(Duration::from_secs(60), is_counted).expect("the quota is counted");
    let ran = site.install(&[]).ended(1).says("exceeded quota: few").says("SKEG-WRITE-REFUSED");
    assert!(!ran.stderr.contains("Ask for the rights"), "{}", ran.stderr);
    assert_eq!(site.history(), "1 failed");
}
