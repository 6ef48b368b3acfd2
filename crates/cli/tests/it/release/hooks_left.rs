//! Leftovers of earlier hook runs: a hook runs in every deploy, and the result of an old run is never taken for a new
//! one.

use std::time::Duration;

use serde_json::json;
use skeg_test_cluster::{Helm, wait_until};

use super::manifests::{config_map, job};
use super::running::Running;
use super::site::Site;

const PATIENCE: Duration = Duration::from_secs(60);

const MAIN: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: main}\ndata: {tag: \"{{ .Values.tag }}\"}\n";
const VALUES: (&str, &str) = ("values.yaml", "tag: one\n");
const EVENTS: &str = "helm.sh/hook: \"pre-install,pre-upgrade\"";

fn policy(words: &str) -> String {
    format!("helm.sh/hook-delete-policy: {words:?}")
}

fn pod(name: &str, annotations: &[&str]) -> String {
    let lines: String = annotations.iter().map(|line| format!("    {line}\n")).collect();
    format!(
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: {name}\n  annotations:\n{lines}\
         spec: {{restartPolicy: Never, containers: [{{name: main, image: main}}]}}\n"
    )
}

fn uid(site: &Site, kind: &str, name: &str) -> String {
    let object = site.object(kind, name).unwrap_or_else(|| panic!("there is no {kind}/{name}"));
    object["metadata"]["uid"].as_str().unwrap().to_string()
}

/// Helm 3 fails here, Helm 4 lets the old run count.
#[test]
fn a_hook_runs_in_every_deploy_whatever_its_delete_policy() {
    let site = Site::new("hooks-each");
    let kept = [EVENTS, &policy("hook-failed")];
    let hooks = [job("kept", &kept, &[]), pod("kept", &kept), job("gone", &[EVENTS, &policy("hook-succeeded")], &[])];
    site.chart(&[("templates/hooks.yaml", &hooks.join("---\n")), ("templates/main.yaml", MAIN), VALUES]);
    site.install(&[]).ended(0);
    for tag in ["one", "two"] {
        let (of_job, of_pod) = (uid(&site, "job", "kept"), uid(&site, "pod", "kept"));
        let trace = site.traced_install(&["--set", &format!("tag={tag}")]);
        trace.is_in_order(&["delete jobs/kept", "patch jobs/kept"]);
        trace.is_in_order(&["patch jobs/gone", "delete jobs/gone"]);
        assert_ne!(uid(&site, "job", "kept"), of_job);
        assert_ne!(uid(&site, "pod", "kept"), of_pod);
        assert_eq!(site.object("job", "gone"), None);
    }
    assert_eq!(site.history(), "1 superseded, 2 superseded, 3 deployed");
    let hooks = site.record(3)["hooks"].clone();
    assert!(hooks.as_array().unwrap().iter().all(|hook| hook["last_run"]["phase"] == "Succeeded"), "{hooks}");
}

/// Even if nobody waits for the last hooks, they run again.
#[test]
fn a_hook_that_nobody_waits_for_runs_too() {
    let site = Site::new("hooks-unawaited");
    let hook = job("after", &["helm.sh/hook: \"post-install,post-upgrade\"", &policy("hook-failed")], &[]);
    site.chart(&[("templates/hook.yaml", &hook), ("templates/main.yaml", MAIN), VALUES]);
    site.install(&["--no-final-tracking"]).ended(0);
    let before = uid(&site, "job", "after");
    site.install(&["--no-final-tracking"]).ended(0);
    assert_ne!(uid(&site, "job", "after"), before);
}

#[test]
fn a_hook_that_failed_runs_again_as_it_was_and_mended() {
    let site = Site::new("hooks-failed");
    let chart = |of_pod: &[&str]| {
        let hook = job("migrate", &[EVENTS, &policy("hook-succeeded")], of_pod);
        site.chart(&[("templates/hook.yaml", &hook), ("templates/main.yaml", MAIN), VALUES]);
    };
    chart(&["test.skeg.dev/behave: fail"]);
    site.install(&[]).ended(1).says("Job/migrate");
    let first = uid(&site, "job", "migrate");
    // The same again: the new run fails by itself.
    site.install(&[]).ended(1).says("Job/migrate");
    assert_ne!(uid(&site, "job", "migrate"), first);
    // The immutable template is fixed.
    chart(&[]);
    let ran = site.install(&[]).ended(0);
    assert!(!format!("{}{}", ran.stdout, ran.stderr).contains("immutable"), "{}", ran.stderr);
    assert_eq!(site.object("job", "migrate"), None);
    assert_eq!(site.history(), "1 failed, 2 failed, 3 deployed");
}

/// A hook with two turns whose earlier run failed: only the first turn finds the leftover.
#[test]
fn a_hook_of_two_turns_runs_again_mended_after_it_failed() {
    let events = "helm.sh/hook: \"pre-install,post-install,pre-upgrade,post-upgrade\"";
    for words in ["hook-succeeded", "before-hook-creation", "hook-failed"] {
        let site = Site::new("hooks-turns");
        let chart = |of_pod: &[&str]| {
            let hook = job("migrate", &[events, &policy(words)], of_pod);
            site.chart(&[("templates/hook.yaml", &hook), ("templates/main.yaml", MAIN), VALUES]);
        };
        chart(&["test.skeg.dev/behave: fail"]);
        site.install(&[]).ended(1).says("Job/migrate");
        chart(&[]);
        let plan = ["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop"];
        assert!(!site.skeg(plan).ended(0).stdout.contains("would be refused"), "{words}");
        site.install(&[]).ended(0);
        assert_eq!(site.history(), "1 failed, 2 deployed", "{words}");
    }
}

/// Hooks that are not runs are applied again, and keep their data.
#[test]
fn hooks_that_are_no_runs_are_applied_again() {
    let site = Site::new("hooks-applied");
    let marks = [EVENTS, &policy("hook-failed")];
    let settings = config_map("settings", &marks).replace("a: b", "a: \"{{ .Values.tag }}\"");
    let account = settings.replace("ConfigMap", "ServiceAccount").replace("data: {a: \"{{ .Values.tag }}\"}\n", "");
    let claim = "spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}\n";
    let claim = account.replace("ServiceAccount", "PersistentVolumeClaim") + claim;
    let hooks = [settings, account, claim].join("---\n");
    site.chart(&[("templates/hooks.yaml", &hooks), ("templates/main.yaml", MAIN), VALUES]);
    site.install(&[]).ended(0);
    let uids = || ["configmap", "serviceaccount", "pvc"].map(|kind| uid(&site, kind, "settings"));
    let before = uids();
    site.install(&["--set", "tag=two"]).ended(0);
    assert_eq!(uids(), before);
    assert_eq!(site.object("configmap", "settings").unwrap()["data"]["a"], "two");
}

/// Created by Helm, and not run again by it. Helm's behaviour is described in docs/parity.md.
fn left_by_helm(generation: Helm, more: &[&str], upgrade: impl FnOnce(Result<String, String>)) {
    let site = Site::new("hooks-helm");
    let hook = job("migrate", &[EVENTS, &policy("hook-failed")], &[]);
    site.chart(&[("templates/hook.yaml", &hook), ("templates/main.yaml", MAIN), VALUES]);
    let helm = |word: &str| {
        let words = [word, "shop", "./shop"];
        site.helm(generation, &words.iter().chain(more).copied().collect::<Vec<_>>())
    };
    helm("install").unwrap();
    let before = uid(&site, "job", "migrate");
    upgrade(helm("upgrade"));
    assert_eq!(uid(&site, "job", "migrate"), before, "Helm does not run it");
    site.install(&["--set", "tag=two"]).ended(0).says("1 hook ran");
    assert_ne!(uid(&site, "job", "migrate"), before);
}

fn is_refused(upgraded: Result<String, String>) {
    let refused = upgraded.unwrap_err();
    assert!(refused.contains("pre-upgrade hooks failed"), "{refused}");
    assert!(refused.contains("jobs.batch \"migrate\" already exists"), "{refused}");
}

#[test]
fn what_helm_3_left_runs_anew() {
    left_by_helm(Helm::V3, &[], is_refused);
}

#[test]
fn what_helm_4_left_runs_anew() {
    left_by_helm(Helm::V4, &[], |upgraded| drop(upgraded.unwrap()));
}

#[test]
fn what_helm_4_left_on_the_clients_side_runs_anew() {
    left_by_helm(Helm::V4, &["--server-side=false"], is_refused);
}

#[test]
fn hooks_of_a_rollback_after_a_failure_run_anew() {
    let site = Site::new("hooks-back");
    let back = job("back", &["helm.sh/hook: pre-rollback", &policy("hook-failed")], &[]);
    let fail = job("fail", &["helm.sh/hook: pre-upgrade", &policy("hook-succeeded")], &["test.skeg.dev/behave: fail"]);
    let hooks = [back, fail].join("---\n");
    site.chart(&[("templates/hooks.yaml", &hooks), ("templates/main.yaml", MAIN), VALUES]);
    site.install(&[]).ended(0);
    let fails = || {
        site.install(&["--set", "tag=two", "--auto-rollback"]).ended(1).says("Job/fail").says("was rolled back");
        ["back", "fail"].map(|name| uid(&site, "job", name))
    };
    let (first, second) = (fails(), fails());
    assert!(first[0] != second[0] && first[1] != second[1], "{first:?} {second:?}");
    assert_eq!(site.history(), "1 superseded, 2 failed, 3 superseded, 4 failed, 5 deployed");
}

/// `skeg release plan install --out plan.json`, and executing it.
fn freeze(site: &Site) {
    site.skeg(["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop", "--out", "plan.json"])
        .ended(0);
}

#[test]
fn a_plan_that_goes_on_runs_hooks_again_that_failed() {
    let site = Site::new("hooks-resumed");
    let hook = |name: &str, words: &str, weight: i32, of_pod: &[&str]| {
        job(name, &[EVENTS, &policy(words), &format!("helm.sh/hook-weight: \"{weight}\"")], of_pod)
    };
    let done = hook("done", "hook-failed", -1, &[]);
    let fails = hook("fails", "hook-succeeded", 1, &["test.skeg.dev/behave: fail"]);
    let hooks = [done, fails].join("---\n");
    site.chart(&[("templates/hooks.yaml", &hooks), ("templates/main.yaml", MAIN), VALUES]);
    freeze(&site);
    let execute = || site.skeg(["release", "plan", "execute", "plan.json"]).ended(1).says("Job/fails");
    execute();
    let before = [uid(&site, "job", "done"), uid(&site, "job", "fails")];
    execute().says("Job/fails failed in the earlier execution; it runs again");
    assert_eq!(uid(&site, "job", "done"), before[0], "it succeeded in this very plan");
    assert_ne!(uid(&site, "job", "fails"), before[1]);
    assert_eq!(site.history(), "1 failed");
}

#[test]
fn a_frozen_uninstall_that_goes_on_runs_hooks_again_that_failed() {
    let site = Site::new("hooks-leaving");
    let hook = |of_pod: &[&str]| job("bye", &["helm.sh/hook: pre-delete", &policy("hook-succeeded")], of_pod);
    site.chart(&[
        ("templates/hook.yaml", &hook(&["test.skeg.dev/behave: fail"])),
        ("templates/main.yaml", MAIN),
        VALUES,
    ]);
    site.install(&[]).ended(0);
    let words = ["release", "plan", "uninstall", "-n", &site.namespace, "-r", "shop", "--out", "plan.json"];
    site.skeg(words).ended(0).says("1 to delete · 1 hook runs");
    let execute = || site.skeg(["release", "plan", "execute", "plan.json"]).ended(1).says("Job/bye");
    execute();
    let before = uid(&site, "job", "bye");
    execute().says("Job/bye failed in the earlier execution; it runs again");
    let after = uid(&site, "job", "bye");
    assert_ne!(after, before);
    // So does an uninstall without a plan.
    site.release("uninstall", &[]).ended(1).says("Job/bye");
    assert_ne!(uid(&site, "job", "bye"), after);
    assert!(site.object("configmap", "main").is_some());
}

#[test]
fn a_plan_whose_hook_appeared_since_runs_it_or_is_refused() {
    let site = Site::new("hooks-drift");
    let hook = job("migrate", &[EVENTS, &policy("hook-failed")], &[]);
    site.chart(&[("templates/hook.yaml", &hook), ("templates/main.yaml", MAIN), VALUES]);
    freeze(&site);
    site.cluster.apply(&site.namespace, &hook).unwrap();
    let before = uid(&site, "job", "migrate");
    let execute = |more: &[&str]| site.skeg(["release", "plan", "execute", "plan.json"].iter().chain(more));
    execute(&[]).ended(1).says("Job/migrate: was to be created, but already exists");
    execute(&["--allow-drift"]).ended(0);
    assert_ne!(uid(&site, "job", "migrate"), before);
}

/// The second turn of a hook finds what the first created, not what existed when the plan was made.
#[test]
fn a_plan_with_two_turns_of_a_hook_is_executed() {
    let site = Site::new("hooks-twice");
    let events = "helm.sh/hook: \"pre-install,pre-upgrade,post-upgrade\"";
    for words in ["hook-failed", "before-hook-creation", "hook-succeeded"] {
        let hook = job("migrate", &[events, &policy(words)], &[]);
        site.chart(&[("templates/hook.yaml", &hook), ("templates/main.yaml", MAIN), VALUES]);
        site.install(&[]).ended(0);
        freeze(&site);
        let ran = site.skeg(["release", "plan", "execute", "plan.json"]).ended(0).says("1 hook ran");
        assert_eq!(ran.stderr.matches("✓ Job/migrate").count(), if words == "hook-succeeded" { 4 } else { 2 });
    }
}

/// A leftover that is being deleted but blocked by a finalizer: it is waited for, within the time limit.
#[test]
fn a_hook_that_is_being_deleted_is_waited_for() {
    let site = Site::new("hooks-held");
    let hook = job("migrate", &[EVENTS, &policy("hook-failed")], &[]);
    site.chart(&[("templates/hook.yaml", &hook), ("templates/main.yaml", MAIN), VALUES]);
    site.install(&[]).ended(0);
    let finalizers = |value: serde_json::Value| {
        let patch = json!({ "metadata": { "finalizers": value } }).to_string();
        site.kubectl(&["patch", "job", "migrate", "--type=merge", "-p", &patch]);
    };
    finalizers(json!(["skeg.dev/held"]));
    let before = uid(&site, "job", "migrate");
    for limit in ["--resource-deletion-timeout", "--timeout"] {
        site.install(&[limit, "3s"]).ended(1).says("Job/migrate");
        assert_eq!(uid(&site, "job", "migrate"), before);
    }
    assert_eq!(site.history(), "1 deployed, 2 failed, 3 failed");
    finalizers(json!(null));
    site.install(&[]).ended(0);
    assert_ne!(uid(&site, "job", "migrate"), before);
}

/// A deploy that timed out leaves its hook running; the next deploy does not mistake it for its own.
#[test]
fn a_hook_that_outlived_its_deploy_is_replaced() {
    let site = Site::new("hooks-late");
    let chart = |of_pod: &[&str]| {
        let hook = job("migrate", &[EVENTS, &policy("hook-succeeded")], of_pod);
        site.chart(&[("templates/hook.yaml", &hook), ("templates/main.yaml", MAIN), VALUES]);
    };
    chart(&["test.skeg.dev/behave: hang"]);
    site.install(&["--timeout", "3s"]).ended(1).says("timed out");
    assert!(site.object("job", "migrate").is_some());
    chart(&[]);
    let trace = site.traced_install(&[]);
    let writes = ["delete jobs/migrate", "patch jobs/migrate", "delete jobs/migrate", "patch configmaps/main"];
    assert_eq!(trace.writes(), writes);
    assert_eq!(site.object("job", "migrate"), None);
    assert_eq!(site.history(), "1 failed, 2 deployed");
}

/// A hook that a killed execution of the plan left running is the plan's own run: it is waited for, not started twice.
#[test]
fn a_plan_that_goes_on_waits_for_a_hook_that_still_runs() {
    let site = Site::new("hooks-running");
    let hook = job("migrate", &[EVENTS, &policy("hook-failed")], &["test.skeg.dev/behave: hang"]);
    site.chart(&[("templates/hook.yaml", &hook), ("templates/main.yaml", MAIN), VALUES]);
    freeze(&site);
    let begin = || Running::start(&site, &["release", "plan", "execute", "plan.json"]);
    let mut running = begin();
    let pods = || site.kubectl(&["get", "pod", "-l", "job-name=migrate", "-o", "name"]);
    wait_until(PATIENCE, || pods().contains("pod/").then_some(())).expect("the hook runs");
    running.kill();
    running.end();
    let (before, pod) = (uid(&site, "job", "migrate"), pods());
    let running = begin();
    running.wait_for("resuming it");
    site.kubectl(&["annotate", "pod", "-l", "job-name=migrate", "test.skeg.dev/behave-"]);
    running.end().ended(0);
    assert_eq!((uid(&site, "job", "migrate"), pods()), (before, pod));
    assert_eq!(site.history(), "1 deployed");
}
