//! A plan from manifests, made by the real parser and planner.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use skeg_plan::{
    Action, Built, ChartRun, Ending, Failure, FailureKind, Live, Order, Plan, Policy, Progress, ReleaseName, Request,
    Trial, build,
};
use skeg_report::{DeployEnding, DeployResult, RunView};
use skeg_resources::{BuiltIn, Class, Context, DeployType, Document, Extra, Resource, Strictness, parse};

pub(crate) const SHOP: &str = "\
apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
  annotations: {werf.io/weight: \"-5\"}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: migrate, image: shop}]}}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: shop, envFrom: [{configMapRef: {name: settings}}]}]}}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: last
  annotations: {werf.io/weight: \"10\"}
";

/// The first install of a small shop.
pub(crate) fn plan() -> Plan {
    plan_of(SHOP, DeployType::Initial)
}

pub(crate) fn plan_of(manifests: &str, deploy_type: DeployType) -> Plan {
    let desired = resources(manifests);
    let live: BTreeMap<_, _> = desired.iter().map(|resource| (resource.id.clone(), Live::Absent)).collect();
    build(Request {
        release: release(),
        revision: 3,
        deploy_type,
        desired,
        previous: Vec::new(),
        live,
        history: Vec::new(),
        policy: Policy::default(),
        order: None,
        previous_order: None,
        change: None,
        retained: Default::default(),
    })
    .and_then(Built::unblocked)
    .unwrap()
}

/// The charts of [`ordered`]: web waits for db, the shop's own resources wait for web, and api is a subchart of web.
pub(crate) const CHARTS: [&str; 5] =
    ["shop", "shop/charts/db", "shop/charts/web", "shop/charts/web/charts/api", "shop/charts/cache"];

/// A shop with subcharts, deployed in order.
pub(crate) fn ordered(deploy_type: DeployType) -> Plan {
    let mut charts: Vec<Value> = CHARTS.iter().map(|path| json!({ "path": path })).collect();
    let wait = |on: usize, by: &str, line: usize| json!([{ "on": CHARTS[on], "origin": { "by": by, "file": "shop/Chart.yaml", "line": line } }]);
    charts[2]["after"] = wait(1, "depends-on", 12);
    charts[0]["own_after"] = wait(2, "annotation", 4);
    let order: Option<Order> = serde_json::from_value(json!({ "charts": charts })).unwrap();
    let deployment = |name: &str| {
        format!(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: {name}}}\nspec: {{replicas: 1, selector: {{matchLabels: {{a: b}}}}, \
             template: {{metadata: {{labels: {{a: b}}}}, spec: {{containers: [{{name: a, image: a}}]}}}}}}\n"
        )
    };
    let desired: Vec<Resource> = ["own", "db", "web", "api", "cache"]
        .iter()
        .zip(CHARTS)
        .flat_map(|(name, chart)| resources_at(&format!("{chart}/templates/all.yaml"), &deployment(name)))
        .collect();
    let is_uninstall = deploy_type == DeployType::Uninstall;
    let live = |resource: &Resource| match is_uninstall {
        true => Live::Present { object: Box::new(resource.object.clone()), trial: Trial::NotNeeded },
        false => Live::Absent,
    };
    let live: BTreeMap<_, _> = desired.iter().map(|resource| (resource.id.clone(), live(resource))).collect();
    let previous = if is_uninstall { desired.clone() } else { Vec::new() };
    let previous_order = if is_uninstall { order.clone() } else { None };
    let (release, policy, history) = (release(), Policy::default(), Vec::new());
    build(Request {
        release,
        revision: 3,
        deploy_type,
        desired,
        previous,
        live,
        history,
        policy,
        order,
        previous_order,
        change: None,
        retained: Default::default(),
    })
    .and_then(Built::unblocked)
    .unwrap()
}

/// Wanted resources, parsed by the real parser.
pub(crate) fn resources(manifests: &str) -> Vec<Resource> {
    resources_at("shop/templates/all.yaml", manifests)
}

fn resources_at(path: &str, manifests: &str) -> Vec<Resource> {
    let extra = Extra::default();
    let context = Context {
        release: "shop",
        namespace: "shop",
        scopes: &BuiltIn,
        extra: &extra,
        runtime_extra: &extra,
        strictness: Strictness::Wanted,
    };
    let document = Document { path, number: 0, text: manifests.as_bytes(), class: Class::Regular };
    // Rendered manifests come as one document per text.
    let documents: Vec<Document<'_>> = manifests
        .split("---\n")
        .enumerate()
        .map(|(at, text)| {
            let class = if text.contains("helm.sh/hook:") { Class::Hook } else { Class::Regular };
            Document { text: text.as_bytes(), number: at + 1, class, ..document }
        })
        .collect();
    parse(&documents, &context).unwrap().resources
}

pub(crate) fn release() -> ReleaseName {
    ReleaseName { name: "shop".to_string(), namespace: "shop".to_string() }
}

/// The operation with this title.
pub(crate) fn operation(plan: &Plan, title: &str) -> usize {
    (0..plan.operations.len()).find(|index| plan.title(*index) == title).unwrap_or_else(|| panic!("no {title}"))
}

pub(crate) fn crash() -> Failure {
    Failure {
        message: "container api crashed 3 times (exit code 1)".to_string(),
        pod: Some("web-7d9f-x2x".to_string()),
        container: Some("api".to_string()),
        log_lines: vec!["2026-11-15T10:02:11Z \u{1b}[31mpanic: missing DATABASE_URL\u{1b}[0m".to_string()],
        events: vec!["10:02:12  BackOff  Back-off restarting failed container".to_string()],
        kind: FailureKind::Failed,
    }
}

/// A run up to the failure of one operation: all operations before it are done.
pub(crate) struct Run {
    pub(crate) plan: Plan,
    pub(crate) endings: Vec<Option<Ending>>,
    pub(crate) took: Vec<Duration>,
    pub(crate) waits: BTreeMap<usize, Progress>,
    pub(crate) charts: Vec<ChartRun>,
}

impl Run {
    pub(crate) fn done() -> Run {
        Run::done_with(plan())
    }

    pub(crate) fn done_with(plan: Plan) -> Run {
        let count = plan.operations.len();
        let (endings, took) = (vec![Some(Ending::Done); count], vec![Duration::from_millis(1250); count]);
        Run { plan, endings, took, waits: BTreeMap::new(), charts: Vec::new() }
    }

    pub(crate) fn up_to(title: &str, ending: Ending) -> Run {
        Run::of(plan(), title, ending)
    }

    pub(crate) fn of(plan: Plan, title: &str, ending: Ending) -> Run {
        let mut run = Run::done_with(plan);
        let at = operation(&run.plan, title);
        for (index, operation) in run.plan.operations.iter().enumerate() {
            let is_later = index > at && !matches!(operation.action, Action::CreateRelease { .. });
            if is_later {
                run.endings[index] = None;
                run.took[index] = Duration::ZERO;
            }
        }
        run.endings[at] = Some(ending);
        run
    }

    pub(crate) fn view(&self) -> RunView<'_> {
        RunView { plan: &self.plan, endings: &self.endings, took: &self.took, waits: &self.waits, charts: &self.charts }
    }

    pub(crate) fn ending(&self, result: DeployResult) -> DeployEnding<'_> {
        DeployEnding {
            release: &self.plan.release,
            revision: 3,
            destination: None,
            earlier: Some(2),
            result,
            took: Duration::from_secs(41),
            run: self.view(),
            cleanup: None,
            rollback: None,
            not_rolled_back: None,
        }
    }
}
