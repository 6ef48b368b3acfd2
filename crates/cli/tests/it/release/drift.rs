//! What `release drift` tells of changes by others.

use serde_json::{Value, json};
use skeg_test_cluster::Helm;

use super::manifests::config_map;
use super::pieces::Workload;
use super::site::Site;

const KEY: &str = "apiVersion: v1\nkind: Secret\nmetadata: {name: key}\nstringData: {password: hunter2}\n";
const SERVICE: &str =
    "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: web}, ports: [{port: 80}]}\n";

fn chart(site: &Site) {
    let web = Workload { spec: "replicas: 1", ..Workload::default() }.deployment();
    site.chart(&[
        ("templates/a.yaml", &config_map("a", &[])),
        ("templates/b.yaml", &config_map("b", &[])),
        ("templates/key.yaml", KEY),
        ("templates/web.yaml", &web),
        ("templates/service.yaml", SERVICE),
        (
            "templates/hook.yaml",
            &config_map("hook", &["helm.sh/hook: post-install", "helm.sh/hook-delete-policy: hook-succeeded"]),
        ),
    ]);
}

/// `Deployment/web changed spec.replicas` of each field, `ConfigMap/a missing` of each object.
#[track_caller]
fn drift(site: &Site, more: &[&str]) -> (Vec<String>, Value) {
    let words: Vec<&str> = ["-o", "json"].iter().chain(more).copied().collect();
    let ran = site.release("drift", &words);
    let found: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {}", ran.stderr));
    let text = |value: &Value| value.as_str().unwrap().to_string();
    let mut all = Vec::new();
    for object in found["objects"].as_array().unwrap() {
        match object["fields"].as_array() {
            None => all.push(format!("{} {}", text(&object["resource"]), text(&object["state"]))),
            Some(fields) => all.extend(fields.iter().map(|field| {
                format!("{} {} {}", text(&object["resource"]), text(&field["drift"]), text(&field["path"]))
            })),
        }
    }
    assert_eq!(ran.status, if all.is_empty() { 0 } else { 2 }, "{found}");
    (all, found)
}

#[test]
fn what_nobody_touched_has_no_drift_whoever_deployed_it() {
    for (name, helm) in [("drift-skeg", None), ("drift-helm-3", Some(Helm::V3)), ("drift-helm-4", Some(Helm::V4))] {
        let site = Site::new(name);
        chart(&site);
        match helm {
            None => drop(site.install(&["--runtime-labels", "run=7"]).ended(0)),
            Some(helm) => drop(site.helm(helm, &["install", "shop", "./shop", "--wait"]).unwrap()),
        }
        assert_eq!(drift(&site, &[]).0, [""; 0], "{name}");
        let said = site.release("drift", &["-o", "text"]).ended(0);
        said.says(&format!(
            "No drift of release shop in namespace {}, revision 1: 5 objects compared.",
            site.namespace
        ));
    }
}

