//! The report of a deploy as JSON, in a superset of Nelm's fields. Its shape is `docs/schemas/report.json`.

use serde::Serialize;
use skeg_plan::{Action, ChartOrder, ChartRun, Ending, Failure, Plan};

use crate::Destination;
use crate::codes::{self, Particulars};
use crate::ending::{DeployEnding, RunView};
use crate::{phrase, span};

/// Nelm's reports have version 3; ours are a superset.
const VERSION: u32 = 3;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report<'a> {
    version: u32,
    release: &'a str,
    namespace: &'a str,
    revision: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    cluster: Option<&'a Destination>,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    seconds: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    completed_operations: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    canceled_operations: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    failed_operations: Vec<String>,
    operations: Vec<OperationPart<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    charts: Vec<ChartPart<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cleanup: Vec<OperationPart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rollback: Option<Box<Report<'a>>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OperationPart<'a> {
    action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    resource: Option<ResourcePart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<u64>,
    stage: &'static str,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<FailurePart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    waits: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ChartPart<'a> {
    path: &'a str,
    name: &'a str,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    started: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    after: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    own_after: Vec<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ResourcePart<'a> {
    group: &'a str,
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    namespace: Option<&'a str>,
    name: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FailurePart<'a> {
    code: String,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pod: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    container: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    log_lines: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    events: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

/// The report of a deploy, indented, with a line feed at the end.
pub fn deploy_report(ending: &DeployEnding<'_>) -> String {
    // Plain data with text keys can always be serialized.
    serde_json::to_string_pretty(&report(ending)).unwrap_or_default() + "\n"
}

fn report<'a>(ending: &'a DeployEnding<'a>) -> Report<'a> {
    let run = &ending.run;
    let titles = |is_wanted: fn(Option<&Ending>) -> bool| {
        let operations = run.plan.operations.iter().enumerate();
        let writes = operations.filter(|(index, each)| each.action.is_write() && is_wanted(run.ending(*index)));
        let mut titles: Vec<String> = writes.map(|(_, each)| nelm_title(run.plan, &each.action)).collect();
        titles.sort();
        titles
    };
    Report {
        version: VERSION,
        release: &ending.release.name,
        namespace: &ending.release.namespace,
        revision: ending.revision,
        cluster: ending.destination,
        status: ending.result.status(),
        cause: ending.result.cause(),
        code: ending.code().map(ToString::to_string),
        seconds: span::seconds(ending.took),
        completed_operations: titles(|ending| matches!(ending, Some(Ending::Done | Ending::Ignored(_)))),
        canceled_operations: titles(|ending| matches!(ending, None | Some(Ending::Cancelled))),
        failed_operations: titles(|ending| matches!(ending, Some(Ending::Failed(_)))),
        operations: operations(run),
        charts: charts(run),
        cleanup: ending.cleanup.as_ref().map(operations).unwrap_or_default(),
        rollback: ending.rollback.map(|rollback| Box::new(report(rollback))),
    }
}

/// `create: Deployment/web`.
fn nelm_title(plan: &Plan, action: &Action) -> String {
    format!("{}: {}", phrase::verb(action), action.target().map(|target| plan.name(target)).unwrap_or_default())
}

fn operations<'a>(run: &RunView<'a>) -> Vec<OperationPart<'a>> {
    let operations = run.plan.operations.iter().enumerate();
    let shown = operations.filter(|(_, each)| !matches!(each.action, Action::Border { .. }));
    let part = |(index, each): (usize, &'a skeg_plan::Operation)| OperationPart {
        action: phrase::verb(&each.action),
        resource: resource(run.plan, &each.action),
        revision: revision(&each.action),
        stage: each.stage.name(),
        result: result(run.ending(index)),
        seconds: run.ending(index).map(|_| span::seconds(run.took(index))),
        failure: run.ending(index).and_then(failure),
        waits: run.waits.get(&index).map(|progress| progress.waits.as_str()),
    };
    shown.map(part).collect()
}

/// The outcome of each chart of an ordered plan, with the charts that it waits for.
fn charts<'a>(run: &RunView<'a>) -> Vec<ChartPart<'a>> {
    let charts = run.plan.order.iter().flat_map(|order| &order.charts).zip(run.charts).enumerate();
    let part = |(index, (chart, fared)): (usize, (&'a ChartOrder, &'a ChartRun))| ChartPart {
        path: &chart.path,
        name: chart.name(),
        state: run.plan.chart_word(index, fared.state),
        started: fared.started.as_deref(),
        ended: fared.ended.as_deref(),
        error: fared.error.as_deref(),
        after: chart.after.iter().map(|wait| wait.on.as_str()).collect(),
        own_after: chart.own_after.iter().map(|wait| wait.on.as_str()).collect(),
    };
    charts.map(part).collect()
}

pub(crate) fn resource<'a>(plan: &'a Plan, action: &Action) -> Option<ResourcePart<'a>> {
    let id = &plan.targets.get(action.target()?)?.id;
    Some(ResourcePart { group: &id.group, kind: &id.kind, namespace: id.namespace.as_deref(), name: &id.name })
}

fn revision(action: &Action) -> Option<u64> {
    match action {
        Action::CreateRelease { revision }
        | Action::UpdateRelease { revision, .. }
        | Action::DeleteRelease { revision } => Some(*revision),
        _ => None,
    }
}

pub(crate) fn result(ending: Option<&Ending>) -> &'static str {
    match ending {
        None => "not-started",
        Some(Ending::Done) => "done",
        Some(Ending::Ignored(_)) => "ignored",
        Some(Ending::Failed(_)) => "failed",
        Some(Ending::Cancelled) => "cancelled",
    }
}

pub(crate) fn failure(ending: &Ending) -> Option<FailurePart<'_>> {
    let (Ending::Ignored(failure) | Ending::Failed(failure)) = ending else { return None };
    let Failure { kind: _, message, pod, container, log_lines, events } = failure;
    let hints = codes::of_failure(failure).hints(&Particulars::default());
    Some(FailurePart {
        code: codes::of_failure(failure).to_string(),
        message,
        pod: pod.as_deref(),
        container: container.as_deref(),
        log_lines,
        events,
        hint: (!hints.is_empty()).then(|| hints.join(" ")),
    })
}
