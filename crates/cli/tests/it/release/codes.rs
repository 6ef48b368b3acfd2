//! Error codes where programs look for them, and those that no other test provokes.

use std::time::Duration;

use serde_json::{Value, json};
use skeg_test_cluster::wait_until;

use super::manifests::{config_map, deployment, job};
use super::running::Running;
use super::site::Site;

#[test]
fn a_lock_that_is_held_too_long_has_a_code() {
    let site = Site::new("code-lock");
    let late = ["test.skeg.dev/behave: ready-after", "test.skeg.dev/after: 30s"];
    site.chart(&[("values.yaml", "tag: one\n"), ("templates/slow.yaml", &deployment("slow", &late, ""))]);
    let first = Running::install(&site, &[]);
    let is_recorded = || (!site.history().is_empty()).then_some(());
    wait_until(Duration::from_secs(60), is_recorded).expect("the first has begun");
    site.install(&["--lock-timeout", "1s"]).ended(1).says("error[SKEG-LOCK-HELD]: ").says("--lock-timeout");
    drop(first);
}

#[test]
fn records_and_rights_have_codes() {
    let site = Site::new("code-record");
    site.chart(&[("templates/a.yaml", &config_map("a", &[]))]);
    site.install(&[]).ended(0);
    site.install(&["--release-labels", "owner=me"]).ended(1).says("error[SKEG-RECORD-UNWRITABLE]: ");
    let user = format!("{}-nobody", site.namespace);
    site.release("history", &["--kube-impersonate-user", &user]).ended(1).says("error[SKEG-FORBIDDEN]: ");
    site.kubectl(&["patch", "secret", "sh.helm.release.v1.shop.v1", "-p", r#"{"data": {"release": "bm90aGluZw=="}}"#]);
    let ran = site.release("get", &[]).ended(1).says("error[SKEG-RECORD-DAMAGED]: ");
    ran.says("kubectl delete secret sh.helm.release.v1.shop.v1");
}

#[test]
fn programs_find_codes_in_reports_and_progress() {
    let site = Site::new("code-json");
    site.chart(&[("templates/a.yaml", "kind: ConfigMap\nmetadata: {name: a}\n")]);
    let refused = site.install(&["--progress", "json"]).ended(1).says("error[SKEG-RESOURCE-INVALID]: ");
    let line: Value = serde_json::from_str(refused.stdout.lines().last().unwrap()).unwrap();
    assert_eq!((&line["event"], &line["code"]), (&json!("error"), &json!("SKEG-RESOURCE-INVALID")));
    assert!(line["message"].as_str().unwrap().contains("apiVersion"), "{line}");
    assert_eq!(line["hints"], json!(["Nothing was changed."]));

    site.chart(&[("templates/job.yaml", &job("fails", &[], &["test.skeg.dev/behave: fail"]))]);
    let ran = site.install(&["--progress", "json", "--save-report-to", "report.json"]).ended(1);
    let end: Value = serde_json::from_str(ran.stdout.lines().last().unwrap()).unwrap();
    assert_eq!((&end["event"], &end["code"]), (&json!("ended"), &json!("SKEG-RESOURCE-FAILED")), "{end}");
    let report = std::fs::read_to_string(site.folder().join("report.json")).unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["code"], "SKEG-RESOURCE-FAILED");
    let failures = report["operations"].as_array().unwrap().iter().filter_map(|each| each.get("failure"));
    let codes: Vec<&Value> = failures.map(|failure| &failure["code"]).collect();
    assert_eq!(codes, ["SKEG-RESOURCE-FAILED"]);
}
