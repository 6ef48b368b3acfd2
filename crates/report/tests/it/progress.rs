use std::time::Duration;

use skeg_plan::{Ending, Event, Plan, Progress};
use skeg_report::{ProgressMode, ProgressText};
use skeg_resources::DeployType;

use crate::sample::{crash, operation, plan, plan_of};

const WEB: &str = "wait until Deployment/web is ready";

/// A deploy on a clock that the test advances.
struct Scene {
    plan: Plan,
    text: ProgressText,
    at: Duration,
    lines: Vec<String>,
}

impl Scene {
    fn new(mode: ProgressMode) -> Scene {
        let plan = plan();
        let mut text = ProgressText::new(mode);
        text.begin(plan.clone());
        let mut scene = Scene { plan, text, at: Duration::ZERO, lines: Vec::new() };
        let operations = scene.plan.operations.len();
        scene.tell(Event::PlanStarted { name: "deploy".to_string(), operations });
        scene
    }

    fn tell(&mut self, event: Event) {
        self.lines.extend(self.text.take(&event, self.at));
    }

    fn wait(&mut self, seconds: u64) {
        self.at += Duration::from_secs(seconds);
    }

    fn start(&mut self, title: &str) {
        self.tell(Event::OperationStarted { operation: operation(&self.plan, title) });
    }

    fn end(&mut self, title: &str, ending: Ending) {
        self.tell(Event::OperationEnded { operation: operation(&self.plan, title), ending, took: Duration::ZERO });
    }

    fn progress(&mut self, ready: u32, waits: &str) {
        let progress =
            Progress { ready: Some(ready), wanted: Some(3), waits: waits.to_string(), ..Progress::default() };
        self.tell(Event::Progress { operation: operation(&self.plan, WEB), progress });
        self.lines.extend(self.text.settled(self.at));
    }

    fn log(&mut self, line: &str) {
        let (pod, container) = ("web-7d9f-x2x".to_string(), "web".to_string());
        self.tell(Event::Log { operation: operation(&self.plan, WEB), pod, container, line: line.to_string() });
    }

    /// Runs until Deployment/web is waited for.
    fn until_web(&mut self) {
        for (title, seconds) in [
            ("record revision 3 as pending-install", 0),
            ("create Job/migrate", 1),
            ("wait until Job/migrate is ready", 11),
            ("create ConfigMap/settings", 0),
            ("wait until ConfigMap/settings is ready", 0),
            ("create Deployment/web", 0),
        ] {
            self.start(title);
            self.wait(seconds);
            self.end(title, Ending::Done);
        }
        self.start(WEB);
    }
}

#[test]
fn a_log_gets_each_fact_once() {
    let mut scene = Scene::new(ProgressMode::Lines);
    scene.until_web();
    // A state that lasts only a moment is not worth a line.
    scene.progress(0, "pod web-7d9f-x2x starting");
    scene.wait(2);
    scene.progress(1, "");
    scene.progress(1, "");
    scene.progress(2, "");
    scene.wait(6);
    scene.progress(2, "pod web-7d9f-x2x readiness probe (HTTP 503, 3×)");
    scene.progress(2, "pod web-7d9f-x2x readiness probe (HTTP 503, 3×)");
    scene.log("\u{1b}[2Jlistening on :8080\r\n");
    scene.tell(Event::Message { operation: operation(&scene.plan, WEB), text: "Scaled up".to_string() });
    for _ in 0..2 {
        scene.tell(Event::Warning { text: "v1beta1 is deprecated".to_string() });
        scene.tell(Event::Waiting { text: "another deploy is under way".to_string() });
    }
    scene.wait(1);
    scene.progress(3, "");
    scene.end(WEB, Ending::Done);
    assert_eq!(
        scene.lines.join("\n"),
        "\
✓ Job/migrate            12s  succeeded
✓ ConfigMap/settings    0.0s  created
  Deployment/web      ●○○ 1/3 ready  2.0s
  Deployment/web      ●●○ 2/3 ready  8.0s  waits: pod web-7d9f-x2x readiness probe (HTTP 503, 3×)
  web-7d9f-x2x  web  │ listening on :8080
  Deployment/web  • Scaled up
warning: v1beta1 is deprecated
waiting: another deploy is under way
  Deployment/web      ●●● 3/3 ready  9.0s
✓ Deployment/web        9.0s  ready"
    );
}

#[test]
fn a_terminal_gets_a_block_under_what_is_finished() {
    let mut scene = Scene::new(ProgressMode::Live);
    scene.until_web();
    scene.wait(8);
    scene.progress(2, "pod web-7d9f-x2x readiness probe (HTTP 503, 3×)");
    scene.log("listening on :8080");
    assert_eq!(scene.lines, ["✓ Job/migrate            12s  succeeded", "✓ ConfigMap/settings    0.0s  created"]);
    assert_eq!(
        scene.text.block(scene.at, 10, 200).join("\n"),
        "  Deployment/web      ●●○ 2/3 ready  8.0s  waits: pod web-7d9f-x2x readiness probe (HTTP 503, 3×)
    └ web-7d9f-x2x  web  │ listening on :8080
  2 of 4 done · 1 running · 1 waiting for Deployment/web · 0:20"
    );
    // Small terminals.
    assert_eq!(scene.text.block(scene.at, 10, 30)[0], "  Deployment/web      ●●○ 2/3…");
    assert_eq!(scene.text.block(scene.at, 2, 200).len(), 2);
    assert_eq!(scene.text.block(scene.at, 1, 200), ["  2 of 4 done · 1 running · 1 waiting for Deployment/web · 0:20"]);
    scene.end(WEB, Ending::Done);
    for title in ["create ConfigMap/last", "wait until ConfigMap/last is ready"] {
        scene.start(title);
        scene.end(title, Ending::Done);
    }
    assert!(scene.text.block(scene.at, 10, 200).is_empty());
}

