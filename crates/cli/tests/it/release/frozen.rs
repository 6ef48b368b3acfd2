//! Frozen plans: made, saved, shown, and executed unchanged.

mod clusters;
mod interrupted;
mod refused;
mod settled;
mod unsigned;
mod waited;

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::sync::OnceLock;

use serde_json::Value;
use skeg_test_cluster::{Options, TestCluster};

use super::pieces::{Workload, config_map};
use super::site::{Ran, Site};

const KEY: &str = "bc8c4a6b0c2d4e5f60718293a4b5c6d7";
const PASSWORD: &str = "correct-horse-battery";

/// A chart with hooks, an order, a secret and an optional object.
fn write_chart(site: &Site) {
    let hook = |name, annotations| Workload { name, annotations, ..Workload::default() }.job();
    let before = hook(
        "before",
        "helm.sh/hook: \"pre-install,pre-upgrade\", helm.sh/hook-delete-policy: \"before-hook-creation,hook-succeeded\"",
    );
    let after = hook("after", "helm.sh/hook: \"post-install,post-upgrade\"");
    let web = Workload { image: "web:{{ .Values.tag }}", annotations: "werf.io/weight: \"1\"", ..Workload::default() };
    let key =
        "apiVersion: v1\nkind: Secret\nmetadata: {name: key}\nstringData: {password: \"{{ .Values.password }}\"}\n";
    let extra = format!("{{{{- if .Values.extra }}}}\n{}{{{{- end }}}}\n", config_map("extra", "x"));
    site.chart(&[
        ("values.yaml", &format!("tag: one\nextra: true\npassword: {PASSWORD}\n")),
        ("templates/before.yaml", &before),
        ("templates/after.yaml", &after),
        ("templates/web.yaml", &web.deployment()),
        ("templates/settings.yaml", &config_map("settings", "{{ .Values.tag }}")),
        ("templates/key.yaml", key),
        ("templates/extra.yaml", &extra),
        ("templates/NOTES.txt", "Shop {{ .Values.tag }} is open.\n"),
    ]);
}

impl Site {
    /// `skeg release plan WORD … --out plan.json`.
    fn freeze(&self, word: &str, more: &[&str]) -> Ran {
        let chart: &[&str] = if word == "install" { &["./shop"] } else { &[] };
        let words = ["release", "plan", word, "-n", &self.namespace, "-r", "shop", "--out", "plan.json"];
        self.skeg(words.iter().chain(chart).chain(more))
    }

    /// `skeg release plan execute plan.json …`.
    fn execute(&self, more: &[&str]) -> Ran {
        self.skeg(["release", "plan", "execute", "plan.json"].iter().chain(more))
    }

    fn plan_file(&self) -> Value {
        serde_json::from_slice(&std::fs::read(self.folder().join("plan.json")).unwrap()).unwrap()
    }

    fn write_plan_file(&self, text: impl AsRef<[u8]>) {
        std::fs::write(self.folder().join("plan.json"), text).unwrap();
    }

    /// A first revision, and a plan for the second, which drops `extra`.
    fn planned(name: &str) -> Site {
        let site = Site::new(name);
        write_chart(&site);
        site.install(&[]).ended(0);
        site.freeze("install", &["--set", "tag=two,extra=false"]).ended(0);
        site
    }
}

/// A different cluster from that of the sites.
fn other_cluster() -> &'static TestCluster {
    static OTHER: OnceLock<TestCluster> = OnceLock::new();
    OTHER.get_or_init(|| TestCluster::start_with(&Options::api_only()).unwrap())
}

fn payload(file: &Value) -> Value {
    serde_json::from_str(file["dataRaw"].as_str().unwrap()).unwrap()
}

/// Describes an operation from its event: `create Job/before`.
fn described(action: &Value, resource: Option<&Value>) -> String {
    let action = action.as_str().unwrap();
    let text = |key: &str| resource.and_then(|resource| resource[key].as_str()).unwrap_or_default();
    format!("{action} {}/{}", text("kind"), text("name"))
}

/// The operations in the file, each with those it waits for.
fn frozen_graph(file: &Value) -> Vec<(String, Vec<usize>)> {
    let plan = &payload(file)["plan"];
    let operations = plan["operations"].as_array().unwrap().iter().map(|operation| {
        let target = operation["action"]["target"].as_u64().map(|at| &plan["targets"][at as usize]["id"]);
        let after = operation["after"].as_array().unwrap();
        let after = after.iter().map(|edge| edge["on"].as_u64().unwrap() as usize).collect();
        (described(&operation["action"]["type"], target), after)
    });
    operations.collect()
}

