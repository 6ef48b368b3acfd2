//! The states of charts in an ordered deploy: in progress, reports, records and the status of the release.

use serde_json::{Value, json};

use super::manifests::{config_map, job};
use super::site::Site;

const ORDERED: &str = "--wait=ordered";

/// A shop whose web waits for its db, and the shop itself for web and cache.
fn write_shop(site: &Site, db: &str) {
    let shop = "apiVersion: v2
name: shop
version: 1.0.0
annotations:
  helm.sh/depends-on/subcharts: '[\"web\", \"cache\"]'
dependencies:
  - {name: db, version: 1.0.0}
  - {name: cache, version: 1.0.0}
  - name: web
    version: 1.0.0
    depends-on: [db]
";
    let subchart = |name: &str| format!("apiVersion: v2\nname: {name}\nversion: 1.0.0\n");
    let files = [
        ("Chart.yaml", shop.to_string()),
        ("templates/own.yaml", config_map("own", &[])),
        ("charts/db/Chart.yaml", subchart("db")),
        ("charts/db/templates/db.yaml", db.to_string()),
        ("charts/cache/Chart.yaml", subchart("cache")),
        ("charts/cache/templates/cache.yaml", job("warm", &[], &["test.skeg.dev/after: 2s"])),
        ("charts/web/Chart.yaml", subchart("web")),
        ("charts/web/templates/web.yaml", config_map("web", &[])),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    site.chart(&files);
}

fn good() -> String {
    job("migrate", &[], &["test.skeg.dev/after: 500ms"])
}

fn bad() -> String {
    job("migrate", &[], &["test.skeg.dev/behave: fail"])
}

/// Path and status of each chart of a record.
fn recorded(site: &Site, revision: u64) -> Vec<(String, String)> {
    let record = site.record(revision);
    let charts = record["subcharts"].as_array().unwrap_or_else(|| panic!("{record}"));
    let text = |value: &Value| value.as_str().unwrap().to_string();
    charts.iter().map(|chart| (text(&chart["path"]), text(&chart["status"]))).collect()
}

fn status_json(site: &Site) -> Value {
    serde_json::from_str(&site.release("status", &["-o", "json"]).ended(0).stdout).unwrap()
}

fn chart<'a>(charts: &'a Value, name: &str) -> &'a Value {
    let is_it = |chart: &&Value| chart["path"].as_str().is_some_and(|path| path.ends_with(name));
    charts.as_array().unwrap().iter().find(is_it).unwrap_or_else(|| panic!("{name}: {charts}"))
}

#[test]
fn charts_of_an_ordered_deploy_are_told_recorded_and_shown() {
    let site = Site::new("states");
    write_shop(&site, &good());
    let plan =
        site.skeg(["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop", ORDERED]).ended(0);
    let plan = plan.says("batch 1: db, cache").says("batch 2: web").says("batch 3: shop's own resources");
    plan.says("web waits for db  (depends-on in shop/Chart.yaml:");

    let ran = site.install(&[ORDERED]).ended(0).says("chart db: installing").says("chart db: ready (");
    let ran = ran.says("chart web: ready (").says("chart shop: ready (");
    let place = |text: &str| ran.stderr.find(text).unwrap_or_else(|| panic!("{text}: {}", ran.stderr));
    assert!(place("chart db: ready") < place("chart web: installing"), "{}", ran.stderr);
    let ready = |path: &str| (path.to_string(), "ready".to_string());
    let all = ["shop", "shop/charts/db", "shop/charts/cache", "shop/charts/web"].map(ready);
    let mut found = recorded(&site, 1);
    found.sort_by_key(|(path, _)| all.iter().position(|(other, _)| other == path));
    assert_eq!(found, all);

    // Times, to the second: web started when db was ready.
    let status = status_json(&site);
    let second = |name: &str, field: &str| chart(&status["charts"], name)[field].as_str().unwrap()[..19].to_string();
    assert!(second("/db", "ended") <= second("/web", "started"), "{status}");
    let web = status["resources"].as_array().unwrap().iter().find(|line| line["resource"] == "ConfigMap/web").unwrap();
    assert_eq!(web["chart"], "shop/charts/web");
    site.release("status", &[]).ended(0).says("chart db: ready (").says("chart web: ready");
    for unchanged in ["get", "history"] {
        assert!(!site.release(unchanged, &["-o", "json"]).ended(0).stdout.contains("subcharts"), "{unchanged}");
    }

    site.release("uninstall", &[]).ended(0).says("chart web: gone (");
}

