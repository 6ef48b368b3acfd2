//! One revision in full, and how a release stands.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};
use skeg_resources::to_yaml;

use crate::listing::{Format, chart};
use crate::phrase::clean;
use crate::table::Table;
use crate::time;

/// A revision as it is on record.
#[derive(Clone, Debug, Default)]
pub struct ReleaseView {
    pub name: String,
    pub namespace: String,
    pub revision: u64,
    pub status: String,
    /// RFC 3339; empty where it is not known.
    pub deployed_at: String,
    pub description: String,
    pub annotations: BTreeMap<String, String>,
    pub labels: BTreeMap<String, String>,
    pub chart_name: String,
    pub chart_version: String,
    pub app_version: String,
    pub notes: String,
    /// Where they are to be shown.
    pub values: Option<Value>,
    pub hooks: Vec<Value>,
    pub resources: Vec<Value>,
}

/// How a resource stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ResourceLine {
    /// `Deployment/web`.
    pub resource: String,
    /// `ready`, `progressing`, `failed`, `missing`.
    pub state: String,
    /// What it waits for, or why it failed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub info: String,
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

/// A revision in full: YAML, or JSON where that is wanted.
pub fn get(view: &ReleaseView, format: Format) -> String {
    let mut parts = view.head();
    parts.push(("notes", json!(view.notes)));
    parts.extend(view.values.clone().map(|values| ("values", values)));
    parts.push(("hooks", Value::Array(view.hooks.clone())));
    parts.push(("resources", Value::Array(view.resources.clone())));
    let format = if format == Format::Table { Format::Yaml } else { format };
    write(parts, format)
}

/// How a release stands, with its resources as they are now.
pub fn status(view: &ReleaseView, resources: &[ResourceLine], format: Format) -> String {
    if format == Format::Table {
        return status_text(view, resources);
    }
    let mut parts = view.head();
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
    if !resources.is_empty() {
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