/// From events: each operation, and the positions of its start and end among all events.
fn executed_graph(stdout: &str) -> BTreeMap<usize, (String, usize, usize)> {
    let mut seen = BTreeMap::new();
    for (at, line) in stdout.lines().enumerate() {
        let event: Value = serde_json::from_str(line).unwrap();
        let operation = || event["operation"].as_u64().unwrap() as usize;
        match event["event"].as_str().unwrap() {
            "operation-started" => {
                seen.insert(operation(), (described(&event["action"], event.get("resource")), at, usize::MAX));
            }
            "operation-ended" => {
                assert_eq!(event["result"], "done", "{line}");
                seen.get_mut(&operation()).unwrap().2 = at;
            }
            _ => {}
        }
    }
    seen
}

#[track_caller]
fn assert_executed_as_frozen(file: &Value, stdout: &str) {
    let (frozen, executed) = (frozen_graph(file), executed_graph(stdout));
    let is_border = |at: usize| frozen[at].0.starts_with("border ");
    let steps: Vec<usize> = (0..frozen.len()).filter(|at| !is_border(*at)).collect();
    assert_eq!(executed.keys().copied().collect::<Vec<_>>(), steps, "{stdout}");
    for at in steps {
        let (what, after) = &frozen[at];
        let (done, began, _) = &executed[&at];
        assert_eq!(done, what);
        // A border itself does nothing: the operations before it are waited for.
        let mut before = after.clone();
        while let Some(on) = before.pop() {
            match executed.get(&on) {
                Some((other, _, ended)) => assert!(ended < began, "{what} began before {other} ended"),
                None => before.extend(&frozen[on].1),
            }
        }
    }
}

#[test]
fn what_is_executed_is_what_was_shown() {
    let site = Site::new("frozen");
    write_chart(&site);
    site.install(&[]).ended(0);
    let planned = site.freeze("install", &["--set", "tag=two,extra=false"]).ended(0);
    let planned = planned.says("The plan is in plan.json. Execute it: skeg release plan execute plan.json");
    let planned = planned.says(
        "warning: plan.json is not encrypted, because there is no secret key: it holds values and secrets in clear text",
    );
    let about = std::fs::metadata(site.folder().join("plan.json")).unwrap();
    assert_eq!(about.permissions().mode() & 0o777, 0o600);
    let file = site.plan_file();
    assert_eq!(file["apiVersion"], "v1");
    assert_eq!(file["release"]["version"], 2);
    assert_eq!(file["deployType"], "upgrade");
    assert_eq!(file["encrypted"], false);
    let left: Vec<_> = std::fs::read_dir(site.folder()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().contains(".skeg-")), "{left:?}");

    // Nothing is rendered any more.
    std::fs::remove_dir_all(site.folder().join("shop")).unwrap();
    let shown = site.skeg(["release", "plan", "show", "plan.json"]).ended(0);
    let below_age = |text: &str| text.lines().skip(1).map(str::to_string).collect::<Vec<_>>();
    assert_eq!(below_age(&shown.stdout), below_age(&planned.stdout));
    assert!(shown.stdout.contains("web:two"), "{}", shown.stdout);
    assert!(!format!("{}{}", shown.stdout, shown.stderr).contains(PASSWORD));
    for form in ["json", "yaml", "markdown", "html"] {
        site.skeg(["release", "plan", "show", "plan.json", "-o", form]).ended(0);
    }
    site.skeg(["release", "plan", "show", "plan.json", "--exit-code"]).ended(2);

    let ran = site.execute(&["--progress", "json", "--save-report-to", "report.json"]).ended(0);
    assert_executed_as_frozen(&file, &ran.stdout);
    let report: Value = serde_json::from_slice(&std::fs::read(site.folder().join("report.json")).unwrap()).unwrap();
    assert_eq!(report["status"], "deployed", "{report}");
    assert_eq!(site.history(), "1 superseded, 2 deployed");
    assert_eq!(site.object("configmap", "settings").unwrap()["data"]["value"], "two");
    assert!(site.object("configmap", "extra").is_none());
    let record = site.record(2);
    assert_eq!(record["info"]["description"], "Upgrade complete");
    assert_eq!(record["config"]["tag"], "two");
    assert_eq!(record["info"]["annotations"]["skeg.dev/plan-digest"], file["digest"]);
}

