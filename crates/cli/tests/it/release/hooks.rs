//! Helm's hooks: when each runs, in what order, and what happens to its resources.

use super::manifests::{config_map, job};
use super::site::Site;

const KINDS: [&str; 10] = [
    "pre-install",
    "post-install",
    "pre-upgrade",
    "post-upgrade",
    "pre-rollback",
    "post-rollback",
    "pre-delete",
    "post-delete",
    "test",
    "test-success",
];

/// A Job for each kind of hook, and a ConfigMap that is not a hook.
fn chart_of_all(site: &Site) {
    let hooks: Vec<String> = KINDS.iter().map(|kind| job(kind, &[&format!("helm.sh/hook: {kind}")], &[])).collect();
    let main = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: main}\ndata: {tag: {{ .Values.tag | quote }}}\n";
    site.chart(&[
        ("templates/hooks.yaml", &hooks.join("---\n")),
        ("templates/main.yaml", main),
        ("values.yaml", "tag: one\n"),
    ]);
}

#[test]
fn hooks_of_every_kind_run_in_their_turn() {
    let site = Site::new("hooks");
    chart_of_all(&site);
    let trace = site.traced_install(&[]);
    assert_eq!(trace.writes(), ["patch jobs/pre-install", "patch configmaps/main", "patch jobs/post-install"]);
    trace.is_in_order(&["patch jobs/pre-install", "patch configmaps/main", "patch jobs/post-install"]);

    let trace = site.traced_install(&["--set", "tag=two"]);
    assert_eq!(trace.writes(), ["patch jobs/pre-upgrade", "patch configmaps/main", "patch jobs/post-upgrade"]);

    let (ran, trace) = site.traced("rollback", &["1"]);
    ran.ended(0);
    assert_eq!(trace.writes(), ["patch jobs/pre-rollback", "patch configmaps/main", "patch jobs/post-rollback"]);
    assert_eq!(site.object("configmap", "main").unwrap()["data"]["tag"], "one");

    let (ran, trace) = site.traced("uninstall", &[]);
    ran.ended(0);
    trace.is_in_order(&["patch jobs/pre-delete", "delete configmaps/main", "patch jobs/post-delete"]);
    assert!(!trace.writes().iter().any(|write| write.contains("test")), "{:?}", trace.writes());
    assert_eq!(site.kubectl(&["get", "job,configmap", "-l!x", "-o", "name"]), left(&site));
}

/// The objects in every namespace.
fn left(site: &Site) -> String {
    let names = site.kubectl(&["get", "job,configmap", "-o", "name"]);
    let of_others = ["configmap/kube-root-ca.crt\n", "configmap/werf-synchronization\n"];
    assert!(names.lines().all(|name| of_others.contains(&format!("{name}\n").as_str())), "left: {names}");
    names
}

#[test]
fn only_hooks_of_upgrades_run_where_nothing_else_changes() {
    let site = Site::new("hooks-idle");
    site.chart(&[
        ("templates/hook.yaml", &job("once", &["helm.sh/hook: pre-install"], &[])),
        ("templates/main.yaml", &config_map("main", &[])),
    ]);
    site.install(&[]).ended(0);
    site.install(&[]).ended(0).says("up to date");
    assert_eq!(site.history(), "1 deployed");

    chart_of_all(&site);
    site.install(&[]).ended(0);
    let trace = site.traced_install(&[]);
    let recreated = |name: &str| [format!("delete jobs/{name}"), format!("patch jobs/{name}")];
    assert_eq!(trace.writes(), [recreated("pre-upgrade"), recreated("post-upgrade")].concat());
    assert_eq!(site.history(), "1 superseded, 2 superseded, 3 deployed");
}

/// Hooks are not changes of resources: plans and results distinguish the two.
#[test]
fn a_deploy_that_only_runs_hooks_says_so() {
    let site = Site::new("hooks-only");
    chart_of_all(&site);
    site.install(&[]).ended(0).says("revision 1, 1 created · 2 hooks ran (");
    let plan = |word: &str, more: &[&str]| {
        let words = ["release", "plan", word, "-n", &site.namespace, "-r", "shop", "--exit-code"];
        site.skeg(words.iter().chain(more))
    };
    let verdict = "No resource changes planned (1 unchanged), only hooks: 2 hooks run, and revision 2 is recorded.";
    plan("install", &["./shop"]).ended(3).says(verdict);
    plan("install", &["./shop", "-o", "json"]).ended(3).says("\"verdict\": \"hooks-only\"");
    plan("install", &["./shop", "--out", "plan.json"]).ended(3);
    site.skeg(["release", "plan", "show", "plan.json", "--exit-code"]).ended(3).says(verdict);
    plan("install", &["./shop", "--set", "tag=two"]).ended(2).says("1 to update · 2 hooks run. Nothing was written.");
    site.skeg(["release", "plan", "execute", "plan.json"])
        .ended(0)
        .says("revision 2, no resource changed, 2 hooks ran (1 resource checked in ");
    plan("rollback", &["1"])
        .ended(3)
        .says("only hooks: 2 hooks run, and revision 3 is recorded: a rollback makes a new revision");
    // Resources that hooks left are deleted with the release, and that is a change.
    plan("uninstall", &[]).ended(2).says("5 to delete · 2 hooks run. Nothing was written.");
    site.release("uninstall", &[]).ended(0).says("5 resources deleted · 2 hooks ran (");
}

