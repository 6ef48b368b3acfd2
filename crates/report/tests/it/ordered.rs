//! Ordered deploys: charts as groups in progress, reports and plans.

use std::time::Duration;

use serde_json::{Value, json};
use skeg_plan::{ChartRun, ChartState, ChartStates, Ending, Event, Plan};
use skeg_report::{
    DeployResult, PlanDetail, PlanFormat, PlanSource, PlanStyle, PlanView, ProgressMode, ProgressText, deploy_report,
    json_line, summary,
};
use skeg_resources::{DeployType, KnownSecrets};

use crate::sample::{Run, crash, operation, ordered};
use crate::schema::faults;

/// A deploy with the events of its dispatcher, on a clock that the test advances.
struct Scene {
    plan: Plan,
    states: ChartStates,
    endings: Vec<Option<Ending>>,
    text: ProgressText,
    at: Duration,
    lines: Vec<String>,
    json: Vec<Value>,
}

impl Scene {
    fn new(mode: ProgressMode, deploy_type: DeployType) -> Scene {
        let plan = ordered(deploy_type);
        let mut text = ProgressText::new(mode);
        text.begin(plan.clone());
        let (states, endings) = (ChartStates::new(&plan), vec![None; plan.operations.len()]);
        Scene { plan, states, endings, text, at: Duration::ZERO, lines: Vec::new(), json: Vec::new() }
    }

    fn tell(&mut self, event: &Event) {
        self.lines.extend(self.text.take(event, self.at));
        let line: Value = serde_json::from_str(&json_line(&self.plan, event, self.at, None)).unwrap();
        assert_eq!(faults("progress.json", &line), Vec::<String>::new(), "{line}");
        self.json.push(line);
    }

    fn tell_charts(&mut self, charts: Vec<usize>) {
        for chart in charts {
            let run = self.states.runs()[chart].clone();
            self.tell(&Event::Chart { chart, run });
        }
    }

    fn wait(&mut self, seconds: u64) {
        self.at += Duration::from_secs(seconds);
    }

    fn now(&self) -> String {
        format!("2026-11-15T10:00:{:02}Z", self.at.as_secs())
    }

    fn start(&mut self, title: &str) {
        let operation = operation(&self.plan, title);
        let charts = self.states.begun(operation, &self.now());
        self.tell_charts(charts);
        self.tell(&Event::OperationStarted { operation });
    }

    fn end(&mut self, title: &str, ending: Ending) {
        let (operation, now) = (operation(&self.plan, title), self.now());
        self.endings[operation] = Some(ending.clone());
        let charts = self.states.ended(&self.plan, operation, &ending, &now);
        self.tell(&Event::OperationEnded { operation, ending, took: Duration::ZERO });
        self.tell_charts(charts);
    }

    /// A Deployment that takes this long.
    fn deploy(&mut self, name: &str, seconds: u64, ending: Ending) {
        let (write, wait) = (format!("create Deployment/{name}"), format!("wait until Deployment/{name} is ready"));
        self.start(&write);
        self.end(&write, Ending::Done);
        self.start(&wait);
        self.wait(seconds);
        self.end(&wait, ending);
    }

    fn finish(&mut self) {
        let charts = self.states.finish(&self.plan, &self.endings, None, &self.now());
        self.tell_charts(charts);
    }

    fn run(&self) -> Run {
        let (endings, charts) = (self.endings.clone(), self.states.runs().to_vec());
        Run { endings, charts, ..Run::done_with(self.plan.clone()) }
    }
}

/// db fails, cache is ready, web and the shop itself were not started.
fn failing() -> Scene {
    let mut scene = Scene::new(ProgressMode::Lines, DeployType::Initial);
    scene.deploy("cache", 5, Ending::Done);
    scene.deploy("db", 12, Ending::Failed(crash()));
    scene.finish();
    scene
}

