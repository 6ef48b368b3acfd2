//! Objects that a finalizer keeps although they are being deleted: waiting for them ends at the timeout, or on a
//! signal.

use std::time::Duration;

use skeg_test_cluster::wait_until;

use super::interruption::lock_is_free;
use super::manifests;
use super::pieces::{Workload, config_map};
use super::running::Running;
use super::site::Site;

const PATIENCE: Duration = Duration::from_secs(120);
const FINALIZER: &str = "example.org/held";
const WAITS: &str = "it waits for: finalizer example.org/held";

/// Puts a finalizer on an object.
fn hold(site: &Site, kind: &str, name: &str) {
    let patch = format!("{{\"metadata\":{{\"finalizers\":[\"{FINALIZER}\"]}}}}");
    site.kubectl(&["patch", kind, name, "--type=merge", "-p", &patch]);
}

fn let_go(site: &Site, kind: &str, name: &str) {
    site.kubectl(&["patch", kind, name, "--type=merge", "-p", "{\"metadata\":{\"finalizers\":null}}"]);
}

/// A release of two ConfigMaps, one of which is being deleted but held by a finalizer.
fn half_deleted(name: &str) -> Site {
    let site = Site::new(name);
    let keep = config_map("keepme", "V").replace("\"V\"", "\"{{ .Values.v }}\"");
    site.chart(&[
        ("values.yaml", "v: 1\n"),
        ("templates/keep.yaml", &keep),
        ("templates/drop.yaml", &config_map("dropme", "x")),
    ]);
    site.install(&[]).ended(0);
    hold(&site, "configmap", "dropme");
    site.kubectl(&["delete", "configmap", "dropme", "--wait=false"]);
    site
}

fn description(site: &Site, revision: u64) -> String {
    site.record(revision)["info"]["description"].as_str().unwrap().to_string()
}

#[test]
fn what_is_wanted_again_while_it_goes_is_waited_for_until_the_time_is_over() {
    let site = half_deleted("again");
    let ran = Running::install(&site, &["--set", "v=2", "--timeout", "4s"]).end().ended(1);
    ran.says("--timeout expired while waiting until ConfigMap/dropme is gone")
        .says(&format!("ConfigMap/dropme is not gone yet; {WAITS}"))
        .says("A finalizer is removed by the controller that set it");
    assert_eq!(site.history(), "1 deployed, 2 failed");
    let described = description(&site, 2);
    assert!(described.contains("timed out while waiting until ConfigMap/dropme is gone (finalizer"), "{described}");
    assert!(lock_is_free(&site));

    // When the limit for one resource expires, that resource has failed.
    let ran = Running::install(&site, &["--set", "v=2", "--resource-deletion-timeout", "3s"]).end().ended(1);
    ran.says("ConfigMap/dropme could not be recreated")
        .says("SKEG-RESOURCE-TIMEOUT")
        .says("still there after 3s: finalizer example.org/held");
    assert_eq!(site.history(), "1 deployed, 2 failed, 3 failed");

    let_go(&site, "configmap", "dropme");
    Running::install(&site, &["--set", "v=2", "--timeout", "60s"]).end().ended(0);
    assert_eq!(site.history(), "1 superseded, 2 failed, 3 failed, 4 deployed");
    assert_eq!(site.names("configmap"), ["dropme", "keepme"]);
}

#[test]
fn the_first_signal_ends_the_waiting() {
    let site = half_deleted("signal");
    let running = Running::install(&site, &["--set", "v=2"]);
    running.wait_for("waits: finalizer example.org/held");
    running.signal("TERM");
    let ran = running.end().ended(130);
    let ran = ran.says("stopping: no new operations").says("Revision 2 is marked failed").says(WAITS);
    assert!(!ran.stderr.contains("in flight"), "{}", ran.stderr);
    assert_eq!(site.history(), "1 deployed, 2 failed");
    assert!(description(&site, 2).contains("interrupted while waiting until ConfigMap/dropme is gone"));
    assert!(lock_is_free(&site));

    // Twice in a row: whatever the second signal cuts off, the next run recovers.
    let running = Running::install(&site, &["--set", "v=2"]);
    running.wait_for("waits: finalizer example.org/held");
    running.signal("TERM");
    running.signal("TERM");
    running.end().ended(130);
    let_go(&site, "configmap", "dropme");
    Running::install(&site, &["--set", "v=2"]).end().ended(0);
    assert_eq!(site.history(), "1 superseded, 2 failed, 3 failed, 4 deployed");
}

