//! Files that a deploy writes for others: the graph of its plan, and its report.

use serde_json::Value;

use super::manifests::{config_map, deployment, job};
use super::site::Site;

fn read(site: &Site, file: &str) -> String {
    std::fs::read_to_string(site.folder().join(file)).unwrap()
}

/// Checks the report against the schema, with Skeg's own validation of values.
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

/// No command makes a request.
#[test]
fn a_file_that_cannot_be_written_is_refused_before_anything_is_done() {
    let site = Site::new("no-folder");
    site.chart(&[("templates/a.yaml", &config_map("a", &[]))]);
    let refused = |words: &[&str], text: &str| {
        let mark = site.cluster.audit_mark().unwrap();
        let disguise = ["--kube-impersonate-user", &site.namespace, "--kube-impersonate-group", "system:masters"];
        let ran = site.skeg(["release"].iter().chain(words).chain(&disguise)).ended(1).says("Nothing was changed");
        let (flag, file) = (words[words.len() - 2], words[words.len() - 1]);
        ran.says(&format!("{flag} {file}: {text}"));
        let mut requests = site.cluster.requests_since(mark).unwrap();
        requests.retain(|request| request.acts_as == site.namespace);
        assert_eq!(requests, []);
    };
    let install = ["install", "shop", "./shop", "-n", &site.namespace];
    for flag in ["--save-report-to", "--save-graph-to", "--save-rollback-graph-to"] {
        refused(&[&install[..], &[flag, "none/of/these.json"]].concat(), "there is no folder none/of");
        refused(&[&install[..], &[flag, "shop"]].concat(), "this is a folder");
        refused(&[&install[..], &[flag, "/proc/report.json"]].concat(), "no such file or directory");
    }
    for command in ["rollback", "uninstall"] {
        refused(
            &[command, "shop", "-n", &site.namespace, "--save-report-to", "none/r.json"],
            "there is no folder none",
        );
    }
    for command in
        [&["plan", "install", "shop", "./shop"][..], &["plan", "rollback", "shop"], &["plan", "uninstall", "shop"]]
    {
        let words = [command, &["-n", &site.namespace]].concat();
        refused(&[&words[..], &["--save-graph-to", "none/g.dot"]].concat(), "there is no folder none");
        refused(&[&words[..], &["--out", "none/p.json"]].concat(), "there is no folder none");
    }
    refused(&["plan", "execute", "plan.json", "--save-report-to", "none/r.json"], "there is no folder none");
    // An existing file stays until there is something to replace it.
    std::fs::write(site.folder().join("old.json"), "old").unwrap();
    site.install(&["--save-report-to", "old.json", "--set-file", "a=none"]).ended(1);
    assert_eq!(read(&site, "old.json"), "old");
    assert_eq!(std::fs::read_dir(site.folder()).unwrap().count(), 2, "no probe is left");
}

/// `/dev/full` can be opened, but not written.
#[test]
fn a_deploy_whose_report_cannot_be_written_is_told_as_done() {
    let site = Site::new("unwritten");
    site.chart(&[("templates/a.yaml", &config_map("a", &[])), ("templates/NOTES.txt", "Sail on.\n")]);
    let ran = site.install(&["--save-report-to", "/dev/full", "--save-graph-to", "graph.dot"]).ended(4);
    ran.says("--save-report-to: writing /dev/full: no space left on device")
        .says("The release is deployed nevertheless.")
        .says("Release shop is deployed in namespace ")
        .says("Sail on.");
    assert_eq!(site.history(), "1 deployed");
    assert!(read(&site, "graph.dot").contains("ConfigMap/a"));
    site.install(&["--save-report-to", "/dev/full"]).ended(4).says("The release is up to date nevertheless.");
    site.chart(&[("templates/bad.yaml", &job("bad", &[], &["test.skeg.dev/behave: fail"]))]);
    site.install(&["--save-report-to", "/dev/full"]).ended(1).says("no space left").says("Job/bad");
    let ran = site.release("uninstall", &["--save-report-to", "/dev/full"]).ended(4);
    ran.says("The release is uninstalled nevertheless.");
}

#[test]
fn the_graph_of_a_rollback_is_written() {
    let site = Site::new("rollback-graph");
    site.chart(&[("templates/web.yaml", &deployment("web", &[], "")), ("values.yaml", "tag: one\n")]);
    site.install(&["--save-rollback-graph-to", "none.dot"]).ended(0);
    assert!(!site.folder().join("none.dot").exists(), "nothing was rolled back");
    site.chart(&[
        ("templates/web.yaml", &deployment("web", &[], "")),
        ("templates/bad.yaml", &job("bad", &["werf.io/weight: \"1\""], &["test.skeg.dev/behave: fail"])),
        ("values.yaml", "tag: two\n"),
    ]);
    site.install(&["--auto-rollback", "--save-rollback-graph-to", "back.dot", "--save-graph-to", "there.dot"]).ended(1);
    let (there, back) = (read(&site, "there.dot"), read(&site, "back.dot"));
    assert!(there.contains("create Job/bad") || there.contains("Job/bad"), "{there}");
    assert!(back.starts_with("digraph {") && back.contains("Deployment/web") && back != there, "{back}");
}
