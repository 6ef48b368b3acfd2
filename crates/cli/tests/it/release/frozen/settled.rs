//! Settings in a plan are final: in the rollback after its failure, and against flags and variables at its execution.

use serde_json::Value;

use super::super::pieces::{Workload, config_map};
use super::super::running::Running;
use super::super::site::{Ran, Site};
use super::write_chart;

/// Revision 1 works; revision 2, not planned yet, adds another workload and does not become ready.
fn failing_site(name: &str) -> Site {
    let site = Site::new(name);
    let chart = |pods: &str, more: &[(&str, &str)]| {
        let web = Workload { pods, image: "web:{{ .Values.tag }}", ..Workload::default() }.deployment();
        let same = config_map("same", "x");
        let files =
            [("templates/web.yaml", web.as_str()), ("templates/same.yaml", &same), ("values.yaml", "tag: one\n")];
        site.chart(&[&files[..], more].concat());
    };
    chart("", &[]);
    site.install(&[]).ended(0);
    // It is deployed before the rest, so that a rollback has something to delete.
    let added = Workload { name: "added", annotations: "werf.io/weight: \"-1\"", ..Workload::default() }.deployment();
    chart("test.skeg.dev/behave: crash-loop", &[("templates/added.yaml", &added)]);
    site
}

impl Site {
    fn label(&self, kind: &str, name: &str, label: &str) -> Value {
        self.object(kind, name).unwrap()["metadata"]["labels"][label].clone()
    }
}

#[test]
fn the_rollback_after_a_failure_is_planned_as_the_plan_was() {
    let site = failing_site("settled-back");
    let options = [
        "--set",
        "tag=two",
        "--delete-propagation",
        "Orphan",
        "--runtime-labels",
        "run=seven",
        "--release-labels",
        "team=sea",
        "--release-info-annotations",
        "why=test",
    ];
    site.freeze("install", &options).ended(0);
    assert_eq!(site.plan_file()["defaultDeletePropagation"], "Orphan");
    site.execute(&["--auto-rollback", "--save-rollback-graph-to", "back.dot"]).ended(1).says("Deployment/web");
    assert_eq!(site.history(), "1 superseded, 2 failed, 3 deployed");
    assert_eq!(site.label("deployment", "web", "run"), "seven");
    assert_eq!(site.label("secret", "sh.helm.release.v1.shop.v3", "team"), "sea");
    assert_eq!(site.record(3)["info"]["annotations"]["why"], "test");
    assert!(site.object("deployment", "added").is_none());
    let orphans = site.kubectl(&["get", "replicaset", "-l", "app=added", "-o", "name"]);
    assert!(orphans.contains("replicaset"), "they went with their Deployment: {orphans:?}");
    let graph = std::fs::read_to_string(site.folder().join("back.dot")).unwrap();
    assert!(graph.starts_with("digraph") && graph.contains("Deployment/added"), "{graph}");
}

#[test]
fn the_rollback_after_a_failure_adopts_as_the_plan_did() {
    let site = failing_site("settled-adopts");
    site.freeze("install", &["--set", "tag=two", "--force-adoption"]).ended(0);
    // The plan does not change it, the rollback does.
    site.kubectl(&["annotate", "--overwrite", "configmap", "same", "meta.helm.sh/release-name=other"]);
    site.execute(&["--auto-rollback"]).ended(1).says("Deployment/web");
    assert_eq!(site.history(), "1 superseded, 2 failed, 3 deployed");
    let owner = &site.object("configmap", "same").unwrap()["metadata"]["annotations"]["meta.helm.sh/release-name"];
    assert_eq!(owner, "shop");
}

#[test]
fn what_is_typed_counts_for_the_rollback_only() {
    let site = failing_site("settled-typed");
    site.freeze("install", &["--set", "tag=two", "--runtime-labels", "run=seven"]).ended(0);
    let typed = ["--labels", "ship=skeg", "--runtime-annotations", "when=now", "--release-labels", "team=sea"];
    let ran = site.execute(&[&["--auto-rollback"], &typed[..]].concat()).ended(1);
    ran.says("--labels, --runtime-annotations, --release-labels: used only for a rollback after a failure");
    assert_eq!(site.history(), "1 superseded, 2 failed, 3 deployed");
    assert_eq!(site.label("deployment", "web", "ship"), "skeg");
    assert_eq!(site.label("deployment", "web", "run"), "seven");
    assert_eq!(site.object("deployment", "web").unwrap()["metadata"]["annotations"]["when"], "now");
    assert_eq!(site.label("secret", "sh.helm.release.v1.shop.v2", "team"), Value::Null);
    assert_eq!(site.label("secret", "sh.helm.release.v1.shop.v3", "team"), "sea");
}

#[test]
fn limits_of_the_plan_hold_unless_others_are_given() {
    let site = Site::new("settled-limits");
    let web = Workload { pods: "test.skeg.dev/behave: never-ready", ..Workload::default() }.deployment();
    site.chart(&[("templates/web.yaml", &web)]);
    site.freeze("install", &["--resource-readiness-timeout", "2s"]).ended(0);
    let ran = Running::start(&site, &["release", "plan", "execute", "plan.json"]).end().ended(1);
    ran.says("Deployment/web").says("2s");
    // The command's own timeout stops it before a resource timeout longer than the plan's.
    let longer = ["--resource-readiness-timeout", "10m", "--timeout", "4s"];
    let words = ["release", "plan", "execute", "plan.json"];
    let ran = Running::start(&site, &[&words[..], &longer].concat()).end().ended(1);
    ran.says("--timeout expired while waiting until Deployment/web is ready");
    // Without waiting, everything counts as ready at once.
    Running::start(&site, &[&words[..], &["--no-final-tracking"]].concat()).end().ended(0);
    assert_eq!(site.history(), "1 deployed");
}