#[test]
fn what_is_pruned_and_held_is_waited_for_until_the_time_is_over() {
    let site = half_deleted("pruned");
    site.chart(&[("templates/keep.yaml", &config_map("keepme", "2"))]);
    let ran = Running::install(&site, &["--timeout", "4s"]).end().ended(1);
    ran.says(&format!("ConfigMap/dropme is not gone yet; {WAITS}"));
    assert_eq!(site.history(), "1 deployed, 2 failed");
    let_go(&site, "configmap", "dropme");
    Running::install(&site, &["--timeout", "60s"]).end().ended(0);
    assert_eq!(site.names("configmap"), ["keepme"]);
}

#[test]
fn what_is_recreated_and_held_is_waited_for_until_the_time_is_over() {
    let site = Site::new("recreated");
    site.chart(&[("templates/job.yaml", &manifests::job("migrate", &[], &[]))]);
    site.install(&[]).ended(0);
    hold(&site, "job", "migrate");
    site.chart(&[("templates/job.yaml", &manifests::job("migrate", &[], &["round: two"]))]);
    let ran = Running::install(&site, &["--timeout", "4s"]).end().ended(1);
    ran.says("Job/migrate is not gone yet; it waits for: finalizer").says(FINALIZER);
    assert_eq!(site.history(), "1 deployed, 2 failed");
    assert!(lock_is_free(&site));
    let_go(&site, "job", "migrate");
    Running::install(&site, &["--timeout", "60s"]).end().ended(0);
    let round = &site.object("job", "migrate").unwrap()["spec"]["template"]["metadata"]["annotations"]["round"];
    assert_eq!(round, "two");
}

