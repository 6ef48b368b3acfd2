//! Every command prints its cluster, namespace and revision before it does anything, and again at its end.

use super::site::{Ran, Site};

const SETTINGS: (&str, &str) = (
    "templates/settings.yaml",
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  tag: {{ .Values.tag | quote }}\n",
);
const VALUES: (&str, &str) = ("values.yaml", "tag: one\nother: 0\n");

impl Site {
    /// `NAME (ADDRESS, context CONTEXT)`, from the cluster's kubeconfig.
    fn destination(&self) -> (String, String) {
        let asked = |path: &str| {
            let words = ["config", "view", "--minify", "-o", &format!("jsonpath={{{path}}}")];
            self.cluster.kubectl_run(words).unwrap().trim().to_string()
        };
        let name = asked(".clusters[0].name");
        let full = format!("{name} ({}, context {})", asked(".clusters[0].cluster.server"), asked(".contexts[0].name"));
        (name, full)
    }
}

#[track_caller]
fn begins(ran: &Ran, line: &str) {
    assert_eq!(ran.stderr.lines().next(), Some(line), "{}", ran.stderr);
}

#[test]
fn deploys_say_where_they_work() {
    let site = Site::new("where-deploys");
    let (name, full) = site.destination();
    let there = format!("namespace {} on {full}", site.namespace);
    let ended = format!("in namespace {} on {name}", site.namespace);
    site.chart(&[SETTINGS, VALUES]);
    let ran = site.install(&[]).ended(0);
    begins(&ran, &format!("Installing shop into {there}: revision 1, 1 to create"));
    ran.says(&format!("Release shop is deployed {ended}: revision 1, 1 created ("));
    // Nothing to do: one line says it all.
    let ran = site.install(&[]).ended(0);
    begins_with(
        &ran,
        &format!("Release shop in {there} is up to date: revision 1, nothing to change (1 resource checked"),
    );
    let ran = site.install(&["--set", "tag=two"]).ended(0);
    begins(&ran, &format!("Installing shop into {there}: revision 1 → 2, 1 to update"));
    let ran = site.install(&["--set", "tag=two,other=1"]).ended(0);
    begins(&ran, &format!("Installing shop into {there}: revision 2 → 3, no resource changes"));
    let ran = site.release("rollback", &["1"]).ended(0);
    begins(&ran, &format!("Rolling back shop in {there}: revision 3 → 4, 1 to update"));
    // The destination comes before an error.
    let ran = site.install(&["--set", "tag=two", "--release-labels", "owner=me"]).ended(1);
    begins(&ran, &format!("Installing shop into {there}"));
    let ran = site.release("uninstall", &[]).ended(0);
    begins(&ran, &format!("Uninstalling shop from {there}: revision 4, 1 to delete"));
    ran.says(&format!("Release shop is uninstalled {ended}: 1 resource deleted ("));
    let ran = site.release("uninstall", &[]).ended(0);
    begins(&ran, &format!("Uninstalling shop from {there}"));
}

#[track_caller]
fn begins_with(ran: &Ran, text: &str) {
    assert!(ran.stderr.starts_with(text), "{text}\nbegins not\n{}", ran.stderr);
}

#[test]
fn a_failure_says_where() {
    let site = Site::new("where-failure");
    let (name, _) = site.destination();
    let job = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: fails}\nspec:\n  backoffLimit: 0\n  template:\n    \
               metadata: {annotations: {test.skeg.dev/behave: fail}}\n    \
               spec: {restartPolicy: Never, containers: [{name: a, image: a}]}\n";
    site.chart(&[("templates/job.yaml", job)]);
    let ran = site.install(&[]).ended(1);
    let line = ran.stderr.lines().find(|line| line.starts_with("✗ Release shop, revision 1, failed after ")).unwrap();
    assert!(line.contains(&format!("s in namespace {} on {name}: Job/fails ", site.namespace)), "{line}");
}

