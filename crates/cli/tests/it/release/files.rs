//! Files that a deploy leaves for others: the graph of its plan, and the report of what it did.

use serde_json::Value;

use super::manifests::{deployment, job};
use super::site::Site;

fn read(site: &Site, file: &str) -> String {
    std::fs::read_to_string(site.folder().join(file)).unwrap()
}

/// Skeg's own validation of values holds the report to the schema.
#[track_caller]
fn fits_schema(site: &Site, file: &str) {
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schemas/report.json");
    site.chart(&[("values.schema.json", &std::fs::read_to_string(schema).unwrap())]);
    site.skeg(["chart", "render", "./shop", "-f", file]).ended(0);
    site.skeg(["chart", "render", "./shop", "-f", file, "--set", "status=perhaps"]).ended(1);
}

#[test]
fn graph_and_report_tell_what_was_done() {
    let site = Site::new("files");
    let migrate = job("migrate", &["werf.io/weight: \"-1\""], &[]);
    site.chart(&[
        ("templates/web.yaml", &deployment("web", &[], "")),
        ("templates/migrate.yaml", &migrate),
        ("values.yaml", "tag: one\n"),
    ]);
    site.install(&["--save-graph-to", "graph.dot", "--save-report-to", "report.json"]).ended(0);
    let dot = read(&site, "graph.dot");
    assert!(dot.starts_with("digraph {") && dot.contains("Deployment/web") && dot.contains("weight"), "{dot}");
    let report: Value = serde_json::from_str(&read(&site, "report.json")).unwrap();
    assert_eq!((&report["status"], &report["revision"]), (&"deployed".into(), &1.into()));
    assert_eq!(report["completedOperations"], serde_json::json!(["create: Deployment/web", "create: Job/migrate"]));

    site.install(&["--set", "tag=two", "--save-graph-to", "graph.mmd"]).ended(0);
    let mermaid = read(&site, "graph.mmd");
    assert!(mermaid.starts_with("graph LR") && mermaid.contains("Deployment/web"), "{mermaid}");
    site.install(&["--set", "tag=two", "--save-report-to", "idle.json"]).ended(0);
    assert_eq!(serde_json::from_str::<Value>(&read(&site, "idle.json")).unwrap()["status"], "skipped");
    site.chart(&[("templates/bad.yaml", &job("bad", &[], &["test.skeg.dev/behave: fail"]))]);
    site.install(&["--save-report-to", "failed.json"]).ended(1);
    let report: Value = serde_json::from_str(&read(&site, "failed.json")).unwrap();
    assert_eq!((&report["status"], &report["cause"]), (&"failed".into(), &"failure".into()));
    site.release("uninstall", &["--save-report-to", "gone.json"]).ended(0);
    for file in ["report.json", "idle.json", "failed.json", "gone.json"] {
        fits_schema(&site, file);
    }
}