#[test]
fn a_failed_chart_is_told_with_all_that_waits_for_it() {
    let site = Site::new("states-failed");
    write_shop(&site, &bad());
    let ran = site.install(&[ORDERED, "--progress", "json", "--save-report-to", "report.json"]).ended(1);
    let lines: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let last = |path: &str| {
        let mut of_chart = lines.iter().filter(|line| line["event"] == "chart" && line["chart"] == path);
        of_chart.next_back().unwrap_or_else(|| panic!("{path}: {}", ran.stdout))
    };
    assert_eq!(last("shop/charts/cache")["state"], "ready", "it goes on");
    let web = last("shop/charts/web");
    assert_eq!((&web["state"], &web["error"]), (&json!("pending"), &json!("not begun: waits for db, which failed")));
    let db = last("shop/charts/db")["error"].as_str().unwrap();
    assert!(db.starts_with("Job/migrate: "), "{db}");

    let report = std::fs::read_to_string(site.folder().join("report.json")).unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(chart(&report["charts"], "/db")["state"], "failed");
    assert_eq!(chart(&report["charts"], "/web")["after"], json!(["shop/charts/db"]));

    let found = recorded(&site, 1);
    for (path, status) in [("shop", "failed"), ("shop/charts/cache", "ready"), ("shop/charts/web", "pending")] {
        assert!(found.contains(&(path.to_string(), status.to_string())), "{found:?}");
    }
    let status = site.release("status", &[]).ended(0);
    status.says("chart db: failed: Job/migrate: ").says("chart web: not begun: waits for db, which failed");

    // In the text output; then it is fixed.
    let ran = site.install(&[ORDERED]).ended(1).says("chart web: not begun: waits for db, which failed");
    ran.says("Charts not begun: web (waits for db, which failed).");
    site.kubectl(&["delete", "job", "migrate"]);
    write_shop(&site, &good());
    site.install(&[ORDERED]).ended(0).says("chart shop: ready (");
    assert!(recorded(&site, 3).iter().all(|(_, status)| status == "ready"));
}

#[test]
fn without_an_order_nothing_is_said_of_charts() {
    let site = Site::new("states-unordered");
    write_shop(&site, &good());
    let ran = site.install(&["--save-report-to", "report.json"]).ended(0);
    assert!(!ran.stderr.contains("chart db"), "{}", ran.stderr);
    let report = std::fs::read_to_string(site.folder().join("report.json")).unwrap();
    assert!(!report.contains("\"charts\""), "{report}");
    assert_eq!(site.record(1).get("subcharts"), None);
    assert_eq!(status_json(&site).get("charts"), None);
}

/// Helm's other words for waiting ask for what Skeg does anyway.
#[test]
fn only_one_word_of_wait_is_about_the_order() {
    let site = Site::new("states-words");
    write_shop(&site, &good());
    let plan =
        |word: &str| site.skeg(["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop", word]);
    plan(ORDERED).ended(0).says("Charts in order:");
    for word in ["--wait", "--wait=true", "--wait=watcher", "--wait=legacy", "--wait=hookOnly"] {
        let plan = plan(word).ended(0);
        assert!(!plan.stdout.contains("Charts in order:"), "{word}: {}", plan.stdout);
    }
    plan("--wait=false").ended(1).says("Skeg always waits until resources are ready");
    plan("--wait=orderd").ended(1).says("is not one of ordered, watcher, legacy, hookOnly, true");
}
