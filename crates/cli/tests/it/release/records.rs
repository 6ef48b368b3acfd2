//! The record of a revision against the one Helm writes for the same chart: field by field, manifest and templates byte
//! by byte.

use serde_json::Value;
use skeg_test_cluster::Helm;

use super::site::Site;

/// Without times: those of the deploy, and those of the chart's files, which only Helm 4 records.
fn without_times(mut record: Value) -> Value {
    let take = |value: &mut Value, keys: &[&str]| {
        for key in keys {
            assert!(value[key].is_string(), "{key} is missing in {value}");
            value.as_object_mut().unwrap().remove(*key);
        }
    };
    take(&mut record["info"], &["first_deployed", "last_deployed"]);
    for hook in record["hooks"].as_array_mut().into_iter().flatten() {
        if hook["last_run"]["phase"] != "" {
            take(&mut hook["last_run"], &["started_at", "completed_at"]);
        }
    }
    for kind in ["templates", "files"] {
        for file in record["chart"][kind].as_array_mut().into_iter().flatten() {
            file.as_object_mut().unwrap().remove("modtime");
        }
    }
    for key in ["modtime", "schemamodtime"] {
        record["chart"].as_object_mut().unwrap().remove(key);
    }
    record
}

/// The differences between two values, with their paths.
fn differences(at: &str, helm: &Value, skeg: &Value, found: &mut Vec<String>) {
    match (helm, skeg) {
        (Value::Object(a), Value::Object(b)) => {
            let keys: std::collections::BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            for key in keys {
                match (a.get(key), b.get(key)) {
                    (Some(a), Some(b)) => differences(&format!("{at}.{key}"), a, b, found),
                    (a, b) => found.push(format!("{at}.{key}: helm {a:?}, skeg {b:?}")),
                }
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (index, (a, b)) in a.iter().zip(b).enumerate() {
                differences(&format!("{at}[{index}]"), a, b, found);
            }
        }
        (a, b) if a != b => found.push(format!("{at}:\n  helm {a}\n  skeg {b}")),
        _ => {}
    }
}

#[track_caller]
fn assert_same(helm: Value, skeg: Value) {
    let mut found = Vec::new();
    differences("", &without_times(helm), &without_times(skeg), &mut found);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Installs a chart with Helm, then with Skeg instead, and compares the records.
fn compare(site: &Site, chart: &str, more: &[&str]) {
    let words: Vec<&str> = ["install", "shop", chart].iter().chain(more).copied().collect();
    site.helm(Helm::V4, &words).unwrap();
    let helm = site.record(1);
    site.helm(Helm::V4, &["uninstall", "shop", "--wait"]).unwrap();
    let words: Vec<&str> = [chart].iter().chain(more).copied().collect();
    site.release("install", &words).ended(0);
    assert_same(helm, site.record(1));
}

#[test]
fn a_chart_of_all_parts_is_recorded_as_helm_does() {
    let site = Site::new("record");
    let parts = all_parts(&site);
    site.chart(&parts.iter().map(|(path, text)| (*path, text.as_str())).collect::<Vec<_>>());
    let more = ["--set", "own=2,sub.inner=x,big=12345678901,ratio=0.25", "--set-string", "text=<&>"];
    compare(&site, "./shop", &more);

    // An upgrade by either records the same too.
    let more = ["--set", "own=3"];
    site.helm(Helm::V4, &["upgrade", "shop", "./shop", more[0], more[1]]).unwrap();
    let helm = site.record(2);
    site.release("uninstall", &[]).ended(0);
    site.install(&["--set", "own=2"]).ended(0);
    site.install(&more).ended(0);
    assert_same(helm, site.record(2));
}

#[test]
fn the_example_is_recorded_as_helm_does() {
    let site = Site::new("record-shop");
    let chart = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/shop");
    compare(&site, chart, &["--set", "database.password=x"]);
}

#[test]
fn how_hooks_ran_is_recorded() {
    let site = Site::new("hook-runs");
    let hook = |name: &str, annotations: &str, behave: &str| {
        format!(
            "apiVersion: batch/v1
kind: Job
metadata: {{name: {name}, annotations: {{{annotations}}}}}
spec:
  backoffLimit: 0
  template:
    metadata: {{annotations: {{test.skeg.dev/behave: {behave}}}}}
    spec: {{restartPolicy: Never, containers: [{{name: main, image: main}}]}}
"
        )
    };
    let first = hook("first", "helm.sh/hook: pre-install", "complete");
    let second = hook("second", "helm.sh/hook: post-install", "fail");
    let third = hook("third", "helm.sh/hook: \"post-install,test\", helm.sh/hook-weight: \"5\"", "complete");
    site.chart(&[("templates/1.yaml", &first), ("templates/2.yaml", &second), ("templates/3.yaml", &third)]);
    site.install(&[]).ended(1);
    let record = site.record(1);
    let run = |name: &str| {
        let hooks = record["hooks"].as_array().unwrap();
        hooks.iter().find(|hook| hook["name"] == name).unwrap()["last_run"].clone()
    };
    for (name, phase) in [("first", "Succeeded"), ("second", "Failed")] {
        let run = run(name);
        assert_eq!(run["phase"], phase, "{run}");
        let (started, completed) = (run["started_at"].as_str().unwrap(), run["completed_at"].as_str().unwrap());
        assert!(started <= completed, "{run}");
        assert!(started >= record["info"]["first_deployed"].as_str().unwrap(), "{run}");
    }
    assert_eq!(run("third"), serde_json::json!({ "phase": "" }), "never ran");
    let status = site.helm(Helm::V4, &["status", "shop", "-o", "json"]).unwrap();
    assert!(status.contains("\"phase\":\"Failed\""), "{status}");
}

/// A chart with every kind of file and dependency.
fn all_parts(site: &Site) -> Vec<(&'static str, String)> {
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
    let text = |text: &str| text.to_string();
    vec![
        (
            "Chart.yaml",
            text(
                "apiVersion: v2
name: shop
version: 1.0.0
appVersion: \"7\"
description: \"All <parts>\"
type: application
home: https://skeg.dev
icon: https://skeg.dev/icon.png
sources: [https://skeg.dev/source]
keywords: [a, b]
kubeVersion: \">=1.20.0-0\"
annotations: {note: x}
maintainers: [{name: Ann, email: ann@skeg.dev}]
dependencies:
  - {name: sub, version: 0.x, condition: sub.enabled, tags: [t], import-values: [data, {child: inside, parent: outside}]}
  - {name: sub, version: 0.1.0, alias: again, repository: \"\"}
  - {name: off, version: 0.1.0, condition: off.enabled}
",
            ),
        ),
        ("Chart.lock", text("dependencies: [{name: sub, repository: \"\", version: 0.1.0}]\ndigest: sha256:abc\ngenerated: \"2026-01-02T03:04:05.678Z\"\n")),
        ("values.yaml", text("own: 1\nbig: 1\nratio: 1.5\nwhole: 2.0\ntext: x\nnothing: null\nlist: [1, a, {b: c}]\nsub: {inner: y, more: 1}\noff: {enabled: false}\nglobal: {g: 1}\n")),
        ("values.schema.json", text("{\"type\": \"object\"}\n")),
        ("README.md", text("# Shop\n")),
        ("LICENSE", text("free\n")),
        ("files/a.conf", text("a = {{ b }}\n")),
        ("crds/thing.yaml", definition),
        ("templates/NOTES.txt", text("Own: {{ .Values.own }}\n\nBye.\n")),
        ("templates/_lib.tpl", text("{{- define \"lib\" }}lib{{ end -}}\n")),
        (
            "templates/main.yaml",
            text(
                "# a comment at first
apiVersion: v1
kind: ConfigMap
metadata:
  name: main
data:
  own: {{ .Values.own | quote }}   # trailing
  values: {{ toJson .Values | quote }}
  file: {{ .Files.Get \"files/a.conf\" | quote }}
---
---
apiVersion: v1
kind: Secret
metadata: {name: main}
stringData: {key: value}
---
# nothing but a comment
",
            ),
        ),
        ("templates/empty.yaml", text("{{- if false }}\nkind: X\n{{- end }}\n")),
        (
            "templates/hook.yaml",
            text(
                "apiVersion: v1
kind: ConfigMap
metadata:
  name: before
  annotations:
    helm.sh/hook: pre-install,pre-upgrade
    helm.sh/hook-weight: \"-3\"
    helm.sh/hook-delete-policy: before-hook-creation, hook-succeeded
---
apiVersion: batch/v1
kind: Job
metadata:
  name: after
  annotations: {helm.sh/hook: \"post-install,post-upgrade\", helm.sh/hook-output-log-policy: \"hook-failed\"}
spec:
  template:
    spec: {restartPolicy: Never, containers: [{name: main, image: main}]}
---
apiVersion: v1
kind: Pod
metadata:
  name: try
  annotations: {helm.sh/hook: test}
spec: {restartPolicy: Never, containers: [{name: main, image: main}]}
",
            ),
        ),
        ("charts/sub/Chart.yaml", text("apiVersion: v2\nname: sub\nversion: 0.1.0\n")),
        (
            "charts/sub/values.yaml",
            text("inner: z\ndeep: {a: 1}\nexports: {data: {imported: 1}}\ninside: {k: v}\n"),
        ),
        (
            "charts/sub/templates/sub.yaml",
            text("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: \"{{ .Chart.Name }}-cm\"}\ndata: {inner: \"{{ .Values.inner }}\"}\n"),
        ),
        ("charts/off/Chart.yaml", text("apiVersion: v2\nname: off\nversion: 0.1.0\n")),
        ("charts/off/values.yaml", text("off: true\n")),
    ]
}