/// A hook that is deleted before it runs, and whose object is held by a finalizer from then on.
fn held_hook() -> String {
    format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: held\n  finalizers: [{FINALIZER}]\n  \
         annotations: {{helm.sh/hook: \"pre-install,pre-upgrade\"}}\n"
    )
}

#[test]
fn a_hook_that_cannot_be_deleted_before_it_runs_ends_with_the_time_and_the_release_goes_back() {
    let site = Site::new("hook");
    let (hook, settings) = (held_hook(), |value| config_map("settings", value));
    site.chart(&[("templates/held.yaml", &hook), ("templates/settings.yaml", &settings("1"))]);
    site.install(&[]).ended(0);
    site.chart(&[("templates/settings.yaml", &settings("2"))]);
    site.install(&[]).ended(0);
    site.chart(&[("templates/held.yaml", &hook), ("templates/settings.yaml", &settings("3"))]);
    // The rollback has no such hook, and gets its own time limit.
    let ran = Running::install(&site, &["--timeout", "4s", "--auto-rollback"]).end().ended(1);
    ran.says(&format!("ConfigMap/held is not gone yet; {WAITS}"))
        .says("The release was rolled back to what was deployed before, as revision 4.");
    assert_eq!(site.history(), "1 superseded, 2 superseded, 3 failed, 4 deployed");
    assert_eq!(site.object("configmap", "settings").unwrap()["data"]["value"], "2");
    assert!(lock_is_free(&site));
    let_go(&site, "configmap", "held");
}

#[test]
fn going_back_that_waits_too_ends_with_its_own_time() {
    let site = half_deleted("both");
    let ran = Running::install(&site, &["--set", "v=2", "--timeout", "4s", "--auto-rollback"]).end().ended(1);
    ran.says("The rollback, as revision 3, failed too").says("Release shop, revision 3, timed out").says(WAITS);
    assert_eq!(site.history(), "1 deployed, 2 failed, 3 failed");
    assert!(lock_is_free(&site));
    let words = ["release", "rollback", "-n", &site.namespace, "-r", "shop", "1", "--timeout", "4s"];
    Running::start(&site, &words).end().ended(1).says(WAITS);
    assert_eq!(site.history(), "1 deployed, 2 failed, 3 failed, 4 failed");
    let_go(&site, "configmap", "dropme");
}

#[test]
fn a_frozen_plan_that_waits_too_long_goes_on_later() {
    let site = half_deleted("frozen");
    site.skeg(["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop", "--out", "plan.json"])
        .ended(0);
    let execute = || Running::start(&site, &["release", "plan", "execute", "plan.json", "--timeout", "5s"]).end();
    execute().ended(1).says("ConfigMap/dropme is not gone yet").says(WAITS);
    assert_eq!(site.history(), "1 deployed, 2 failed");
    assert!(lock_is_free(&site));
    let_go(&site, "configmap", "dropme");
    Running::start(&site, &["release", "plan", "execute", "plan.json"]).end().ended(0);
    assert_eq!(site.history(), "1 superseded, 2 deployed");
}

#[test]
fn an_uninstall_ends_with_the_time_and_goes_on_later() {
    let site = half_deleted("uninstall");
    let uninstall = |more: &[&str]| {
        let words = ["release", "uninstall", "-n", &site.namespace, "-r", "shop"];
        Running::start(&site, &words.iter().chain(more).copied().collect::<Vec<_>>()).end()
    };
    let ran = uninstall(&["--timeout", "4s"]).ended(1).says("ConfigMap/dropme is not gone yet").says(WAITS);
    ran.says("Deleted before the failure: ConfigMap/keepme.");
    assert_eq!(site.history(), "1 failed");
    assert!(lock_is_free(&site));
    let_go(&site, "configmap", "dropme");
    uninstall(&[]).ended(0);
    assert_eq!(site.history(), "");
}

#[test]
fn cleaning_up_has_an_end_of_its_own() {
    let site = Site::new("cleanup-held");
    let hook = "helm.sh/hook: pre-install, helm.sh/hook-delete-policy: \"hook-failed\"";
    let fails = "test.skeg.dev/behave: fail";
    let job =
        Workload { name: "prepare", annotations: hook, pods: fails, spec: "backoffLimit: 0", ..Workload::default() };
    let held = job
        .job()
        .replace("metadata: {name: prepare,", &format!("metadata: {{finalizers: [{FINALIZER}], name: prepare,"));
    site.chart(&[("templates/job.yaml", &held)]);
    let running = Running::install(&site, &[]);
    let is_going = || {
        let job = site.object("job", "prepare")?;
        job["metadata"]["deletionTimestamp"].is_string().then_some(())
    };
    wait_until(PATIENCE, is_going).expect("the failed hook is being deleted");
    // It would wait for a minute; a signal ends it earlier.
    running.signal("TERM");
    let ran = running.end().ended(1);
    ran.says("Job/prepare").says("Cleanup was not finished: Job/prepare (waits for: finalizer");
    assert_eq!(site.history(), "1 failed");
    assert!(lock_is_free(&site));
    let_go(&site, "job", "prepare");
}

#[test]
fn a_namespace_that_is_being_deleted_takes_nothing_and_says_why() {
    let site = Site::new("going");
    site.chart(&[("templates/settings.yaml", &config_map("settings", "x"))]);
    site.kubectl(&["create", "configmap", "mine"]);
    hold(&site, "configmap", "mine");
    let is_told = |text: &str| {
        let path = "jsonpath={.status.conditions[?(@.status==\"True\")].message}";
        site.kubectl(&["get", "namespace", &site.namespace, "-o", path]).contains(text).then_some(())
    };
    site.kubectl(&["delete", "namespace", &site.namespace, "--wait=false"]);
    wait_until(PATIENCE, || is_told(FINALIZER)).expect("the namespace says what holds it");
    let ran = Running::install(&site, &[]).end().ended(1);
    let ran = ran
        .says("SKEG-NAMESPACE-TERMINATING")
        .says(&format!("namespace \"{}\" is being deleted", site.namespace))
        .says("what holds it: ")
        .says(FINALIZER)
        .says("wait until it is gone")
        .says(&format!("kubectl describe namespace {}", site.namespace));
    assert!(!ran.stderr.contains("Ask for the rights"), "{}", ran.stderr);
    let words = ["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop"];
    site.skeg(words).ended(1).says("is being deleted").says(FINALIZER);
    let_go(&site, "configmap", "mine");
}

/// Pods are deleted first, so the lock can still be acquired although nothing new can be created.
#[test]
fn a_namespace_that_is_being_deleted_and_still_has_the_lock_takes_nothing_either() {
    let site = Site::new("ends-slowly");
    site.chart(&[("templates/settings.yaml", &config_map("settings", "x"))]);
    site.install(&[]).ended(0);
    hold(&site, "configmap", "werf-synchronization");
    site.kubectl(&["delete", "namespace", &site.namespace, "--wait=false"]);
    let service = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n";
    site.chart(&[("templates/web.yaml", service)]);
    let ran = Running::install(&site, &[]).end().ended(1);
    let ran = ran
        .says("because it is being terminated")
        .says(&format!("Namespace {} is being deleted: wait until it is gone", site.namespace))
        .says(&format!("kubectl describe namespace {}", site.namespace));
    assert!(!ran.stderr.contains("Change what is refused"), "{}", ran.stderr);
    let_go(&site, "configmap", "werf-synchronization");
}

#[test]
fn a_resource_in_a_namespace_that_is_being_deleted_fails_with_the_way_out() {
    let (site, going) = (Site::new("home"), Site::new("elsewhere"));
    going.kubectl(&["create", "configmap", "mine"]);
    hold(&going, "configmap", "mine");
    going.kubectl(&["delete", "namespace", &going.namespace, "--wait=false"]);
    let there = config_map("settings", "x").replace("{name:", &format!("{{namespace: {}, name:", going.namespace));
    site.chart(&[("templates/settings.yaml", &there)]);
    let ran = Running::install(&site, &[]).end().ended(1);
    let ran = ran.says("because it is being terminated").says("wait until it is gone, then run the command again");
    assert!(!ran.stderr.contains("Ask for the rights"), "{}", ran.stderr);
    let_go(&going, "configmap", "mine");
}

#[test]
fn a_namespace_that_does_not_go_is_waited_for_until_the_time_is_over() {
    let site = Site::new("stays");
    site.chart(&[("templates/settings.yaml", &config_map("settings", "x"))]);
    site.install(&[]).ended(0);
    site.kubectl(&["create", "configmap", "mine"]);
    hold(&site, "configmap", "mine");
    let words = ["release", "uninstall", "-n", &site.namespace, "-r", "shop", "--delete-namespace", "--timeout", "10s"];
    let ran = Running::start(&site, &words).end().ended(1);
    ran.says("SKEG-NAMESPACE-STAYS")
        .says("the release is uninstalled, but namespace")
        .says("is still there")
        .says("kubectl describe namespace");
    assert_eq!(site.history(), "");
    let_go(&site, "configmap", "mine");
}

/// A release of a ConfigMap that owns another one, which is held by a finalizer.
fn owner_of_held(site: &Site, annotations: &[&str]) {
    site.chart(&[("templates/settings.yaml", &manifests::config_map("settings", annotations))]);
    site.install(&[]).ended(0);
    let uid = site.object("configmap", "settings").unwrap()["metadata"]["uid"].as_str().unwrap().to_string();
    let child = format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: child\n  finalizers: [{FINALIZER}]\n  ownerReferences:\n  \
         - {{apiVersion: v1, kind: ConfigMap, name: settings, uid: {uid}, blockOwnerDeletion: true}}\n"
    );
    site.cluster.apply(&site.namespace, &child).unwrap();
}

#[test]
fn what_owns_nothing_is_deleted_without_the_garbage_collector_unless_that_is_asked_for() {
    let site = Site::new("propagation");
    let words = ["release", "uninstall", "-n", &site.namespace, "-r", "shop"];
    let gone = || site.object("configmap", "child").is_none().then_some(());
    owner_of_held(&site, &[]);
    Running::start(&site, &words).end().ended(0);
    assert!(site.object("configmap", "child").is_some(), "it is held, and was not waited for");
    let_go(&site, "configmap", "child");
    wait_until(PATIENCE, gone).expect("the garbage collector deletes it");

    let flag = ["--delete-propagation", "Foreground"];
    let annotation = ["werf.io/delete-propagation: Foreground"];
    for (annotations, flags) in [(&[][..], &flag[..]), (&annotation[..], &[][..])] {
        owner_of_held(&site, annotations);
        let running = Running::start(&site, &[&words[..], flags].concat());
        running.wait_for("waits: the objects it owns to be deleted");
        let_go(&site, "configmap", "child");
        running.end().ended(0);
        assert!(gone().is_some());
    }
}
