//! Plans: what a command would do is shown in every format, and nothing is written.

#[path = "../../../../report/tests/it/schema.rs"]
mod schema;

use serde_json::Value;
use skeg_test_cluster::Request;

use super::pieces::Workload;
use super::site::{Ran, Site};

const SETTINGS: (&str, &str) = (
    "templates/settings.yaml",
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  tag: {{ .Values.tag | quote }}\n",
);
const WEB: (&str, &str) = (
    "templates/web.yaml",
    "apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: \"web:{{ .Values.tag }}\", envFrom: [{configMapRef: {name: settings}}]}]}
",
);
const MIGRATE: (&str, &str) = (
    "templates/migrate.yaml",
    "apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
  annotations: {werf.io/weight: \"-5\", werf.io/delete-policy: before-creation-if-immutable}
spec:
  template: {spec: {restartPolicy: Never, containers: [{name: migrate, image: \"web:{{ .Values.tag }}\"}]}}
",
);
const EXTRA: (&str, &str) =
    ("templates/extra.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: extra\ndata: {a: b}\n");
const CLAIM: (&str, &str) = (
    "templates/claim.yaml",
    "apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, annotations: {werf.io/fail-mode: IgnoreAndContinueDeployProcess, werf.io/track-termination-mode: NonBlocking}}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
",
);
const VALUES: (&str, &str) = ("values.yaml", "tag: one\nreplicas: 1\n");

impl Site {
    /// `skeg release plan WORD -n NAMESPACE -r shop …`, which must not write.
    fn plan(&self, word: &str, more: &[&str]) -> Ran {
        let mark = self.cluster.audit_mark().unwrap();
        // Other tests run at the same time: a user name of its own identifies this run's requests.
        let disguise = ["--kube-impersonate-user", &self.namespace, "--kube-impersonate-group", "system:masters"];
        let words = ["release", "plan", word, "-n", &self.namespace, "-r", "shop"];
        let ran = self.skeg(words.iter().chain(more).chain(&disguise));
        let requests = self.cluster.requests_since(mark).unwrap();
        let ours: Vec<&Request> = requests.iter().filter(|request| request.acts_as == self.namespace).collect();
        // A plan that its flags forbid is refused without a request.
        assert!(ran.status == 1 || !ours.is_empty(), "no request was seen");
        for request in ours {
            assert!(is_harmless(request), "{request:?}");
        }
        ran
    }

    fn plan_install(&self, more: &[&str]) -> Ran {
        let words: Vec<&str> = ["./shop"].iter().chain(more).copied().collect();
        self.plan("install", &words)
    }
}

fn is_harmless(request: &Request) -> bool {
    let is_dry = request.uri.contains("dryRun=All");
    match request.verb.as_str() {
        "get" | "list" => true,
        "patch" | "delete" => is_dry,
        // Access reviews; nothing is stored.
        "create" => request.resource == "selfsubjectrulesreviews",
        _ => false,
    }
}

#[test]
fn before_the_first_install() {
    let mut site = Site::new("plan-first");
    site.chart(&[SETTINGS, WEB, MIGRATE, VALUES]);
    // A namespace that does not exist yet.
    site.namespace += "-new";
    let ran = site.plan_install(&["--exit-code"]).ended(2);
    let (head, rest) = ran.stdout.split_once('\n').unwrap();
    assert!(head.starts_with(&format!("Plan for release shop in namespace {} on ", site.namespace)), "{head}");
    assert!(head.ends_with("): first install"), "{head}");
    for part in [
        &format!("Namespace {} does not exist and would be created.\n", site.namespace),
        "\n+ ConfigMap/settings                            shop/templates/settings.yaml\n+   apiVersion: v1\n+   data:\n+     tag: one\n",
        "\n+ Job/migrate ",
        "\n3 to create. Nothing was written.\n",
    ] {
        assert!(rest.contains(part), "{part}\nis not in\n{rest}");
    }
    assert_eq!(ran.stderr, "");
    site.plan_install(&["--no-create-namespace"]).ended(1).says("does not exist");
    let found = site.cluster.kubectl_run(["get", "namespace", &site.namespace, "--ignore-not-found"]).unwrap();
    assert_eq!(found, "");
    site.plan("uninstall", &[]).ended(1).says("not found");
}

#[test]
fn changes_of_a_release() {
    let site = Site::new("plan-changes");
    site.chart(&[SETTINGS, WEB, MIGRATE, EXTRA, CLAIM, VALUES]);
    site.install(&[]).ended(0);
    site.kubectl(&["patch", "deployment", "web", "--field-manager=by-hand", "-p", "{\"spec\":{\"replicas\":3}}"]);
    site.chart(&[SETTINGS, WEB, MIGRATE, VALUES]);
    let ran = site.plan_install(&["--set", "tag=two", "--show-order", "--prune-data"]).ended(0);
    for part in [
        ": revision 1 → 2 (revision 1 deployed ",
        "~ ConfigMap/settings                            shop/templates/settings.yaml\n    data.tag\n-     one\n+     two\n\n",
        "    spec.replicas  (also set by by-hand)\n-     3\n+     1\n",
        "    spec.template.spec.containers[web].image\n-     web:one\n+     web:two\n\n",
        "± Job/migrate                                   shop/templates/migrate.yaml\n    recreate: spec.template cannot be changed in place\n",
        "    spec.template.spec.containers[migrate].image\n-     web:one\n+     web:two\n\n",
        "Deleted:\n- ConfigMap/extra                               no longer in the chart\n- PersistentVolumeClaim/data                    no longer in the chart\n",
        "Data at risk:\n! PersistentVolumeClaim/data is deleted: ",
        "Order:\n  recreate Job/migrate  at once\n",
        "      when Job/migrate is ready  (weight -5 before 0)\n",
        "\n2 to update, 1 to recreate, 2 to delete. Nothing was written.\n",
    ] {
        assert!(ran.stdout.contains(part), "{part}\nis not in\n{}", ran.stdout);
    }
    assert_eq!(ran.stderr, "");
    site.plan_install(&["--set", "tag=two", "--show-order=dot"]).ended(0).says("digraph {");
    site.plan_install(&["--set", "tag=two", "--show-order=mermaid"]).ended(0).says("graph LR\n");
    site.plan_install(&["--set", "tag=two", "--diff-context-lines", "0"])
        .ended(0)
        .says("-     tag: one\n+     tag: two\n");
    assert_eq!(site.history(), "1 deployed");
    assert_eq!(site.object("configmap", "settings").unwrap()["data"]["tag"], "one");

    // The plan matches what happens, and then there is nothing left to plan.
    site.install(&["--set", "tag=two", "--prune-data"]).ended(0).says("2 updated, 1 recreated, 2 deleted");
    let ran = site.plan_install(&["--set", "tag=two", "--exit-code"]).ended(0).says("No changes planned: ");
    assert_eq!(ran.stderr, "");
    // Values that no template uses are recorded too.
    let ran = site.plan_install(&["--set", "tag=two,unused=1", "--exit-code", "--out", "plan.json"]).ended(3);
    ran.says("No resource changes planned, but revision 3 must be recorded: the values changed.\n");
    site.skeg(["release", "plan", "show", "plan.json", "-o", "json"]).ended(0).says("\"because\": \"values\"");
    site.plan_install(&["--set", "tag=two,unused=1"]).ended(0);

    let ran = site.plan("rollback", &["--exit-code"]).ended(2);
    assert!(ran.stdout.starts_with("Plan to roll back release shop in namespace "), "{}", ran.stdout);
    assert!(ran.stdout.contains(" to revision 1: revision 2 → 3 (") && ran.stdout.contains("-     two\n+     one\n"));
    let ran = site.plan("uninstall", &["--exit-code", "--delete-namespace"]).ended(2);
    assert!(ran.stdout.starts_with("Plan to uninstall release shop in namespace "), "{}", ran.stdout);
    assert!(ran.stdout.contains("- Deployment/web                                part of the release\n"));
    assert!(
        ran.stdout.contains("would be deleted too") && ran.stdout.contains("\n3 to delete. Nothing was written.\n")
    );
    assert_eq!(site.history(), "1 superseded, 2 deployed");
    site.plan("uninstall", &["--save-report-to", "x"]).ended(1).says("-o json");
}

const SECRET: (&str, &str) = (
    "templates/secret.yaml",
    "apiVersion: v1\nkind: Secret\nmetadata: {name: key}\nstringData: {password: {{ .Values.password }}}\n",
);
const COPY: (&str, &str) = (
    "templates/copy.yaml",
    "apiVersion: v1
kind: ConfigMap
metadata: {name: copy}
data: {url: \"https://u:{{ .Values.password }}@host\", encoded: {{ .Values.password | b64enc }}}
",
);

#[test]
fn secrets_are_hidden_in_every_form() {
    let site = Site::new("plan-secrets");
    site.chart(&[SECRET, COPY]);
    let first = ["--set", "password=canary-first"];
    let second = ["--set", "password=canary-second"];
    let forms = ["text", "json", "yaml", "markdown", "html"];
    let look = |set: &[&str; 2]| {
        for form in forms {
            let words = [set[0], set[1], "-o", form, "--show-order", "--show-insignificant-diffs"];
            let ran = site.plan_install(&words).ended(0);
            for canary in ["canary", "Y2FuYXJ5"] {
                assert!(!ran.stdout.contains(canary) && !ran.stderr.contains(canary), "{form}:\n{}", ran.stdout);
            }
            assert!(ran.stdout.contains("password"), "the key is named:\n{}", ran.stdout);
        }
    };
    look(&first);
    site.install(&first).ended(0);
    look(&second);
    let ran = site.plan_install(&second).ended(0);
    assert!(ran.stdout.contains("    data.password\n-     <hidden>\n+     <hidden, changed>\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("+     https://u:<hidden, changed>@host\n"), "{}", ran.stdout);
    let shown = [second[0], second[1], "--show-sensitive-diffs"];
    site.plan_install(&shown).ended(0).says("https://u:canary-second@host");
}

#[test]
fn why_a_revision_must_be_recorded_though_nothing_changes() {
    let site = Site::new("plan-records");
    let notes = |text| ("templates/NOTES.txt", text);
    site.chart(&[VALUES, SETTINGS, notes("one")]);
    site.install(&[]).ended(0);
    let conclusion = |more: &[&str], why: &str| {
        let ran = site.plan_install(&[&["--exit-code"], more].concat()).ended(3);
        ran.says(&format!("No resource changes planned, but revision 2 must be recorded: {why}.\n"));
    };
    site.chart(&[VALUES, SETTINGS, notes("two")]);
    conclusion(&[], "the notes changed");
    conclusion(&["--set", "unused=1"], "the values changed, the notes changed");
    let rolled = site.plan("rollback", &["1", "--exit-code"]).ended(3);
    rolled.says("must be recorded: a rollback makes a new revision.\n");

    let site = Site::new("plan-records-failed");
    let crash =
        Workload { pods: "test.skeg.dev/behave: crash-loop, test.skeg.dev/after: 500ms", ..Workload::default() };
    site.chart(&[VALUES, ("templates/web.yaml", &crash.deployment())]);
    site.install(&[]).ended(1);
    let ran = site.plan_install(&["--exit-code"]).ended(3);
    ran.says("but revision 2 must be recorded: the last revision failed.\n");
}

#[test]
fn json_is_as_its_schema_says() {
    let site = Site::new("plan-json");
    site.chart(&[SETTINGS, WEB, MIGRATE, EXTRA, SECRET, VALUES]);
    let judge = |ran: Ran| {
        let json: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(schema::faults("plan.json", &json), [""; 0], "{}", ran.stdout);
        json
    };
    let set = ["--set", "password=long-enough"];
    let json = judge(site.plan_install(&[set[0], set[1], "-o", "json"]).ended(0));
    assert_eq!((&json["verdict"], &json["summary"]["create"]), (&Value::from("changes"), &Value::from(5)));
    site.install(&set).ended(0);
    let json = judge(site.plan_install(&[set[0], set[1], "-o", "json"]).ended(0));
    assert_eq!((&json["verdict"], &json["summary"]["unchanged"]), (&Value::from("nothing"), &Value::from(5)));
    site.chart(&[SETTINGS, WEB, MIGRATE, SECRET, VALUES]);
    let json = judge(site.plan_install(&["--set", "password=longer,tag=two", "-o", "json"]).ended(0));
    let actions: Vec<&str> =
        json["changes"].as_array().unwrap().iter().map(|change| change["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["recreate", "update", "update", "update", "delete"]);
    judge(site.plan("uninstall", &["-o", "json"]).ended(0));
}
