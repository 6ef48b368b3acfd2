//! Lists of releases and revisions with Helm's fields, so that scripts keep working.

use serde::Serialize;
use skeg_resources::to_yaml;

use crate::table::Table;
use crate::time;

/// An output format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// A table for people.
    #[default]
    Table,
    /// JSON.
    Json,
    /// YAML.
    Yaml,
}

impl Format {
    /// A value as JSON or YAML, with a final line feed; JSON for a table.
    pub(crate) fn write(self, value: &impl Serialize) -> String {
        // Plain data with text keys can always be serialized.
        match self {
            Format::Yaml => to_yaml(&serde_json::to_value(value).unwrap_or_default()),
            Format::Json | Format::Table => serde_json::to_string(value).unwrap_or_default() + "\n",
        }
    }
}

/// A release in a list.
#[derive(Clone, Debug, Default)]
pub struct ReleaseRow {
    /// The release's name.
    pub name: String,
    /// The release's namespace.
    pub namespace: String,
    /// The last revision.
    pub revision: u64,
    /// RFC 3339; empty if unknown.
    pub updated: String,
    /// Helm's word: `deployed`.
    pub status: String,
    /// The chart's name.
    pub chart_name: String,
    /// The chart's version.
    pub chart_version: String,
    /// The application's version; empty if the chart has none.
    pub app_version: String,
}

/// A revision in a history.
#[derive(Clone, Debug, Default)]
pub struct HistoryRow {
    /// The revision's number.
    pub revision: u64,
    /// RFC 3339; empty if unknown.
    pub updated: String,
    /// Helm's word: `superseded`.
    pub status: String,
    /// The chart's name.
    pub chart_name: String,
    /// The chart's version.
    pub chart_version: String,
    /// The application's version; empty if the chart has none.
    pub app_version: String,
    /// `Upgrade complete`, or why it failed.
    pub description: String,
}

/// `helm list -o json`, field by field.
#[derive(Serialize)]
struct ReleaseElement<'a> {
    name: &'a str,
    namespace: &'a str,
    revision: String,
    updated: String,
    status: &'a str,
    chart: String,
    app_version: &'a str,
}

/// `helm history -o json`, field by field.
#[derive(Serialize)]
struct HistoryElement<'a> {
    revision: u64,
    #[serde(skip_serializing_if = "str::is_empty")]
    updated: &'a str,
    status: &'a str,
    chart: String,
    app_version: &'a str,
    description: &'a str,
}

impl<'a> From<&'a ReleaseRow> for ReleaseElement<'a> {
    fn from(row: &'a ReleaseRow) -> ReleaseElement<'a> {
        ReleaseElement {
            name: &row.name,
            namespace: &row.namespace,
            revision: row.revision.to_string(),
            updated: time::as_go(&row.updated),
            status: &row.status,
            chart: chart(&row.chart_name, &row.chart_version),
            app_version: &row.app_version,
        }
    }
}

impl<'a> From<&'a HistoryRow> for HistoryElement<'a> {
    fn from(row: &'a HistoryRow) -> HistoryElement<'a> {
        HistoryElement {
            revision: row.revision,
            updated: &row.updated,
            status: &row.status,
            chart: chart(&row.chart_name, &row.chart_version),
            app_version: &row.app_version,
            description: &row.description,
        }
    }
}

/// A chart as `name-version`; without a version, the kind of source that the release was made from instead of a chart.
pub(crate) fn chart(name: &str, version: &str) -> String {
    match (name, version) {
        ("", _) => "MISSING".to_string(),
        (name, "") => name.to_string(),
        (name, version) => format!("{name}-{version}"),
    }
}

/// Releases as text.
pub fn list(rows: &[ReleaseRow], format: Format) -> String {
    if format == Format::Table {
        let mut table = Table::new(&["NAME", "NAMESPACE", "REVISION", "UPDATED", "STATUS", "CHART", "APP VERSION"]);
        for row in rows {
            table.row([
                &row.name,
                &row.namespace,
                &row.revision.to_string(),
                &time::short(&row.updated),
                &row.status,
                &chart(&row.chart_name, &row.chart_version),
                &row.app_version,
            ]);
        }
        return table.text();
    }
    format.write(&rows.iter().map(ReleaseElement::from).collect::<Vec<_>>())
}

/// Revisions as text, in the order given.
pub fn history(rows: &[HistoryRow], format: Format) -> String {
    if format == Format::Table {
        let mut table = Table::new(&["REVISION", "UPDATED", "STATUS", "CHART", "APP VERSION", "DESCRIPTION"]);
        for row in rows {
            table.row([
                &row.revision.to_string(),
                &time::short(&row.updated),
                &row.status,
                &chart(&row.chart_name, &row.chart_version),
                &row.app_version,
                &row.description,
            ]);
        }
        return table.text();
    }
    format.write(&rows.iter().map(HistoryElement::from).collect::<Vec<_>>())
}