#[test]
fn readers_and_plans_say_where_they_look() {
    let site = Site::new("where-readers");
    let (_, full) = site.destination();
    let there = format!("in namespace {} on {full}", site.namespace);
    site.chart(&[SETTINGS, VALUES]);
    let ran = site.skeg(["release", "plan", "install", "-n", &site.namespace, "shop", "./shop"]).ended(0);
    assert_eq!(ran.stdout.lines().next(), Some(format!("Plan for release shop {there}: first install").as_str()));
    site.install(&[]).ended(0);
    for (word, line) in [
        ("status", format!("Release shop {there}")),
        ("history", format!("History of release shop {there}")),
        ("get", format!("Release shop {there}")),
    ] {
        begins(&site.release(word, &[]).ended(0), &line);
        // Output for programs comes without a heading.
        assert_eq!(site.release(word, &["-o", "json"]).ended(0).stderr, "");
    }
    begins(&site.release("status", &["1"]).ended(0), &format!("Revision 1 of release shop {there}"));
    begins(&site.skeg(["release", "list", "-n", &site.namespace]).ended(0), &format!("Releases {there}"));
    begins(&site.skeg(["release", "list"]).ended(0), &format!("Releases in all namespaces on {full}"));
    // A plan that cannot be made says for which cluster.
    let ran = site.skeg(["release", "plan", "rollback", "-n", &site.namespace, "shop", "7"]).ended(1);
    begins(&ran, &format!("Planning release shop {there}"));
    let ran = site.skeg(["release", "plan", "install", "-n", &site.namespace, "shop", "./shop", "-o", "json"]).ended(0);
    let json: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert!(full.contains(json["cluster"]["address"].as_str().unwrap()), "{}", json["cluster"]);
}

/// A password that is spelled like the context.
#[test]
fn names_in_the_heading_are_not_masked() {
    let site = Site::new("where-masked");
    let (name, full) = site.destination();
    let context = full.rsplit_once("context ").unwrap().1.trim_end_matches(')');
    let secret =
        format!("apiVersion: v1\nkind: Secret\nmetadata: {{name: a}}\nstringData: {{a: {context}, b: {name}}}\n");
    let waits = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: b\n  annotations:\n    \
                 werf.io/deploy-dependency-x: state=ready,kind=Job,name=none\n";
    site.chart(&[("templates/a.yaml", &secret), ("templates/b.yaml", waits)]);
    let ran = site.install(&["--strict"]).ended(1).says("matches no resource of the release");
    begins(&ran, &format!("Installing shop into namespace {} on {full}", site.namespace));
}

#[test]
fn values_that_are_dropped_are_told() {
    let site = Site::new("where-values");
    let values = ("values.yaml", "tag: one\nweb: {replicas: 1}\n");
    site.chart(&[SETTINGS, values]);
    let set = ["--set", "tag=two,web.replicas=4,web.password=canary,extra=1"];
    let ran = site.install(&set).ended(0);
    assert!(!ran.stderr.contains("values: "), "{}", ran.stderr);
    let lines = [
        "warning: values: extra was set at revision 1 (1) and is not set now (the chart has no default)\n",
        "warning: values: web.password was set at revision 1 (hidden) and is not set now (the chart has no default)\n",
        "warning: values: web.replicas was set at revision 1 (4) and is not set now (chart's default: 1)\n",
    ];
    let words = ["release", "plan", "install", "-n", &site.namespace, "shop", "./shop", "--set", "tag=three"];
    let plan = site.skeg(words).ended(0);
    let install = site.install(&["--set", "tag=three"]).ended(0);
    for ran in [plan, install] {
        lines.iter().for_each(|line| assert!(ran.stderr.contains(line), "{line} is not in {}", ran.stderr));
        assert!(!ran.stderr.contains("canary") && !ran.stdout.contains("canary"));
        assert!(!ran.stderr.contains("tag was set"), "{}", ran.stderr);
    }
}

#[test]
fn a_release_elsewhere_is_found() {
    let (here, there) = (Site::new("where-here"), Site::new("where-there"));
    there.chart(&[SETTINGS, VALUES]);
    let name = format!("only-{}", there.namespace);
    there.skeg(["release", "install", &name, "./shop", "-n", &there.namespace]).ended(0);
    for word in ["status", "history", "get", "rollback"] {
        let ran = here.skeg(["release", word, &name, "-n", &here.namespace]).ended(1);
        ran.says("not found in namespace").says(&format!("in namespace {}: -n {}", there.namespace, there.namespace));
    }
    // A similar name is suggested.
    let slip = name.replace("only", "onyl");
    let ran = there.skeg(["release", "status", &slip, "-n", &there.namespace]).ended(1);
    ran.says("not found in namespace").says(&format!("  Did you mean: {name}\n"));
    let ran = here.skeg(["release", "uninstall", &name, "-n", &here.namespace]).ended(0);
    ran.says(&format!("warning: there is a release {name} in namespace {}\n", there.namespace));
    here.skeg(["release", "status", "nowhere-at-all", "-n", &here.namespace]).ended(1).says("skeg release list shows");
}
