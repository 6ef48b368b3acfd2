//! A plan for programs. Its shape is `docs/schemas/plan.json`.

use serde_json::{Map, Value, json};
use skeg_plan::ChangeKind;
use skeg_resources::{DeployType, ResourceId, to_yaml};

use super::PlanStyle;
use super::charts::{ChartView, WaitView};
use super::model::{ChangeView, FieldView, PlanView, StepView, Verdict};
use super::words;
use crate::destination::Destination;

/// Raised when a field changes its meaning.
const VERSION: u32 = 1;
/// Default lines of context.
const CONTEXT: usize = 3;

pub(super) fn json(view: &PlanView, style: PlanStyle) -> String {
    // Plain data with text keys can always be serialized.
    serde_json::to_string_pretty(&value(view, style)).unwrap_or_default() + "\n"
}

pub(super) fn yaml(view: &PlanView, style: PlanStyle) -> String {
    to_yaml(&value(view, style))
}

fn value(view: &PlanView, style: PlanStyle) -> Value {
    let mut plan = json!({
        "version": VERSION,
        "release": release(view),
        "deployType": deploy_type(view.deploy_type),
        "verdict": verdict(view.verdict),
        "summary": summary(view),
        "changes": view.changes.iter().map(|change| self::change(change, style)).collect::<Vec<_>>(),
        "order": view.steps.iter().map(step).collect::<Vec<_>>(),
    });
    if let Some(map) = plan.as_object_mut() {
        put(map, "cluster", view.destination.as_ref().map(cluster));
        let reasons = view.record_reasons.iter();
        let reasons = reasons.map(|each| json!({ "because": each.word(), "reason": each.to_string() }));
        put(map, "recordReasons", Some(reasons.collect::<Vec<Value>>()).filter(|reasons| !reasons.is_empty()));
        let charts: Vec<Value> = view.charts.iter().map(chart).collect();
        put(map, "charts", Some(charts).filter(|charts| !charts.is_empty()));
        put_some(map, "notes", &view.notes);
        put_some(map, "warnings", &view.warnings);
    }
    plan
}

fn put_some(map: &mut Map<String, Value>, key: &str, texts: &[String]) {
    if !texts.is_empty() {
        map.insert(key.to_string(), json!(texts));
    }
}

fn put(map: &mut Map<String, Value>, key: &str, value: Option<impl Into<Value>>) {
    map.extend(value.map(|value| (key.to_string(), value.into())));
}

fn release(view: &PlanView) -> Value {
    let mut release = Map::new();
    put(&mut release, "name", Some(view.release.name.as_str()));
    put(&mut release, "namespace", Some(view.release.namespace.as_str()));
    put(&mut release, "revision", Some(view.revision));
    put(&mut release, "backTo", view.back_to);
    if let Some(standing) = &view.standing {
        let mut last = Map::new();
        put(&mut last, "revision", Some(standing.revision));
        put(&mut last, "status", Some(standing.status.as_str()));
        put(&mut last, "chart", Some(standing.chart.as_str()).filter(|chart| !chart.is_empty()));
        put(&mut last, "secondsAgo", standing.age.map(|age| age.as_secs()));
        release.insert("last".to_string(), Value::Object(last));
    }
    Value::Object(release)
}

fn cluster(destination: &Destination) -> Value {
    let mut map = Map::new();
    put(&mut map, "name", destination.cluster.as_deref());
    put(&mut map, "context", destination.context.as_deref());
    put(&mut map, "address", Some(destination.address.as_str()));
    Value::Object(map)
}

fn deploy_type(deploy_type: DeployType) -> &'static str {
    match deploy_type {
        DeployType::Initial => "initial",
        DeployType::Install => "install",
        DeployType::Upgrade => "upgrade",
        DeployType::Rollback => "rollback",
        DeployType::Uninstall => "uninstall",
        DeployType::Test => "test",
    }
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Nothing => "nothing",
        Verdict::RecordsOnly => "records-only",
        Verdict::HooksOnly => "hooks-only",
        Verdict::Changes => "changes",
    }
}

