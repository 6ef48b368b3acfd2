//! One revision in full, and the state of a release.

mod charts;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};
use skeg_resources::to_yaml;

use crate::listing::{Format, chart};
use crate::phrase::clean;
use crate::table::Table;
use crate::time;

/// A revision as recorded.
#[derive(Clone, Debug, Default)]
pub struct ReleaseView {
    /// The release's name.
    pub name: String,
    /// The release's namespace.
    pub namespace: String,
    /// The revision's number.
    pub revision: u64,
    /// Helm's word: `deployed`.
    pub status: String,
    /// RFC 3339; empty if unknown.
    pub deployed_at: String,
    /// `Install complete`, or why it failed.
    pub description: String,
    /// Annotations in the record.
    pub annotations: BTreeMap<String, String>,
    /// Labels of the object that holds the record.
    pub labels: BTreeMap<String, String>,
    /// The chart's name.
    pub chart_name: String,
    /// The chart's version.
    pub chart_version: String,
    /// The application's version; empty if the chart has none.
    pub app_version: String,
    /// The rendered notes.
    pub notes: String,
    /// `None` if they are not to be shown.
    pub values: Option<Value>,
    /// Hooks as objects, masked.
    pub hooks: Vec<Value>,
    /// All other resources as objects, masked.
    pub resources: Vec<Value>,
    /// The outcome of each chart, if it was deployed in order; only for `status`.
    pub charts: Vec<ChartLine>,
}

/// The outcome of a chart of an ordered revision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ChartLine {
    /// `shop/charts/db`.
    pub path: String,
    /// `ready`, `failed`, `pending` ….
    pub state: String,
    /// RFC 3339; empty if it was not started.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub started: String,
    /// RFC 3339; empty if it did not finish.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub ended: String,
    /// Why it failed, or why it was not started.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub error: String,
}

/// The state of a resource.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ResourceLine {
    /// `Deployment/web`.
    pub resource: String,
    /// `ready`, `progressing`, `failed`, `missing`.
    pub state: String,
    /// What it waits for, or why it failed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub info: String,
    /// The path of its chart, if the revision was deployed in order.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub chart: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReleasePart<'a> {
    name: &'a str,
    namespace: &'a str,
    revision: u64,
    status: &'a str,
    deployed_at: Option<DeployedAt>,
    description: &'a str,
    annotations: &'a BTreeMap<String, String>,
    storage_labels: &'a BTreeMap<String, String>,
}

#[derive(Serialize)]
struct DeployedAt {
    human: String,
    unix: i64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ChartPart<'a> {
    name: &'a str,
    version: &'a str,
    app_version: &'a str,
}

impl ReleaseView {
    fn head(&self) -> Vec<(&'static str, Value)> {
        let deployed_at =
            time::unix(&self.deployed_at).map(|unix| DeployedAt { human: time::as_go(&self.deployed_at), unix });
        let release = ReleasePart {
            name: &self.name,
            namespace: &self.namespace,
            revision: self.revision,
            status: &self.status,
            deployed_at,
            description: &self.description,
            annotations: &self.annotations,
            storage_labels: &self.labels,
        };
        let chart = ChartPart { name: &self.chart_name, version: &self.chart_version, app_version: &self.app_version };
        vec![("apiVersion", json!("v1")), ("release", json!(release)), ("chart", json!(chart))]
    }
}

/// A revision in full: YAML, or JSON if requested.
pub fn get(view: &ReleaseView, format: Format) -> String {
    let mut parts = view.head();
    parts.push(("notes", json!(view.notes)));
    parts.extend(view.values.clone().map(|values| ("values", values)));
    parts.push(("hooks", Value::Array(view.hooks.clone())));
    parts.push(("resources", Value::Array(view.resources.clone())));
    let format = if format == Format::Table { Format::Yaml } else { format };
    write(parts, format)
}

/// The state of a release, with the current state of its resources.
pub fn status(view: &ReleaseView, resources: &[ResourceLine], format: Format) -> String {
    if format == Format::Table {
        return status_text(view, resources);
    }
    let mut parts = view.head();
    if !view.charts.is_empty() {
        parts.push(("charts", json!(view.charts)));
    }
    parts.push(("resources", json!(resources)));
    parts.push(("notes", json!(view.notes)));
    write(parts, format)
}

/// YAML keeps the order of the parts.
fn write(parts: Vec<(&'static str, Value)>, format: Format) -> String {
    match format {
        Format::Yaml => parts.into_iter().map(|(key, value)| to_yaml(&json!({ key: value }))).collect(),
        _ => format.write(&parts.into_iter().collect::<BTreeMap<_, _>>()),
    }
}

fn status_text(view: &ReleaseView, resources: &[ResourceLine]) -> String {
    let mut text =
        format!("Release {} in namespace {}: revision {}, {}\n", view.name, view.namespace, view.revision, view.status);
    let chart = chart(&view.chart_name, &view.chart_version);
    let chart = if view.app_version.is_empty() { chart } else { format!("{chart} (app {})", view.app_version) };
    for (key, value) in
        [("updated", &time::short(&view.deployed_at)), ("chart", &chart), ("description", &view.description)]
    {
        if !value.is_empty() {
            text.push_str(&format!("  {key:<12} {}\n", clean(value)));
        }
    }
    if !view.charts.is_empty() {
        text.push_str(&charts::text(&view.charts, resources));
    } else if !resources.is_empty() {
        let mut table = Table::new(&["RESOURCE", "STATE", "INFO"]);
        for line in resources {
            table.row([&line.resource, &line.state, &line.info]);
        }
        text.push('\n');
        text.push_str(&table.text());
    }
    if !view.notes.trim().is_empty() {
        text.push_str(&format!("\nNotes:\n{}\n", view.notes.trim_end()));
    }
    text
}
