//! Flags of release commands, each by its effect.

use std::time::Duration;

use skeg_test_cluster::wait_until;

use super::manifests::{config_map, deployment};
use super::pieces::Workload;
use super::running::Running;
use super::site::Site;
use crate::variables::WITHOUT_EFFECT;

const SUBCHART: (&str, &str) = ("charts/engine/Chart.yaml", "apiVersion: v2\nname: engine\nversion: 1.0.0\n");

#[test]
fn notes() {
    let site = Site::new("notes");
    let engine = ("charts/engine/templates/NOTES.txt", "Mind the engine.\n");
    let chart = |value: &str| {
        let map = config_map("a", &[]).replace("a: b", &format!("a: {value}"));
        site.chart(&[("templates/a.yaml", &map), ("templates/NOTES.txt", "Sail on.\n"), SUBCHART, engine]);
    };
    chart("one");
    assert_eq!(site.install(&[]).ended(0).stdout, "Sail on.\n");
    chart("two");
    assert_eq!(site.install(&["--no-notes"]).ended(0).stdout, "");
    chart("three");
    let both = site.install(&["--show-subchart-notes"]).ended(0).stdout;
    assert!(both.contains("Sail on.") && both.contains("Mind the engine."), "{both}");
    chart("four");
    assert_eq!(site.install(&["--render-subchart-notes"]).ended(0).stdout, both);
    // Nelm's rollback prints notes, ours does not.
    assert_eq!(site.release("rollback", &["--no-notes"]).ended(0).stdout, "");
}

#[test]
fn what_is_left_of_what_deleted_resources_own() {
    let site = Site::new("orphans");
    let sets = || site.kubectl(&["get", "replicasets", "-o", "name"]).lines().count();
    let chart = || site.chart(&[("templates/web.yaml", &deployment("web", &[], "")), ("values.yaml", "tag: one\n")]);
    for (flags, left) in [(["--delete-propagation", "Orphan"], 1), (["--delete-propagation", "Foreground"], 0)] {
        chart();
        site.install(&[]).ended(0);
        site.release("uninstall", &flags).ended(0);
        assert_eq!(sets(), left, "{flags:?}");
        site.kubectl(&["delete", "replicasets,pods", "--all"]);
    }
    // The annotation takes precedence for the resource that has it.
    let web = Workload { annotations: "werf.io/delete-propagation: Orphan", ..Workload::default() }.deployment();
    site.chart(&[("templates/web.yaml", &web)]);
    site.install(&[]).ended(0);
    site.release("uninstall", &["--delete-propagation", "Foreground"]).ended(0);
    assert_eq!(sets(), 1);
}

#[test]
fn how_many_replicas_a_workload_begins_with() {
    let site = Site::new("replicas");
    let annotations = "werf.io/replicas-on-creation: \"2\"";
    let chart = |image: &str| {
        site.chart(&[("templates/web.yaml", &Workload { annotations, image, ..Workload::default() }.deployment())]);
    };
    let replicas = || site.object("deployment", "web").unwrap()["spec"]["replicas"].clone();
    chart("main:1");
    site.install(&[]).ended(0);
    assert_eq!(replicas(), 2);
    // From then on they belong to somebody else, such as an autoscaler.
    site.kubectl(&["scale", "deployment", "web", "--replicas", "3"]);
    chart("main:2");
    site.install(&[]).ended(0);
    assert_eq!(replicas(), 3);
    site.release("uninstall", &[]).ended(0);
    site.install(&[]).ended(0);
    assert_eq!(replicas(), 2);
}

fn definition(group: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: boats.{group}}}\nspec:\n  group: {group}\n  \
         scope: Namespaced\n  names: {{kind: Boat, plural: boats, singular: boat}}\n  versions:\n  - name: v1\n    served: true\n    \
         storage: true\n    schema: {{openAPIV3Schema: {{type: object, description: a vessel}}}}\n"
    )
}