fn summary(view: &PlanView) -> Value {
    json!({
        "create": view.count(ChangeKind::Create),
        "update": view.count(ChangeKind::Update),
        "apply": view.count(ChangeKind::Apply),
        "recreate": view.count(ChangeKind::Recreate),
        "delete": view.count(ChangeKind::Delete),
        "unchanged": view.unchanged,
        "hooks": view.hooks,
    })
}

fn resource(id: &ResourceId) -> Value {
    let mut resource = Map::new();
    put(&mut resource, "group", Some(id.group.as_str()));
    put(&mut resource, "kind", Some(id.kind.as_str()));
    put(&mut resource, "namespace", id.namespace.as_deref());
    put(&mut resource, "name", Some(id.name.as_str()));
    Value::Object(resource)
}

fn change(change: &ChangeView, style: PlanStyle) -> Value {
    let mut map = Map::new();
    put(&mut map, "action", Some(words::verb(change.kind)));
    put(&mut map, "resource", Some(resource(&change.id)));
    put(&mut map, "because", Some(change.because));
    put(&mut map, "reason", Some(change.reason.as_str()).filter(|reason| !reason.is_empty()));
    put(&mut map, "message", change.message.as_deref());
    put(&mut map, "file", Some(change.origin.as_str()).filter(|origin| !origin.is_empty()));
    put(&mut map, "sensitive", change.is_sensitive.then_some(true));
    put(&mut map, "hook", change.is_hook.then_some(true));
    put(&mut map, "thenDeleted", change.then_deleted.then_some(true));
    put(&mut map, "adoptedFrom", change.adopted_from.as_deref());
    put(&mut map, "risk", change.risk);
    put(&mut map, "likelyRenamed", change.renamed.as_deref());
    put_some(&mut map, "refused", &change.refused);
    if let Some(folded) = change.folded {
        put(&mut map, "notShown", Some(words::folded(folded)));
        return Value::Object(map);
    }
    put(&mut map, "before", change.before.clone());
    put(&mut map, "after", change.after.clone());
    if !change.fields.is_empty() {
        map.insert("fields".to_string(), change.fields.iter().map(field).collect());
    }
    let mut diff = String::new();
    words::difference(change, style.context_lines.unwrap_or(CONTEXT), &mut |line| diff += &(line.text() + "\n"));
    put(&mut map, "diff", Some(diff));
    Value::Object(map)
}

fn field(field: &FieldView) -> Value {
    let mut map = Map::new();
    put(&mut map, "path", Some(field.path.as_str()));
    put(&mut map, "before", field.before.clone());
    put(&mut map, "after", field.after.clone());
    put_some(&mut map, "alsoSetBy", &field.owners);
    Value::Object(map)
}

fn chart(chart: &ChartView) -> Value {
    let waits = |waits: &[WaitView]| {
        let waits = waits.iter().map(|wait| json!({ "chart": wait.on, "why": wait.why }));
        waits.collect::<Vec<Value>>()
    };
    let mut map = Map::new();
    put(&mut map, "path", Some(chart.path.as_str()));
    put(&mut map, "after", Some(waits(&chart.after)));
    put(&mut map, "ownAfter", Some(waits(&chart.own_after)).filter(|waits| !waits.is_empty()));
    put(&mut map, "batches", Some(json!(chart.batches)).filter(|_| !chart.batches.is_empty()));
    Value::Object(map)
}

fn step(step: &StepView) -> Value {
    let mut map = Map::new();
    put(&mut map, "operation", Some(step.operation));
    put(&mut map, "action", Some(step.action));
    put(&mut map, "resource", step.id.as_ref().map(resource));
    put(&mut map, "title", Some(step.title.as_str()));
    put(&mut map, "stage", Some(step.stage));
    let after = step.after.iter().map(|(on, why)| json!({"operation": on, "why": why}));
    put(&mut map, "after", Some(after.collect::<Vec<Value>>()));
    Value::Object(map)
}