#[test]
fn a_log_tells_of_charts() {
    let mut scene = Scene::new(ProgressMode::Lines, DeployType::Initial);
    for (name, seconds) in [("cache", 5), ("db", 12), ("api", 1), ("web", 2), ("own", 1)] {
        scene.deploy(name, seconds, Ending::Done);
    }
    scene.finish();
    assert_eq!(
        scene.lines.join("\n"),
        "\
chart shop: installing
chart cache: installing
✓ Deployment/cache    5.0s  created
chart cache: ready (5.0s)
chart db: installing
✓ Deployment/db        12s  created
chart db: ready (12s)
chart web: installing
chart api: installing
✓ Deployment/api      1.0s  created
chart api: ready (1.0s)
✓ Deployment/web      2.0s  created
chart web: ready (3.0s)
✓ Deployment/own      1.0s  created
chart shop: ready (21s)"
    );
}

#[test]
fn a_log_tells_of_failures_and_of_what_is_not_begun() {
    assert_eq!(
        failing().lines[4..].join("\n"),
        "\
chart db: installing
✗ Deployment/db        12s  container api crashed 3 times (exit code 1)
chart db: failed: Deployment/db: container api crashed 3 times (exit code 1)
chart shop: failed: Deployment/db: container api crashed 3 times (exit code 1)
chart web: not begun: waits for db, which failed
chart api: not begun: waits for db, which failed"
    );
}

#[test]
fn programs_get_charts_by_their_paths() {
    let charts: Vec<Value> = failing().json.into_iter().filter(|line| line["event"] == "chart").collect();
    assert_eq!(
        charts[2],
        json!({
            "event": "chart", "at": 5.0, "chart": "shop/charts/cache", "state": "ready",
            "started": "2026-11-15T10:00:00Z", "ended": "2026-11-15T10:00:05Z",
        })
    );
    assert_eq!(
        charts[6],
        json!({
            "event": "chart", "at": 17.0, "chart": "shop/charts/web", "state": "pending",
            "error": "not begun: waits for db, which failed",
        })
    );
}

#[test]
fn a_terminal_shows_what_is_under_way_chart_by_chart() {
    let mut scene = Scene::new(ProgressMode::Live, DeployType::Initial);
    for name in ["cache", "db"] {
        scene.start(&format!("create Deployment/{name}"));
        scene.end(&format!("create Deployment/{name}"), Ending::Done);
        scene.start(&format!("wait until Deployment/{name} is ready"));
    }
    let db = operation(&scene.plan, "wait until Deployment/db is ready");
    scene.tell(&Event::Log { operation: db, pod: "db-1".into(), container: "db".into(), line: "listening".into() });
    scene.wait(3);
    assert!(scene.lines.is_empty(), "{:?}", scene.lines);
    assert_eq!(
        scene.text.block(scene.at, 10, 100).join("\n"),
        "  chart db: installing  3.0s
    Deployment/db     3.0s
      └ db-1  db  │ listening
  chart cache: installing  3.0s
    Deployment/cache  3.0s
  0 of 5 done · 2 running · 3 waiting · 0 of 5 charts ready · 0:03"
    );
    for lines in 1..8 {
        let block = scene.text.block(scene.at, lines, 100);
        assert!(block.len() <= lines && block.last().unwrap().contains("charts ready"), "{lines}: {block:#?}");
    }
    assert_eq!(scene.text.block(scene.at, 4, 100)[2], "  … and 1 more");
    scene.end("wait until Deployment/cache is ready", Ending::Done);
    assert_eq!(scene.lines, ["✓ Deployment/cache    3.0s  created", "chart cache: ready (3.0s)"]);
}

#[test]
fn an_uninstall_has_words_of_its_own() {
    let mut scene = Scene::new(ProgressMode::Lines, DeployType::Uninstall);
    for title in ["delete Deployment/own", "wait until Deployment/own is gone"] {
        scene.start(title);
        scene.end(title, Ending::Done);
    }
    for title in ["delete Deployment/cache", "wait until Deployment/cache is gone"] {
        scene.start(title);
        scene.end(title, Ending::Done);
    }
    assert_eq!(scene.lines[0], "chart shop: uninstalling");
    assert_eq!(scene.lines.last().unwrap(), "chart cache: gone (0.0s)");
}

