//! Releases installed by Helm and continued by Skeg: fields that Helm wrote on the client's side become ours, so that
//! fields dropped from the chart are removed from the object.

use skeg_test_cluster::Helm;

use super::owners::{assert_ours, owners};
use super::pieces::{Workload, config_map};
use super::site::Site;

const NAMES: [&str; 3] = ["configmap/settings", "service/web", "deployment/web"];

/// `full` has fields that the other variant lacks.
fn write_chart(site: &Site, is_full: bool, value: &str) {
    let (data, port, env, label) = match is_full {
        true => (", more: there", ", {name: more, port: 81}", ", env: [{name: A, value: b}]", ", extra: label"),
        false => ("", "", "", ""),
    };
    let settings = config_map("settings", value).replace("\"}", &format!("\"{data}}}"));
    let service = format!(
        "apiVersion: v1
kind: Service
metadata: {{name: web, labels: {{own: label{label}}}}}
spec: {{selector: {{app: web}}, ports: [{{name: http, port: 80}}{port}]}}
"
    );
    let web = Workload::default().deployment().replace("\"main:1\"", &format!("\"main:1\"{env}"));
    let hook = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: hook, annotations: {helm.sh/hook: pre-install}}\n";
    site.chart(&[
        ("templates/settings.yaml", &settings),
        ("templates/service.yaml", &service),
        ("templates/web.yaml", &web),
        ("templates/hook.yaml", hook),
    ]);
}

fn assert_full(site: &Site, is_full: bool) {
    let settings = site.object("configmap", "settings").unwrap();
    assert_eq!(settings["data"]["more"].is_string(), is_full, "{settings}");
    let service = site.object("service", "web").unwrap();
    assert_eq!(service["spec"]["ports"].as_array().unwrap().len(), if is_full { 2 } else { 1 }, "{service}");
    assert_eq!(service["metadata"]["labels"]["extra"].is_string(), is_full, "{service}");
    let web = site.object("deployment", "web").unwrap();
    assert_eq!(web["spec"]["template"]["spec"]["containers"][0]["env"].is_array(), is_full, "{web}");
}

fn goes_on_after(generation: Helm, more: &[&str], before: &str) {
    let site = Site::new("before");
    write_chart(&site, true, "one");
    let words: Vec<&str> = ["install", "shop", "./shop"].iter().chain(more).copied().collect();
    site.helm(generation, &words).unwrap();
    for name in NAMES {
        assert_eq!(owners(&site, name), [before], "{name}");
    }
    write_chart(&site, false, "two");
    site.install(&[]).ended(0);
    assert_eq!(site.history(), "1 superseded, 2 deployed");
    assert_full(&site, false);
    for name in NAMES {
        assert_ours(&site, name);
    }
    site.install(&[]).ended(0).says("up to date");

    site.release("rollback", &[]).ended(0);
    assert_full(&site, true);
    assert_eq!(site.object("configmap", "settings").unwrap()["data"]["value"], "one");
    for name in NAMES {
        assert_ours(&site, name);
    }
    site.release("uninstall", &[]).ended(0);
    assert_eq!(site.names("configmap,deployment,service"), [""; 0]);
    assert_eq!(site.history(), "");
}

#[test]
fn after_helm_3() {
    goes_on_after(Helm::V3, &[], "helm/Update");
}

#[test]
fn after_helm_4() {
    goes_on_after(Helm::V4, &[], "helm/Apply");
}

#[test]
fn after_helm_4_on_the_clients_side() {
    goes_on_after(Helm::V4, &["--server-side=false"], "helm/Update");
}

/// The objects do not change, but fields that Helm wrote on the client's side become ours all the same.
#[test]
fn the_same_chart_after_helm_3_changes_nothing_and_a_change_later_is_clean() {
    let site = Site::new("same");
    write_chart(&site, true, "one");
    site.helm(Helm::V3, &["install", "shop", "./shop"]).unwrap();
    site.install(&[]).ended(0);
    assert_full(&site, true);
    write_chart(&site, false, "two");
    site.install(&[]).ended(0);
    assert_full(&site, false);
    for name in NAMES {
        assert_ours(&site, name);
    }
}

#[test]
fn what_helm_left_pending_or_failed_is_deployed_over() {
    let site = Site::new("wedged");
    let bad = Workload {
        name: "job",
        annotations: "helm.sh/hook: pre-install",
        pods: "test.skeg.dev/behave: fail",
        spec: "backoffLimit: 0",
        ..Workload::default()
    };
    site.chart(&[("templates/job.yaml", &bad.job()), ("templates/settings.yaml", &config_map("settings", "x"))]);
    site.helm(Helm::V4, &["install", "shop", "./shop"]).unwrap_err();
    assert_eq!(site.history(), "1 failed");
    site.kubectl(&["label", "secret", "sh.helm.release.v1.shop.v1", "status=pending-install", "--overwrite"]);
    site.age_record(1);
    site.chart(&[("templates/settings.yaml", &config_map("settings", "x"))]);
    site.install(&[]).ended(0);
    assert_eq!(site.history(), "1 failed, 2 deployed");
    site.release("uninstall", &[]).ended(0);
    assert_eq!(site.history(), "");
}
