//! The requests of a deploy, and when it deletes what the chart dropped.

use super::manifests::{config_map, deployment};
use super::site::Site;

/// Several of each kind, as in real charts.
fn mixed() -> String {
    let mut documents = Vec::new();
    for number in 0..5 {
        documents.push(config_map(&format!("settings-{number}"), &[]));
        documents
            .push(format!("apiVersion: v1\nkind: Secret\nmetadata: {{name: key-{number}}}\nstringData: {{a: b}}\n"));
        documents.push(format!("apiVersion: v1\nkind: ServiceAccount\nmetadata: {{name: account-{number}}}\n"));
        documents.push(format!(
            "apiVersion: v1\nkind: Service\nmetadata: {{name: web-{number}}}\nspec: {{selector: {{app: web-{number}}}, ports: [{{port: 80}}]}}\n"
        ));
        documents.push(format!(
            "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {{name: role-{number}}}\n\
             rules: [{{apiGroups: [\"\"], resources: [pods], verbs: [get]}}]\n"
        ));
    }
    documents.push(deployment("web-0", &[], ""));
    documents.push(deployment("web-1", &[], ""));
    documents.join("---\n")
}

#[test]
fn nothing_to_do_takes_few_requests_and_writes_nothing() {
    let site = Site::new("no-op");
    site.chart(&[("templates/all.yaml", &mixed()), ("values.yaml", "tag: one\n")]);
    site.install(&[]).ended(0);
    let (ran, trace) = site.traced("install", &["./shop"]);
    ran.ended(0).says("is up to date: revision 1, nothing to change (27 resources checked");
    assert_eq!(site.history(), "1 deployed");
    let (count, requests) = trace.count();
    assert!(count <= 20, "{count} requests: {requests}");
    assert_eq!(trace.writes(), [""; 0]);
}

/// A Deployment that becomes ready only after some seconds, and an optional ConfigMap.
fn slow(extra: bool, tag: &str) -> Vec<(String, String)> {
    let web = deployment("web", &["test.skeg.dev/behave: ready-after", "test.skeg.dev/after: 3s"], "");
    let mut files = vec![("templates/web.yaml".to_string(), web), ("values.yaml".to_string(), format!("tag: {tag}\n"))];
    if extra {
        files.push(("templates/extra.yaml".to_string(), config_map("extra", &[])));
    }
    files
}

fn write(site: &Site, files: &[(String, String)]) {
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    site.chart(&files);
}

#[test]
fn what_the_chart_dropped_goes_after_the_rest_is_ready() {
    let site = Site::new("dropped");
    write(&site, &slow(true, "one"));
    site.install(&[]).ended(0).says("✓ ConfigMap/extra");
    write(&site, &slow(false, "two"));
    let trace = site.traced_install(&[]);
    assert_eq!(site.names("configmap"), [""; 0]);
    let path = "jsonpath={.items[0].status.conditions[?(@.type==\"Ready\")].lastTransitionTime}";
    let ready = site.kubectl(&["get", "pod", "-lapp=web", "--sort-by=.metadata.creationTimestamp", "-o", path]);
    let deleted = trace.second_of("delete configmaps/extra");
    assert!(deleted.as_str() >= &ready[..19], "deleted at {deleted}, ready at {ready}");
}

#[test]
fn what_the_chart_dropped_goes_first_if_asked() {
    let site = Site::new("pruned");
    write(&site, &slow(true, "one"));
    site.install(&[]).ended(0);
    write(&site, &slow(false, "two"));
    let trace = site.traced_install(&["--prune-first", "--no-final-tracking"]);
    trace.is_in_order(&["delete configmaps/extra", "patch deployments/web"]);
}

#[test]
fn old_records_go_beyond_the_limit() {
    let site = Site::new("limit");
    site.chart(&[(
        "templates/a.yaml",
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {n: {{ .Values.n | quote }}}\n",
    )]);
    for number in ["1", "2", "3", "4"] {
        site.install(&["--set", &format!("n={number}"), "--release-history-limit", "2"]).ended(0);
    }
    assert_eq!(site.history(), "3 superseded, 4 deployed");
    site.install(&["--set", "n=5", "--release-history-limit", "0"]).ended(0);
    assert_eq!(site.history(), "3 superseded, 4 superseded, 5 deployed");
}