#[test]
fn a_report_has_charts() {
    let run = failing().run();
    let report: Value = serde_json::from_str(&deploy_report(&run.ending(DeployResult::Failed))).unwrap();
    assert_eq!(faults("report.json", &report), Vec::<String>::new());
    assert_eq!(
        report["charts"][2],
        json!({
            "path": "shop/charts/web", "name": "web", "state": "pending", "error": "not begun: waits for db, which failed",
            "after": ["shop/charts/db"],
        })
    );
    assert_eq!(report["charts"][0]["ownAfter"], json!(["shop/charts/web"]));
    assert_eq!(report["charts"][4]["ended"], "2026-11-15T10:00:05Z");
    // The report of an unordered deploy does not mention charts.
    let plain: Value = serde_json::from_str(&deploy_report(&Run::done().ending(DeployResult::Deployed))).unwrap();
    assert!(plain.get("charts").is_none());
}

#[test]
fn the_last_words_name_charts_that_were_not_begun() {
    let run = failing().run();
    let text = summary(&run.ending(DeployResult::Failed));
    assert!(text.contains("\n  Charts not begun: web (waits for db, which failed).\n"), "{text}");
    // A deploy that was stopped: it shows the outermost charts that were not started, and the innermost that were not
    // finished.
    let chart = |state, error: &str| ChartRun { state, error: Some(error.to_string()), ..ChartRun::default() };
    let halfway = || chart(ChartState::Failed, "not finished: timed out");
    let pending = || chart(ChartState::Pending, "not begun: timed out");
    let charts = vec![halfway(), halfway(), pending(), pending(), pending()];
    let text = summary(&Run { charts, ..run }.ending(DeployResult::TimedOut));
    let expected = "\n  Charts not begun: web, cache (timed out).\n  Charts not finished: db (timed out).\n";
    assert!(text.contains(expected), "{text}");
}

fn shown(deploy_type: DeployType, format: PlanFormat) -> String {
    let plan = ordered(deploy_type);
    let source = PlanSource {
        plan: &plan,
        is_idle: false,
        record_reasons: &[],
        destination: None,
        made: None,
        standing: None,
        back_to: None,
        notes: &[],
        warnings: &[],
        refused: &[],
        secrets: &KnownSecrets::default(),
    };
    skeg_report::plan(&PlanView::new(&source, &PlanDetail::default()), &plan, format, PlanStyle::default())
}

#[test]
fn a_plan_shows_batches_and_who_waits_for_whom() {
    let text = shown(DeployType::Initial, PlanFormat::Text);
    let order = "
Charts in order:
  batch 1: db, cache
  batch 2: web
      web, batch 1: api, web's own resources
  batch 3: shop's own resources
  shop's own resources wait for web  (annotation helm.sh/depends-on/subcharts in shop/Chart.yaml:4)
  web waits for db  (depends-on in shop/Chart.yaml:12)

";
    assert!(text.contains(order), "{text}");
    let text = shown(DeployType::Uninstall, PlanFormat::Text);
    let order = "
Charts in order:
  batch 1: shop's own resources
  batch 2: web
      web, batch 1: api, web's own resources
  batch 3: db, cache
  web waits until shop's own resources are gone  (annotation helm.sh/depends-on/subcharts in shop/Chart.yaml:4)
  db waits until web is gone  (depends-on in shop/Chart.yaml:12)

";
    assert!(text.contains(order), "{text}");
}

#[test]
fn other_forms_of_a_plan_show_the_same() {
    let markdown = shown(DeployType::Initial, PlanFormat::Markdown);
    let lines = "- batch 2: web\n  - web, batch 1: api, web's own resources\n";
    assert!(markdown.contains("<summary>Charts in order</summary>") && markdown.contains(lines), "{markdown}");
    let html = shown(DeployType::Initial, PlanFormat::Html);
    assert!(html.contains("<h2>Charts in order</h2>"), "{html}");
    assert!(
        html.contains("web waits for db <span class=\"faint\">(depends-on in shop/Chart.yaml:12)</span>"),
        "{html}"
    );
    let json: Value = serde_json::from_str(&shown(DeployType::Initial, PlanFormat::Json)).unwrap();
    assert_eq!(faults("plan.json", &json), Vec::<String>::new());
    assert_eq!(
        json["charts"][2],
        json!({
            "path": "shop/charts/web",
            "after": [{ "chart": "shop/charts/db", "why": "depends-on in shop/Chart.yaml:12" }],
            "batches": [["shop/charts/web/charts/api", "shop/charts/web"]],
        })
    );
    assert_eq!(json["charts"][0]["batches"][2], json!(["shop"]));
}