#[test]
fn how_much_of_what_is_new_a_plan_shows() {
    let site = Site::new("verbose");
    let group = format!("{}.example.org", site.namespace);
    site.chart(&[("crds/boats.yaml", &definition(&group)), ("templates/a.yaml", &config_map("a", &[]))]);
    let plan = |more: &[&str]| {
        let words = ["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop"];
        site.skeg(words.iter().chain(more)).ended(0).stdout
    };
    let usual = plan(&[]);
    assert!(usual.contains("a: b") && !usual.contains("a vessel"), "{usual}");
    let verbose = plan(&["--show-verbose-crd-diffs"]);
    assert!(verbose.contains("a: b") && verbose.contains("a vessel"), "{verbose}");
    let terse = plan(&["--show-verbose-diffs=false"]);
    assert!(terse.contains("ConfigMap/a") && !terse.contains("a: b"), "{terse}");

    // crds/ is skipped on request, by either name of the flag.
    for flag in ["--no-install-crds", "--skip-crds"] {
        assert!(!plan(&[flag]).contains("CustomResourceDefinition"), "{flag}");
    }
    plan(&["--save-plan", "plan.json"]);
    site.skeg(["release", "plan", "execute", "plan.json"]).ended(0);
    assert!(site.object("crd", &format!("boats.{group}")).is_some());
    site.kubectl(&["delete", "crd", &format!("boats.{group}")]);
}

/// By the command's own clock, which it shows: `0 of 1 done · 1 running · 0:02`.
#[test]
fn how_often_it_is_said_that_it_goes_on() {
    let site = Site::new("heartbeat");
    site.chart(&[
        ("templates/web.yaml", &deployment("web", &["test.skeg.dev/behave: never-ready"], "")),
        ("values.yaml", "tag: one\n"),
    ]);
    let running = Running::install(&site, &["--progress", "plain", "--progress-interval", "1s"]);
    let beats = || -> Vec<u32> {
        let said = running.said();
        let clocks = said.lines().filter_map(|line| line.rsplit_once(" running · 0:"));
        clocks.filter_map(|(_, seconds)| seconds.trim().parse().ok()).collect()
    };
    let heard = wait_until(Duration::from_secs(60), || Some(beats()).filter(|beats| beats.len() >= 2));
    let heard = heard.unwrap_or_else(|| panic!("{}", running.said()));
    assert!(heard[1] - heard[0] < 10, "the usual interval is 15 s: {heard:?}");
    running.signal("TERM");
    running.end().ended(130);
}

#[test]
fn which_releases_and_how_many_revisions() {
    let site = Site::new("listing");
    for value in ["one", "two", "three"] {
        site.chart(&[("templates/a.yaml", &config_map("a", &[]).replace("a: b", &format!("a: {value}")))]);
        site.install(&[]).ended(0);
    }
    let history = |more: &[&str]| site.release("history", more).ended(0).stdout.lines().count();
    assert_eq!((history(&[]), history(&["--max", "2"])), (4, 3));
    let mut all = site.command(["release", "list", "--all-namespaces", "-o", "json"]);
    let all = String::from_utf8(all.env("SKEG_NAMESPACE", "default").output().unwrap().stdout).unwrap();
    assert!(all.contains(&format!("\"namespace\":\"{}\"", site.namespace)) || all.contains(&site.namespace), "{all}");
    site.skeg(["release", "status", "--namespace", &site.namespace, "--release", "shop"]).ended(0).says("ConfigMap/a");
}

#[test]
fn nelms_flags_for_what_is_not_there_change_nothing() {
    let site = Site::new("accepted");
    site.chart(&[("templates/a.yaml", &config_map("a", &[]))]);
    site.install(WITHOUT_EFFECT).ended(0);
    site.install(WITHOUT_EFFECT).ended(0).says("up to date");
    site.release("uninstall", &["--temp-dir", "/tmp", "--no-resource-validation"]).ended(0);
}
