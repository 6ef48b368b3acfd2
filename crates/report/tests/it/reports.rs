use std::time::Duration;

use serde_json::{Value, json};
use skeg_plan::{Ending, Event, Progress};
use skeg_report::{DeployEnding, DeployResult, Destination, deploy_report, json_end, json_line};

use crate::sample::{Run, crash};
use crate::schema::faults;

const WEB: &str = "wait until Deployment/web is ready";

fn report(ending: &DeployEnding<'_>) -> Value {
    let value = serde_json::from_str(&deploy_report(ending)).unwrap();
    assert_eq!(faults("report.json", &value), Vec::<String>::new());
    value
}

#[test]
fn a_success_has_nelms_fields() {
    let run = Run::done();
    let report = report(&run.ending(DeployResult::Deployed));
    for (key, expected) in [
        ("version", json!(3)),
        ("release", json!("shop")),
        ("namespace", json!("shop")),
        ("revision", json!(3)),
        ("status", json!("deployed")),
        (
            "completedOperations",
            json!([
                "create: ConfigMap/last",
                "create: ConfigMap/settings",
                "create: Deployment/web",
                "create: Job/migrate"
            ]),
        ),
        ("canceledOperations", Value::Null),
        ("failedOperations", Value::Null),
        ("cause", Value::Null),
    ] {
        assert_eq!(report[key], expected, "{key}");
    }
    let operations = report["operations"].as_array().unwrap();
    assert!(operations.iter().all(|operation| operation["result"] == "done" && operation["seconds"] == 1.25));
}

#[test]
fn a_failure_says_why_and_what_was_left() {
    let run = Run::up_to(WEB, Ending::Failed(crash()));
    let cleanup = Run::up_to("create Job/migrate", Ending::Cancelled);
    let rollback_run = Run::done();
    let rollback = rollback_run.ending(DeployResult::Deployed);
    let ending =
        DeployEnding { cleanup: Some(cleanup.view()), rollback: Some(&rollback), ..run.ending(DeployResult::Failed) };
    let report = report(&ending);
    assert_eq!((&report["status"], &report["cause"]), (&json!("failed"), &json!("failure")));
    assert_eq!(report["canceledOperations"], json!(["create: ConfigMap/last"]));
    let failed: Vec<&Value> =
        report["operations"].as_array().unwrap().iter().filter(|each| each["result"] == "failed").collect();
    assert_eq!(failed.len(), 1);
    assert_eq!(
        failed[0]["resource"],
        json!({"group": "apps", "kind": "Deployment", "namespace": "shop", "name": "web"})
    );
    assert_eq!(failed[0]["failure"]["container"], "api");
    assert_eq!(report["rollback"]["status"], "deployed");
    assert_eq!(report["cleanup"][1]["result"], "cancelled");
}

#[test]
fn a_report_names_the_cluster() {
    let run = Run::done();
    let destination = Destination { context: Some("prod".into()), address: "https://a:6443".into(), cluster: None };
    let ending = DeployEnding { destination: Some(&destination), ..run.ending(DeployResult::Deployed) };
    assert_eq!(report(&ending)["cluster"], json!({ "context": "prod", "address": "https://a:6443" }));
}

#[test]
fn interruption_and_timeout_are_failures_with_another_cause() {
    let run = Run::up_to(WEB, Ending::Cancelled);
    for (kind, status, cause) in [
        (DeployResult::Interrupted, "failed", json!("interrupted")),
        (DeployResult::TimedOut, "failed", json!("timeout")),
        (DeployResult::UpToDate, "skipped", Value::Null),
        (DeployResult::Uninstalled, "uninstalled", Value::Null),
    ] {
        let report = report(&run.ending(kind));
        assert_eq!((&report["status"], &report["cause"]), (&json!(status), &cause));
    }
}

#[test]
fn each_event_is_a_line() {
    let run = Run::done();
    let plan = &run.plan;
    let web = crate::sample::operation(plan, WEB);
    let text = |text: &str| text.to_string();
    let progress = Progress { ready: Some(2), wanted: Some(3), waits: text("pod web-1"), ..Progress::default() };
    let ended = |ending| Event::OperationEnded { operation: web, ending, took: Duration::from_millis(40_017) };
    let mut events = vec![
        (Event::PlanStarted { name: text("deploy"), operations: 10 }, "plan", json!("deploy")),
        (Event::OperationStarted { operation: web }, "title", json!(WEB)),
        (ended(Ending::Done), "seconds", json!(40.017)),
        (ended(Ending::Failed(crash())), "result", json!("failed")),
        (ended(Ending::Ignored(crash())), "result", json!("ignored")),
        (ended(Ending::Cancelled), "result", json!("cancelled")),
        (Event::Progress { operation: web, progress }, "ready", json!(2)),
        (
            Event::Log { operation: web, pod: text("p"), container: text("c"), line: text("a\nb") },
            "line",
            json!("a\nb"),
        ),
        (Event::Message { operation: web, text: text("m") }, "text", json!("m")),
        (Event::Waiting { text: text("w") }, "text", json!("w")),
        (Event::Warning { text: text("!") }, "event", json!("warning")),
        (Event::Stopping { in_flight: 3 }, "inFlight", json!(3)),
    ];
    let destination = Destination { cluster: Some(text("eu")), context: None, address: text("https://a:6443") };
    let cluster = json!({ "name": "eu", "address": "https://a:6443" });
    let started = Event::PlanStarted { name: text("deploy"), operations: 1 };
    events.push((started, "cluster", cluster.clone()));
    let end = json_end(&DeployEnding { destination: Some(&destination), ..run.ending(DeployResult::Deployed) });
    let lines = events.iter().map(|(event, key, expected)| {
        (json_line(plan, event, Duration::from_millis(1500), Some(&destination)), *key, expected.clone())
    });
    for (line, key, expected) in lines.chain([
        (json_end(&run.ending(DeployResult::Deployed)), "status", json!("deployed")),
        (end, "cluster", cluster),
    ]) {
        assert!(!line.contains('\n'), "{line}");
        let value: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(faults("progress.json", &value), Vec::<String>::new(), "{line}");
        assert_eq!(value[key], expected, "{line}");
    }
}
