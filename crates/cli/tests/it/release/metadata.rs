//! The metadata that a deploy adds to resources and records, and the cluster data that templates see.

use super::site::Site;

const SETTINGS: &str =
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, labels: {own: \"yes\"}}\ndata: {a: b}\n";

#[test]
fn annotations_and_labels_are_added_and_only_some_are_recorded() {
    let site = Site::new("metadata");
    site.chart(&[("templates/settings.yaml", SETTINGS)]);
    let flags = [
        "--annotations",
        "team=blue",
        "--labels",
        "tier=web,zone=a",
        "--runtime-annotations",
        "build=7",
        "--runtime-labels",
        "commit=abc",
        "--release-labels",
        "owner-team=blue",
        "--release-info-annotations",
        "ticket=12",
    ];
    site.install(&flags).ended(0);
    let metadata = site.object("configmap", "settings").unwrap()["metadata"].clone();
    assert_eq!((&metadata["annotations"]["team"], &metadata["annotations"]["build"]), (&"blue".into(), &"7".into()));
    let labels = &metadata["labels"];
    assert_eq!(
        (&labels["own"], &labels["tier"], &labels["zone"], &labels["commit"]),
        (&"yes".into(), &"web".into(), &"a".into(), &"abc".into())
    );
    let seen = site.release("get", &["-o", "json"]).ended(0).stdout;
    assert!(seen.contains("\"team\":\"blue\"") && seen.contains("\"tier\":\"web\""), "{seen}");
    let record = site.object("secret", "sh.helm.release.v1.shop.v1").unwrap();
    assert_eq!(record["metadata"]["labels"]["owner-team"], "blue");
    let record: serde_json::Value = serde_json::from_str(&seen).unwrap();
    assert_eq!(record["release"]["annotations"]["ticket"], "12");
    let manifest = site.helm(skeg_test_cluster::Helm::V4, &["get", "manifest", "shop"]).unwrap();
    assert!(
        manifest.contains("team: blue") && !manifest.contains("build") && !manifest.contains("commit"),
        "{manifest}"
    );

    site.install(&flags).ended(0).says("up to date");
    // A change of run-time metadata alone changes the object; the record stays the same.
    site.install(&["--annotations", "team=red", "--labels", "tier=web"]).ended(0);
    let metadata = site.object("configmap", "settings").unwrap()["metadata"].clone();
    assert_eq!(metadata["annotations"]["team"], "red");
    assert_eq!(metadata["labels"]["zone"], serde_json::Value::Null);
}

#[test]
fn more_can_be_said_of_a_chart_than_its_values() {
    let site = Site::new("extras");
    let sees = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: sees}\ndata: {app: \"{{ .Chart.AppVersion }}\", value: \"{{ .Values.name }}\", root: \"{{ .build.number }}\", runtime: \"{{ .Runtime.env }}\"}\n";
    site.chart(&[("templates/sees.yaml", sees), ("values.yaml", "name: web\n")]);
    let flags = [
        "--app-version=8",
        "--no-default-values",
        "--set-root-json",
        "build={\"number\":12}",
        "--set-runtime-json",
        "env=\"test\"",
    ];
    site.install(&flags).ended(0);
    let data = site.object("configmap", "sees").unwrap()["data"].clone();
    assert_eq!(data, serde_json::json!({"app": "8", "value": "", "root": "12", "runtime": "test"}));
    site.skeg(["release", "list", "-n", &site.namespace]).ended(0).says(" 8");
    site.install(&flags).ended(0).says("up to date");
}

#[test]
fn templates_can_look_into_the_cluster() {
    let site = Site::new("lookup");
    site.kubectl(&["create", "configmap", "outer", "--from-literal=word=ahoy"]);
    let template = "
{{- $outer := lookup \"v1\" \"ConfigMap\" .Release.Namespace \"outer\" }}
{{- $none := lookup \"v1\" \"ConfigMap\" .Release.Namespace \"none\" }}
{{- $all := lookup \"v1\" \"ConfigMap\" .Release.Namespace \"\" }}
apiVersion: v1
kind: ConfigMap
metadata: {name: seen}
data:
  word: {{ $outer.data.word }}
  none: {{ empty $none | quote }}
  many: {{ ge (len $all.items) 2 | quote }}
  version: {{ .Capabilities.KubeVersion.Version | quote }}
  known: {{ .Capabilities.APIVersions.Has \"apps/v1/Deployment\" | quote }}
  unknown: {{ .Capabilities.APIVersions.Has \"apps/v7\" | quote }}
  upgrade: {{ .Release.IsUpgrade | quote }}
  revision: {{ .Release.Revision | quote }}
";
    site.chart(&[("templates/seen.yaml", template)]);
    site.install(&[]).ended(0);
    let data = site.object("configmap", "seen").unwrap()["data"].clone();
    let served: serde_json::Value = serde_json::from_str(&site.kubectl(&["version", "-o", "json"])).unwrap();
    assert_eq!(data["version"], served["serverVersion"]["gitVersion"]);
    let expected = [
        ("word", "ahoy"),
        ("none", "true"),
        ("many", "true"),
        ("known", "true"),
        ("unknown", "false"),
        ("upgrade", "false"),
        ("revision", "1"),
    ];
    for (key, value) in expected {
        assert_eq!(data[key], value, "{key}");
    }
    site.install(&["--set", "x=1"]).ended(0);
    let data = site.object("configmap", "seen").unwrap()["data"].clone();
    assert_eq!((&data["upgrade"], &data["revision"]), (&"true".into(), &"2".into()));
}
