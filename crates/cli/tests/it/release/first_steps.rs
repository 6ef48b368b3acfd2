//! Install, install again, change, drop, uninstall.

use super::site::Site;

const SETTINGS: (&str, &str) = (
    "templates/settings.yaml",
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  tag: {{ .Values.tag | quote }}\n",
);
const EXTRA: (&str, &str) = ("templates/extra.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: extra\n");
const WEB: (&str, &str) = (
    "templates/web.yaml",
    "apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: \"web:{{ .Values.tag }}\", envFrom: [{configMapRef: {name: settings}}]}]}
",
);
const VALUES: (&str, &str) = ("values.yaml", "tag: one\n");

#[test]
fn a_chart_is_installed_changed_and_uninstalled() {
    let site = Site::new("first-steps");
    site.chart(&[SETTINGS, EXTRA, WEB, VALUES]);
    site.install(&[]).ended(0);
    assert_eq!(site.history(), "1 deployed");
    assert_eq!(site.names("configmap"), ["extra", "settings"]);
    let web = site.object("deployment", "web").unwrap();
    assert_eq!(web["status"]["readyReplicas"], 2);

    site.install(&[]).ended(0).says("up to date");
    assert_eq!(site.history(), "1 deployed");

    site.install(&["--set", "tag=two"]).ended(0);
    assert_eq!(site.history(), "1 superseded, 2 deployed");
    assert_eq!(site.object("configmap", "settings").unwrap()["data"]["tag"], "two");

    site.chart(&[SETTINGS, WEB, VALUES]);
    site.install(&[]).ended(0);
    assert_eq!(site.names("configmap"), ["settings"]);
    assert_eq!(site.history(), "1 superseded, 2 superseded, 3 deployed");

    site.release("uninstall", &[]).ended(0);
    assert_eq!(site.history(), "");
    assert_eq!(site.names("configmap,deployment"), [""; 0]);
}