/// Every flag that both Nelm's command and `release install` have.
#[test]
fn flags_of_an_execution_are_taken() {
    let site = Site::planned("settled-flags");
    let typed = [
        &["--annotations", "a=b", "--labels", "c=d", "--runtime-annotations", "e=f", "--runtime-labels", "g=h"][..],
        &["--release-info-annotations", "i=j", "--release-labels", "k=l", "--force-adoption"],
        &["--no-remove-manual-changes", "--no-install-crds", "--show-subchart-notes", "--release-storage", "secret"],
        &["--save-graph-to", "g.dot", "--save-rollback-graph-to", "r.dot", "--save-report-to", "r.json", "--no-notes"],
        &["--network-parallelism", "5", "--release-history-limit", "4", "--no-final-tracking", "--no-pod-logs"],
        &["--resource-readiness-timeout", "5m", "--resource-creation-timeout", "5m", "--timeout", "5m"],
        &["--resource-deletion-timeout", "5m", "--progress-interval", "5s", "--no-show-progress"],
        &["--delete-propagation", "Background", "--recreate-immutable", "--prune-first"],
    ]
    .concat();
    let ran = site.execute(&typed).ended(0);
    let ran = ran.says("warning: without effect: --annotations, --labels, --runtime-annotations, --runtime-labels, ");
    ran.says("The plan is executed as it is, and without --auto-rollback nothing else is planned");
    assert_eq!(site.history(), "1 superseded, 2 deployed");
    for label in ["c", "g"] {
        assert_eq!(site.label("deployment", "web", label), Value::Null);
    }
    assert_eq!(site.label("secret", "sh.helm.release.v1.shop.v2", "k"), Value::Null);
    assert!(!site.folder().join("r.dot").exists());
}

/// Repeating the same flags for both commands causes no message.
#[test]
fn the_same_flags_again_are_no_news() {
    let site = Site::new("settled-same");
    write_chart(&site);
    let both = ["--labels", "c=d", "--release-labels", "k=l", "--force-adoption", "--delete-propagation", "Background"];
    site.freeze("install", &both).ended(0);
    let ran = site.execute(&both).ended(0);
    assert!(!ran.stderr.contains("without effect") && !ran.stderr.contains("for a rollback"), "{}", ran.stderr);
    assert_eq!(site.label("deployment", "web", "c"), "d");
}

#[test]
fn what_contradicts_the_plan_is_refused() {
    let site = Site::new("settled-other");
    let group = format!("{}.example.com", site.namespace);
    let definition = format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: boats.{group}}}\n\
         spec: {{group: {group}, scope: Namespaced, names: {{kind: Boat, plural: boats}}, versions: [{{name: v1, served: true, \
         storage: true, schema: {{openAPIV3Schema: {{type: object}}}}}}]}}\n"
    );
    site.chart(&[("crds/boats.yaml", &definition), ("templates/a.yaml", &config_map("a", "x"))]);
    site.freeze("install", &[]).ended(0);
    site.refuses(&["--release-storage", "configmap"], &["the plan keeps the release's records as secrets"]);
    site.refuses(&["--no-install-crds"], &["the plan installs CustomResourceDefinition/boats.", "of crds/"]);
    assert_eq!(site.history(), "");
    site.freeze("install", &["--no-install-crds"]).ended(0);
    site.execute(&["--no-install-crds", "--release-storage", "secrets"]).ended(0);
    assert_eq!(site.history(), "1 deployed");
}

/// Variables are set for all commands of a pipeline; the settings of a plan take precedence.
#[test]
fn variables_are_no_flags() {
    let variables = [
        ("NELM_ANNOTATIONS_X", "a=b"),
        ("SKEG_LABELS_X", "c=d"),
        ("NELM_NAMESPACE", "elsewhere"),
        ("SKEG_RELEASE", "other"),
        ("HELM_DRIVER", "configmap"),
        ("SKEG_NO_CREATE_NAMESPACE", "true"),
        ("NELM_RELEASE_LABELS_X", "e=f"),
        ("SKEG_RELEASE_INSTALL_VALUES", "none.yaml"),
    ];
    let run = |site: &Site, words: &[&str]| {
        let mut command = site.command(words.iter().chain(&["--log-level", "debug"]));
        Ran::of(&command.envs(variables).output().unwrap())
    };
    let site = Site::planned("settled-variables");
    let ran = run(&site, &["release", "install", "--use-plan", "plan.json"]).ended(0);
    let ran =
        ran.says("debug: ignored, because the plan has settled it: HELM_DRIVER, NELM_ANNOTATIONS_X, NELM_NAMESPACE, ");
    assert!(!ran.stderr.contains("without effect"), "{}", ran.stderr);
    assert_eq!(site.history(), "1 superseded, 2 deployed");
    assert_eq!(site.label("deployment", "web", "c"), Value::Null);
    let site = Site::planned("settled-variables-too");
    let ran = run(&site, &["release", "plan", "execute", "plan.json"]).ended(0);
    ran.says("ignored, because the plan has settled it: NELM_ANNOTATIONS_X, NELM_RELEASE_LABELS_X, SKEG_LABELS_X");
    assert_eq!(site.history(), "1 superseded, 2 deployed");
    // Typed flags are not ignored.
    site.freeze("install", &["--set", "tag=three"]).ended(0);
    let install = ["release", "install", "--use-plan", "plan.json", "-n", "elsewhere"];
    site.skeg(install).ended(1).says("not of elsewhere");
}
