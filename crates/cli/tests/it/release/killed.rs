//! SIGKILL after each of the writes of a deploy: the same command again resumes from there, and so does Helm.

use skeg_test_cluster::Helm;

use super::pieces::{Workload, config_map};
use super::running::kill_after;
use super::site::Site;

/// Hooks before and after, a CRD with a custom resource, a workload, a Job; `extra` adds an object.
fn write_chart(site: &Site) {
    let group = format!("{}.skeg.dev", site.namespace);
    let definition = format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: things.{group}}}
spec:
  group: {group}
  names: {{kind: Thing, plural: things, singular: thing}}
  scope: Namespaced
  versions: [{{name: v1, served: true, storage: true, schema: {{openAPIV3Schema: {{type: object}}}}}}]
"
    );
    let thing = format!("apiVersion: {group}/v1\nkind: Thing\nmetadata: {{name: thing}}\n");
    let hook = |name, annotations| Workload { name, annotations, ..Workload::default() }.job();
    let before = hook("before", "helm.sh/hook: \"pre-install,pre-upgrade\"");
    let after = hook(
        "after",
        "helm.sh/hook: \"post-install,post-upgrade\", helm.sh/hook-delete-policy: \"before-hook-creation,hook-succeeded\"",
    );
    let web = Workload { image: "web:{{ .Values.tag }}", ..Workload::default() }.deployment();
    let extra = format!("{{{{- if .Values.extra }}}}\n{}{{{{- end }}}}\n", config_map("extra", "x"));
    site.chart(&[
        ("values.yaml", "tag: one\nextra: false\n"),
        ("crds/thing.yaml", &definition),
        ("templates/thing.yaml", &thing),
        ("templates/before.yaml", &before),
        ("templates/after.yaml", &after),
        ("templates/web.yaml", &web),
        ("templates/job.yaml", &Workload { name: "job", ..Workload::default() }.job()),
        ("templates/settings.yaml", &config_map("settings", "{{ .Values.tag }}")),
        ("templates/extra.yaml", &extra),
    ]);
}

/// Installs, and kills it after this many writes.
#[track_caller]
fn install_and_kill(site: &Site, more: &[&str], after: usize) {
    let words = ["release", "install", "-n", &site.namespace, "-r", "shop", "./shop"];
    kill_after(after, site, &words.iter().chain(more).copied().collect::<Vec<_>>());
}

/// Everything exists once, and the history is readable.
fn assert_whole(site: &Site, tag: &str, moment: &str) {
    let history = site.history();
    let rows: Vec<(&str, &str)> = history.split(", ").map(|row| row.split_once(' ').unwrap()).collect();
    let (last, before) = rows.split_last().unwrap();
    assert_eq!(last.1, "deployed", "{moment}: {history}");
    for (revision, status) in before {
        assert!(matches!(*status, "failed" | "superseded"), "{moment}: {history}");
        let info = &site.record(revision.parse().unwrap())["info"];
        let says = info["description"].as_str().unwrap();
        assert_eq!(says.contains("interrupted"), *status == "failed", "{moment}: {history}: {info}");
    }
    assert_eq!(site.object("configmap", "settings").unwrap()["data"]["value"], tag, "{moment}");
    assert_eq!(objects(site), ["settings", "web", "job", "thing"], "{moment}: nothing missing, nothing left");
    assert!(site.object("job", "before").is_some() && site.object("job", "after").is_none(), "{moment}: hooks");
    assert_eq!(site.object("deployment", "web").unwrap()["status"]["readyReplicas"], 1, "{moment}");
}

/// The release's objects.
fn objects(site: &Site) -> Vec<String> {
    site.names(&format!("configmap,deployment,job,things.{}.skeg.dev", site.namespace))
}

fn helm_goes_on(site: &Site, generation: Helm, moment: &str) {
    let set = format!("tag={generation:?}");
    let done = site.helm(generation, &["upgrade", "shop", "./shop", "--set", &set]);
    done.unwrap_or_else(|error| panic!("{moment}: {error}"));
    assert_whole(site, &format!("{generation:?}"), moment);
}

/// Kills first installs: after the first write, the second, and so on.
fn kill_installs(moments: std::ops::Range<usize>) {
    for after in moments {
        let site = Site::new(&format!("kill-{after}"));
        write_chart(&site);
        let moment = format!("installing, killed after write {after}");
        install_and_kill(&site, &["--set", "extra=true"], after);
        let ran = site.install(&[]).ended(0);
        assert!(!ran.stderr.contains("another deploy"), "{moment}: waited for the dead: {}", ran.stderr);
        assert_whole(&site, "one", &moment);
        helm_goes_on(&site, if after % 2 == 0 { Helm::V3 } else { Helm::V4 }, &moment);
        site.release("uninstall", &[]).ended(0);
        assert_eq!(objects(&site), [""; 0], "{moment}");
    }
}

#[test]
fn an_install_killed_at_its_first_writes_goes_on() {
    kill_installs(1..4);
}

#[test]
fn an_install_killed_early_goes_on() {
    kill_installs(4..7);
}

#[test]
fn an_install_killed_late_goes_on() {
    kill_installs(7..10);
}

#[test]
fn an_install_killed_at_its_last_writes_goes_on() {
    kill_installs(10..13);
}

#[test]
fn an_upgrade_killed_at_any_write_goes_on() {
    let site = Site::new("kill-upgrade");
    write_chart(&site);
    site.install(&[]).ended(0);
    for after in 1..11 {
        let (doomed, wanted) = (format!("tag=doomed{after}"), format!("tag=wanted{after}"));
        let moment = format!("upgrading, killed after write {after}");
        install_and_kill(&site, &["--set", &format!("extra=true,{doomed}")], after);
        site.install(&["--set", &wanted, "--release-history-limit", "0"]).ended(0);
        assert_whole(&site, &format!("wanted{after}"), &moment);
    }
    helm_goes_on(&site, Helm::V4, "upgrading");
    helm_goes_on(&site, Helm::V3, "upgrading");
}

#[test]
fn a_killed_deploy_that_was_all_but_done_is_finished_by_the_same_command() {
    let site = Site::new("kill-same");
    site.chart(&[("values.yaml", "tag: x\n"), ("templates/a.yaml", &config_map("settings", "{{ .Values.tag }}"))]);
    site.install(&["--set", "tag=one"]).ended(0);
    // Lock, record, object, deployed, superseded, lock: between any two of these.
    for after in 1..7 {
        let tag = format!("tag=again{after}");
        install_and_kill(&site, &["--set", &tag, "--release-history-limit", "0"], after);
        site.install(&["--set", &tag, "--release-history-limit", "0"]).ended(0);
        let history = site.history();
        assert!(history.ends_with(" deployed"), "after write {after}: {history}");
        assert_eq!(history.matches("deployed").count(), 1, "after write {after}: {history}");
        assert!(!history.contains("pending"), "after write {after}: {history}");
    }
}