#[test]
fn what_others_changed_added_and_deleted_is_shown() {
    let site = Site::new("drift");
    chart(&site);
    site.install(&[]).ended(0);
    site.kubectl(&["delete", "configmap", "a"]);
    site.kubectl(&["scale", "deployment", "web", "--replicas", "2"]);
    site.kubectl(&["annotate", "configmap", "b", "example.com/note=x|y"]);
    let patch = |kind: &str, name: &str, patch: Value| {
        let patch = patch.to_string();
        site.kubectl(&["patch", kind, name, "--field-manager", "somebody", "-p", &patch]);
    };
    patch("configmap", "b", json!({"data": {"a": null}}));
    patch("secret", "key", json!({"stringData": {"password": "correct horse", "more": "battery staple"}}));
    let containers = json!([{"name": "main", "image": "other:2", "env": [{"name": "X", "value": "1"}]}, {"name": "log", "image": "log:1"}]);
    patch("deployment", "web", json!({"spec": {"template": {"spec": {"containers": containers}}}}));
    site.kubectl(&["annotate", "service", "web", "meta.helm.sh/release-name=other", "--overwrite"]);

    let mark = site.cluster.audit_mark().unwrap();
    let disguise = ["--kube-impersonate-user", &site.namespace, "--kube-impersonate-group", "system:masters"];
    let (all, found) = drift(&site, &disguise);
    let image = "Deployment/web changed spec.template.spec.containers[0].image";
    let wanted = [
        "ConfigMap/a missing",
        "ConfigMap/b changed data",
        "ConfigMap/b added metadata.annotations[\"example.com/note\"]",
        "Secret/key changed data.password",
        "Secret/key added data.more",
        "Service/web foreign",
        "Deployment/web changed spec.replicas",
        image,
        "Deployment/web added spec.template.spec.containers[0].env[0]",
        "Deployment/web added spec.template.spec.containers[1]",
    ];
    assert_eq!(all, wanted, "{found:#}");
    let mut asked = site.cluster.requests_since(mark).unwrap();
    asked.retain(|request| request.acts_as == site.namespace);
    assert!(asked.iter().all(|request| ["get", "list", "patch"].contains(&&*request.verb)), "{asked:#?}");
    assert_eq!(site.object("deployment", "web").unwrap()["spec"]["replicas"], 2, "patches are dry runs");
    assert!(site.object("configmap", "b").unwrap().get("data").is_none(), "patches are dry runs");

    // By whom, and what it was.
    let web =
        found["objects"].as_array().unwrap().iter().find(|object| object["resource"] == "Deployment/web").unwrap();
    assert_eq!(
        (&web["fields"][1]["recorded"], &web["fields"][1]["live"], &web["fields"][1]["managers"]),
        (&json!("main:1"), &json!("other:2"), &json!(["somebody"]))
    );
    assert_eq!(web["fields"][1]["pointer"], "/spec/template/spec/containers/0/image");
    assert_eq!(web["source"], "shop/templates/web.yaml");
    // Secrets stay secret in every form.
    for form in ["json", "text", "markdown"] {
        let said = site.release("drift", &["-o", form]).ended(2);
        for secret in ["hunter2", "aHVudGVyMg", "correct", "Y29ycmVjdCBob3JzZQ", "battery", "YmF0dGVyeSBzdGFwbGU"] {
            assert!(!said.stdout.contains(secret) && !said.stderr.contains(secret), "{form} {secret}: {}", said.stdout);
        }
    }
    let said = site.release("drift", &[]).ended(2);
    said.says("- ConfigMap/a  is missing\n")
        .says("    ~ spec.replicas: 1 → 2   by kubectl\n")
        .says("    ~ data.password: <hidden> → <hidden, changed>   by somebody\n")
        .says("    + metadata.annotations[\"example.com/note\"]: x|y   by kubectl-annotate\n")
        .says("! Service/web  belongs to release \"other\"")
        .says("Drift of release shop in namespace ")
        .says(", revision 1: 5 of 5 objects.");
    let markdown = site.release("drift", &["-o", "markdown"]).ended(2).stdout;
    assert!(markdown.contains("| `Deployment/web` | `spec.replicas` changed | `1` | `2` | kubectl |\n"), "{markdown}");
    assert!(markdown.contains("| `x\\|y` |"), "{markdown}");

    // Everybody has something to look away from.
    let left = |more: &[&str]| {
        let (all, _) = drift(&site, more);
        wanted.iter().filter(|each| !all.contains(&each.to_string())).map(|each| each.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(left(&["--ignore-path", "/spec/replicas"]), [wanted[6]]);
    assert_eq!(left(&["--ignore-path", "metadata.annotations['example.com/note']"]), [wanted[2]]);
    assert_eq!(left(&["--ignore-path", "$.spec.template.spec.containers[*].image"]), [image]);
    assert_eq!(left(&["--ignore-path", ".data", "--ignore-path", ".spec.template"]).len(), 6);
    assert_eq!(left(&["--ignore-manager", "kubectl", "--ignore-manager", "kubectl-annotate"]), [wanted[2], wanted[6]]);
    assert_eq!(left(&["--ignore-kind", "Secret", "--ignore-kind", "deployment.apps"]).len(), 6);
    let kinds: Vec<&str> =
        ["ConfigMap", "Secret", "Deployment", "Service"].iter().flat_map(|kind| ["--ignore-kind", *kind]).collect();
    assert_eq!(drift(&site, &kinds).0, [""; 0]);
    site.release("drift", &["--ignore-path", "spec["]).ended(1).says("is neither a JSON pointer nor a JSONPath");
}

#[test]
fn what_cannot_be_as_recorded_is_drift() {
    let site = Site::new("drift-immutable");
    site.chart(&[
        ("templates/service.yaml", SERVICE),
        ("templates/key.yaml", &KEY.replace("stringData", "type: a\nstringData")),
    ]);
    site.install(&[]).ended(0);
    site.kubectl(&["delete", "secret", "key"]);
    site.kubectl(&["create", "secret", "generic", "key", "--type", "b"]);
    let home = format!("meta.helm.sh/release-namespace={}", site.namespace);
    site.kubectl(&["annotate", "secret", "key", "meta.helm.sh/release-name=shop", &home]);
    let (all, found) = drift(&site, &[]);
    assert_eq!(all, ["Secret/key refused"], "{found}");
    assert!(found["objects"][0]["message"].as_str().unwrap().contains("immutable"), "{found}");
}

#[test]
fn there_must_be_something_to_compare_with() {
    let site = Site::new("drift-nothing");
    site.skeg(["release", "drift", "nobodys", "-n", &site.namespace]).ended(1).says("SKEG-NO-RELEASE");
    let web = Workload { pods: "test.skeg.dev/behave: crash-loop, test.skeg.dev/after: 500ms", ..Workload::default() };
    site.chart(&[("templates/web.yaml", &web.deployment())]);
    site.install(&[]).ended(1);
    site.release("drift", &[]).ended(1).says("SKEG-NOTHING-DEPLOYED").says("skeg release history shop -n ");
}