#[test]
fn a_first_install_makes_its_namespace() {
    let site = Site::new("frozen-first");
    write_chart(&site);
    let namespace = format!("{}-new", site.namespace);
    let words = ["release", "plan", "install", "-n", &namespace, "-r", "shop", "./shop", "--out", "plan.json"];
    site.skeg(words).ended(0);
    let ran = site.skeg(["release", "install", "--use-plan", "plan.json", "--timeout", "2m"]).ended(0);
    assert!(ran.stdout.contains("Shop one is open."), "{}", ran.stdout);
    let there = site.cluster.kubectl_run(["-n", &namespace, "get", "configmap", "settings", "-o", "name"]).unwrap();
    assert_eq!(there.trim(), "configmap/settings");
    site.cluster.kubectl_run(["delete", "namespace", &namespace, "--wait=false"]).unwrap();
}

#[test]
fn a_key_hides_the_plan() {
    let site = Site::new("frozen-key");
    write_chart(&site);
    site.freeze("install", &["--secret-key", KEY]).ended(0).says("encrypted with the secret key");
    let text = std::fs::read_to_string(site.folder().join("plan.json")).unwrap();
    assert!(!text.contains("settings") && !text.contains(PASSWORD), "{text}");
    std::fs::create_dir_all(site.folder().join("keys")).unwrap();
    std::fs::write(site.folder().join("keys/.werf_secret_key"), format!("{KEY}\n")).unwrap();
    let there = ["--secret-work-dir", "keys"];
    let shown = site.skeg(["release", "plan", "show", "plan.json"].iter().chain(&there)).ended(0);
    assert!(shown.stdout.contains("ConfigMap/settings") && shown.stderr.contains("encrypted"), "{}", shown.stdout);
    let mut command = site.command(["release", "plan", "execute", "plan.json"]);
    Ran::of(&command.env("SKEG_SECRET_KEY", KEY).output().unwrap()).ended(0);
    assert_eq!(site.history(), "1 deployed");
}

#[test]
fn rollbacks_and_uninstalls_are_frozen_too() {
    let site = Site::new("frozen-back");
    write_chart(&site);
    site.install(&[]).ended(0);
    site.install(&["--set", "tag=two"]).ended(0);
    site.freeze("rollback", &["1"]).ended(0);
    let file = site.plan_file();
    site.skeg(["release", "plan", "show", "plan.json"]).ended(0).says("ConfigMap/settings");
    let ran = site.execute(&["--progress", "json"]).ended(0);
    assert_executed_as_frozen(&file, &ran.stdout);
    assert_eq!(site.history(), "1 superseded, 2 superseded, 3 deployed");
    assert_eq!(site.object("configmap", "settings").unwrap()["data"]["value"], "one");
    assert_eq!(site.record(3)["info"]["description"], "Rollback to 1");

    site.freeze("uninstall", &[]).ended(0);
    let file = site.plan_file();
    // A drift is refused; once undone, it does not matter.
    let patch = |data: &str| site.kubectl(&["patch", "configmap", "settings", "--type=merge", "-p", data]);
    patch("{\"data\":{\"more\":\"x\"}}");
    let refused = site.execute(&[]).ended(1).says("ConfigMap/settings: changed\n").says("data.more: (nothing) → x");
    assert!(!refused.stderr.contains("data.value"), "{}", refused.stderr);
    patch("{\"data\":{\"more\":null}}");
    let ran = site.execute(&["--progress", "json"]).ended(0);
    assert_executed_as_frozen(&file, &ran.stdout);
    assert_eq!(site.history(), "");
    assert!(site.names("configmap,secret,deployment").is_empty());
    site.execute(&[]).ended(1).says("the plan uninstalls revision 3, and the release has no records");
}

#[test]
fn plans_that_only_delete_or_do_nothing_are_plans() {
    let site = Site::new("frozen-less");
    let two = [("templates/a.yaml", config_map("a", "x")), ("templates/b.yaml", config_map("b", "x"))];
    site.chart(&[(two[0].0, &two[0].1), (two[1].0, &two[1].1)]);
    site.install(&[]).ended(0);
    site.chart(&[(two[0].0, &two[0].1)]);
    site.freeze("install", &[]).ended(0);
    site.execute(&[]).ended(0);
    assert_eq!(site.names("configmap"), ["a"]);
    site.chart(&[("templates/none.yaml", "")]);
    site.freeze("install", &["--max-deletes", "100%"]).ended(0);
    site.execute(&[]).ended(0);
    assert!(site.names("configmap").is_empty());
    assert_eq!(site.history(), "1 superseded, 2 superseded, 3 deployed");
    site.freeze("install", &[]).ended(0);
    site.execute(&[]).ended(0).says("up to date");
    assert_eq!(site.history(), "1 superseded, 2 superseded, 3 deployed");
}