#[test]
fn hooks_run_by_weight_each_after_the_one_before_is_done() {
    let site = Site::new("hook-weights");
    let hook = |name: &str, weight: &str| {
        let weight = format!("helm.sh/hook-weight: \"{weight}\"");
        job(name, &["helm.sh/hook: pre-install", &weight], &["test.skeg.dev/after: 300ms"])
    };
    let hooks = [hook("a-late", "5"), hook("b-first", "-5"), hook("c-second", "0"), hook("d-second", "0")];
    site.chart(&[("templates/hooks.yaml", &hooks.join("---\n")), ("templates/main.yaml", &config_map("main", &[]))]);
    let trace = site.traced_install(&[]);
    trace.is_in_order(&["patch jobs/b-first", "patch jobs/c-second", "patch jobs/a-late", "patch configmaps/main"]);
    trace.is_in_order(&["patch jobs/b-first", "patch jobs/d-second", "patch jobs/a-late"]);
}

#[test]
fn hooks_are_deleted_as_their_policies_say() {
    let site = Site::new("hook-policies");
    let hook = |name: &str, policy: &str, pod: &[&str]| {
        let policy = format!("helm.sh/hook-delete-policy: {policy}");
        job(name, &["helm.sh/hook: pre-install,pre-upgrade", &policy], pod)
    };
    let hooks = [
        hook("before", "before-hook-creation", &[]),
        hook("succeeded", "hook-succeeded", &[]),
        hook("failed", "hook-failed", &[]),
        hook("both", "before-hook-creation,hook-succeeded", &[]),
        job("default", &["helm.sh/hook: pre-install,pre-upgrade"], &[]),
    ];
    let main = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: main}\ndata: {tag: {{ .Values.tag | quote }}}\n";
    let files =
        [("templates/hooks.yaml", &*hooks.join("---\n")), ("templates/main.yaml", main), ("values.yaml", "tag: 1\n")];
    site.chart(&files);
    let trace = site.traced_install(&[]);
    trace.is_in_order(&["patch jobs/succeeded", "delete jobs/succeeded", "patch configmaps/main"]);
    assert_eq!(site.kubectl(&["get", "job", "-o", "name"]), "job.batch/before\njob.batch/default\njob.batch/failed\n");
    let uid = |name: &str| site.object("job", name).unwrap()["metadata"]["uid"].clone();
    let (before, default) = (uid("before"), uid("default"));

    site.install(&["--set", "tag=2"]).ended(0);
    assert_ne!(uid("before"), before);
    assert_ne!(uid("default"), default);
    assert_eq!(site.kubectl(&["get", "job", "-o", "name"]), "job.batch/before\njob.batch/default\njob.batch/failed\n");
}

#[test]
fn a_hook_that_fails_stops_the_deploy_and_goes_if_its_policy_says_so() {
    let site = Site::new("hook-fails");
    let failing = |name: &str, policy: &str| {
        let policy = format!("helm.sh/hook-delete-policy: {policy}");
        job(name, &["helm.sh/hook: pre-install", &policy], &["test.skeg.dev/behave: fail"])
    };
    site.chart(&[
        ("templates/hook.yaml", &failing("goes", "hook-failed")),
        ("templates/main.yaml", &config_map("main", &[])),
    ]);
    site.install(&[]).ended(1).says("Job/goes");
    assert_eq!(site.history(), "1 failed");
    assert_eq!(site.object("job", "goes"), None);
    assert_eq!(site.object("configmap", "main"), None);

    site.chart(&[
        ("templates/hook.yaml", &failing("stays", "hook-succeeded")),
        ("templates/main.yaml", &config_map("main", &[])),
    ]);
    site.install(&[]).ended(1).says("Job/stays");
    assert!(site.object("job", "stays").is_some());
    assert_eq!(site.history(), "1 failed, 2 failed");
}
