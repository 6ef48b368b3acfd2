//! Progress for programs: one JSON object per line. Its shape is `docs/schemas/progress.json`.

use std::time::Duration;

use serde_json::{Map, Value, json};
use skeg_plan::{ChartRun, Ending, Event, Plan};

use crate::Destination;
use crate::codes::Code;
use crate::deploy_report::{failure, resource, result};
use crate::ending::DeployEnding;
use crate::{phrase, span};

/// An event, with the time since the start and the cluster.
pub fn json_line(plan: &Plan, event: &Event, at: Duration, cluster: Option<&Destination>) -> String {
    let (name, fields) = match event {
        Event::PlanStarted { name, operations } => (
            "plan-started",
            json!({
                "plan": name,
                "operations": operations,
                "release": plan.release.name,
                "namespace": plan.release.namespace,
                "revision": plan.revision,
                "cluster": cluster,
            }),
        ),
        Event::OperationStarted { operation } => ("operation-started", about(plan, *operation)),
        Event::OperationEnded { operation, ending, took } => {
            ("operation-ended", ended(plan, *operation, ending, *took))
        }
        Event::Chart { chart, run } => ("chart", self::chart(plan, *chart, run)),
        Event::Progress { operation, progress } => (
            "progress",
            with(
                about(plan, *operation),
                json!({ "ready": progress.ready, "wanted": progress.wanted, "waits": progress.waits }),
            ),
        ),
        Event::Log { operation, pod, container, line } => {
            ("log", with(about(plan, *operation), json!({ "pod": pod, "container": container, "line": line })))
        }
        Event::Message { operation, text } => ("message", with(about(plan, *operation), json!({ "text": text }))),
        Event::Waiting { text } => ("waiting", json!({ "text": text })),
        Event::Warning { text } => ("warning", json!({ "text": text })),
        Event::Stopping { in_flight } => ("stopping", json!({ "inFlight": in_flight })),
    };
    line(name, at, fields)
}

/// The last line: the result.
pub fn json_end(ending: &DeployEnding<'_>) -> String {
    let fields = json!({
        "release": ending.release.name,
        "namespace": ending.release.namespace,
        "revision": ending.revision,
        "cluster": ending.destination,
        "status": ending.result.status(),
        "cause": ending.result.cause(),
        "code": ending.code().map(ToString::to_string),
    });
    line("ended", ending.took, fields)
}

/// An error before a deploy started.
pub fn json_error(code: Code, message: &str, hints: &[String], at: Duration) -> String {
    line("error", at, json!({ "code": code.to_string(), "message": message, "hints": hints }))
}

fn line(event: &str, at: Duration, fields: Value) -> String {
    with(json!({ "event": event, "at": span::seconds(at) }), fields).to_string()
}

/// The operation that an event is about.
fn about(plan: &Plan, operation: usize) -> Value {
    let Some(action) = plan.operations.get(operation).map(|operation| &operation.action) else {
        return json!({ "operation": operation });
    };
    json!({
        "operation": operation,
        "action": phrase::verb(action),
        "title": plan.title(operation),
        "resource": resource(plan, action),
    })
}

fn chart(plan: &Plan, chart: usize, run: &ChartRun) -> Value {
    let path = plan.order.as_ref().and_then(|order| Some(&order.charts.get(chart)?.path));
    json!({
        "chart": path,
        "state": plan.chart_word(chart, run.state),
        "started": run.started,
        "ended": run.ended,
        "error": run.error,
    })
}

fn ended(plan: &Plan, operation: usize, ending: &Ending, took: Duration) -> Value {
    let fields = json!({
        "result": result(Some(ending)),
        "seconds": span::seconds(took),
        "failure": failure(ending),
    });
    with(about(plan, operation), fields)
}

/// Merges two objects and drops nulls.
fn with(fields: Value, more: Value) -> Value {
    let entries = [fields, more].into_iter().flat_map(|value| match value {
        Value::Object(map) => map,
        _ => Map::new(),
    });
    Value::Object(entries.filter(|(_, value)| !value.is_null()).collect())
}