/// The version of an object comes from a CRD of the same release, so the result of applying it is unknown beforehand.
#[test]
fn blind_applies_survive() {
    let site = Site::new("frozen-blind");
    let group = format!("{}.example.com", site.namespace);
    let version = |name: &str, stored: bool| {
        format!("{{name: {name}, served: true, storage: {stored}, schema: {{openAPIV3Schema: {{type: object}}}}}}")
    };
    let definition = |versions: &str| {
        format!(
            "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: boats.{group}}}\n\
             spec: {{group: {group}, scope: Namespaced, names: {{kind: Boat, plural: boats}}, versions: [{versions}]}}\n"
        )
    };
    let boat = |version: &str| format!("apiVersion: {group}/{version}\nkind: Boat\nmetadata: {{name: skeg}}\n");
    site.chart(&[("templates/a.yaml", &boat("v1")), ("templates/b.yaml", &definition(&version("v1", true)))]);
    site.install(&[]).ended(0);
    let both = format!("{}, {}", version("v1", false), version("v2", true));
    site.chart(&[("templates/a.yaml", &boat("v2")), ("templates/b.yaml", &definition(&both))]);
    site.freeze("install", &[]).ended(0);
    let file = site.plan_file();
    assert!(frozen_graph(&file).iter().any(|(what, _)| what == "apply Boat/skeg"), "{:?}", frozen_graph(&file));
    let ran = site.execute(&["--progress", "json"]).ended(0);
    assert_executed_as_frozen(&file, &ran.stdout);
    site.release("uninstall", &[]).ended(0);
}

#[test]
fn a_plan_that_fails_goes_back_where_that_is_wanted() {
    let site = Site::new("frozen-fails");
    let chart = |pods: &str| {
        let web = Workload { pods, image: "web:{{ .Values.tag }}", ..Workload::default() };
        site.chart(&[("templates/web.yaml", &web.deployment()), ("values.yaml", "tag: one\n")]);
    };
    chart("");
    site.install(&[]).ended(0);
    chart("test.skeg.dev/behave: crash-loop");
    site.freeze("install", &["--set", "tag=two"]).ended(0);
    site.execute(&["--auto-rollback"]).ended(1).says("Deployment/web");
    assert_eq!(site.history(), "1 superseded, 2 failed, 3 deployed");
    site.execute(&[]).ended(1).says("the plan creates revision 2, and the last one is now 3");
}

#[test]
fn use_plan_takes_nothing_that_the_plan_says() {
    let site = Site::new("frozen-use");
    write_chart(&site);
    site.freeze("install", &[]).ended(0);
    let install = |more: &[&str]| site.skeg(["release", "install", "--use-plan", "plan.json"].iter().chain(more));
    install(&["--set", "a=b"]).ended(1).says("SKEG-PLAN-SETTLED").says("--set cannot be used with --use-plan");
    install(&["./shop"]).ended(1).says("unexpected arguments: ./shop");
    install(&["-r", "other"]).ended(1).says("SKEG-PLAN-OTHER-RELEASE").says("not of other");
    assert_eq!(site.history(), "");
    install(&["-r", "shop", "-n", &site.namespace]).ended(0);
    assert_eq!(site.history(), "1 deployed");
    site.skeg(["release", "plan", "execute"]).ended(1).says("the file with the plan is missing");
    site.skeg(["release", "plan", "execute", "none.json"]).ended(1).says("reading none.json: no such file");
    site.freeze("install", &["--out", "-"]).ended(1).says("a plan is written into a file");
    site.freeze("install", &["--out", "none/plan.json"]).ended(1).says("there is no folder none").says("mkdir -p none");
    let ran = site
        .freeze("install", &["--out", "shop/Chart.yaml/plan.json"])
        .ended(1)
        .says("Chart.yaml is a file, not a folder");
    assert!(!ran.stderr.contains("mkdir"), "{}", ran.stderr);
}