#[test]
fn many_at_once_fit_the_block() {
    let manifests: Vec<String> =
        (0..50).map(|at| format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: c{at}}}\n")).collect();
    let plan = plan_of(&manifests.join("---\n"), DeployType::Initial);
    let mut text = ProgressText::new(ProgressMode::Live);
    text.begin(plan.clone());
    for at in 0..50 {
        let operation = operation(&plan, &format!("create ConfigMap/c{at}"));
        text.take(&Event::OperationStarted { operation }, Duration::ZERO);
    }
    // A short operation is not worth showing.
    assert_eq!(text.block(Duration::from_millis(100), 10, 100), ["  0 of 50 done · 50 running · 0:00"]);
    let block = text.block(Duration::from_secs(3), 10, 100);
    assert_eq!(block.len(), 10);
    assert_eq!(block[8], "  … and 42 more");
}

/// A log does not repeat the same state for many resources.
#[test]
fn many_that_wait_for_the_same_are_one_line_of_a_log() {
    let manifests: Vec<String> =
        (0..50).map(|at| format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: c{at}}}\n")).collect();
    let plan = plan_of(&manifests.join("---\n"), DeployType::Initial);
    let mut text = ProgressText::new(ProgressMode::Lines);
    text.begin(plan.clone());
    for at in 0..50 {
        let operation = operation(&plan, &format!("create ConfigMap/c{at}"));
        text.take(&Event::OperationStarted { operation }, Duration::ZERO);
        let waits = if at == 7 { "something else" } else { "its controller to write a status" };
        let progress = Progress { waits: waits.to_string(), ..Progress::default() };
        text.take(&Event::Progress { operation, progress }, Duration::ZERO);
    }
    let lines = text.settled(Duration::from_secs(2));
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("  49 resources ") && lines[0].contains("waits: its controller to write a status"));
    assert!(lines[0].ends_with("(ConfigMap/c0, ConfigMap/c1, ConfigMap/c10 and 46 more)"), "{}", lines[0]);
    assert!(lines[1].starts_with("  ConfigMap/c7 ") && lines[1].ends_with("waits: something else"), "{}", lines[1]);
    // Nor does the heartbeat.
    assert_eq!(text.block(Duration::from_secs(20), 40, 160).len(), 3);
}

#[test]
fn failures_and_stops() {
    let mut scene = Scene::new(ProgressMode::Lines);
    scene.until_web();
    scene.wait(41);
    scene.end(WEB, Ending::Failed(crash()));
    scene.start("create ConfigMap/last");
    scene.end("create ConfigMap/last", Ending::Ignored(crash()));
    scene.tell(Event::Stopping { in_flight: 1 });
    scene.start("wait until ConfigMap/last is ready");
    scene.end("wait until ConfigMap/last is ready", Ending::Cancelled);
    scene.start("mark revision 3 deployed");
    scene.end("mark revision 3 deployed", Ending::Failed(crash()));
    assert_eq!(
        scene.lines[2..].join("\n"),
        "\
✗ Deployment/web         41s  container api crashed 3 times (exit code 1)
! ConfigMap/last        0.0s  failed, ignored: container api crashed 3 times (exit code 1)
stopping: no new operations; waiting for 1 write in flight (again to quit at once)
✗ mark revision 3 deployed    0.0s  container api crashed 3 times (exit code 1)"
    );
    assert!(scene.text.block(scene.at, 10, 100).is_empty());
}

#[test]
fn a_rollback_is_announced() {
    let mut text = ProgressText::new(ProgressMode::Lines);
    let started = Event::PlanStarted { name: "deploy".to_string(), operations: 1 };
    text.begin(plan());
    assert!(text.take(&started, Duration::ZERO).is_empty());
    text.begin(Plan { deploy_type: DeployType::Rollback, revision: 4, ..plan() });
    assert_eq!(text.take(&started, Duration::ZERO), ["rolling back to the last deployed revision, as revision 4"]);
    // The cleanup after it fails.
    text.begin(Plan { deploy_type: DeployType::Rollback, revision: 4, ..plan() });
    let cleanup = Event::PlanStarted { name: "cleanup".to_string(), operations: 1 };
    assert!(text.take(&cleanup, Duration::ZERO).is_empty());
}

#[test]
fn events_of_no_plan_are_nothing() {
    let mut text = ProgressText::new(ProgressMode::Lines);
    assert!(text.take(&Event::OperationStarted { operation: 7 }, Duration::ZERO).is_empty());
    assert!(
        text.take(&Event::OperationEnded { operation: 7, ending: Ending::Done, took: Duration::ZERO }, Duration::ZERO)
            .is_empty()
    );
    assert!(text.block(Duration::from_secs(1), 5, 50).is_empty());
}
