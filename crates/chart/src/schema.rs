//! values.schema.json: what a chart allows in its values.
//!
//! In: a chart and its coalesced values. Out: nothing, or every violation with the text of Go's library that Helm shows.

mod chart_folder;
mod compile;
mod compiled;
mod decimal;
mod draft;
mod format;
mod json;
mod keyword;
mod library;
mod location;
mod metaschema;
mod pattern;
mod report;
mod shape;
mod text;
mod validate;

use skeg_go_yaml::Tree;

use crate::{Chart, Error, File, Warning, go_text};
use chart_folder::ChartFolder;
use compile::Compiler;
use json::Json;
use library::{Library, NodeRef};

/// Gets a schema that another one refers to by http(s). The error is the text after `failing loading "URL": `.
pub type Fetch<'a> = dyn Fn(&str) -> Result<Vec<u8>, String> + 'a;

/// All that schemas refuse. `Display` is Helm's text.
#[derive(Clone, Debug, thiserror::Error)]
#[error("values don't meet the specifications of the schema(s) in the following chart(s):\n{}", charts.iter().map(|c| c.text.as_str()).collect::<String>())]
pub struct Validation {
    /// One entry for each chart with violations.
    pub charts: Vec<ChartViolations>,
}

/// What the schema of one chart refuses.
#[derive(Clone, Debug)]
pub struct ChartViolations {
    /// The chart's name.
    pub chart: String,
    /// Path of the chart below the root's values, e.g. `mariadb`.
    pub path: Vec<String>,
    /// Helm's text about this chart, its name first.
    pub text: String,
    /// Empty where the schema itself is unusable.
    pub violations: Vec<Violation>,
}

/// One thing a schema refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Keys and indices from the chart's values down.
    pub path: Vec<String>,
    /// E.g. `got string, want integer`.
    pub message: String,
    /// Violations inside this one, as of `anyOf`.
    pub causes: Vec<Violation>,
}

const ADDRESS: &str = "file:///values.schema.json";

/// Checks the coalesced values of a chart and its subcharts against their schemas.
pub fn validate(chart: &Chart, values: &Tree, fetch: &Fetch<'_>) -> Result<Vec<Warning>, Error> {
    let mut checked = Checked::default();
    checked.chart(chart, values, &mut Vec::new(), fetch)?;
    if checked.charts.is_empty() {
        return Ok(checked.warnings);
    }
    Err(Error::Schema(Box::new(Validation { charts: checked.charts })))
}

#[derive(Default)]
struct Checked {
    charts: Vec<ChartViolations>,
    warnings: Vec<Warning>,
}

impl Checked {
    fn chart(&mut self, chart: &Chart, values: &Tree, path: &mut Vec<String>, fetch: &Fetch<'_>) -> Result<(), Error> {
        if let Some(schema) = &chart.schema
            && let Err(refusal) = check_one(schema, &schema.data_once()?, values, fetch, &mut self.warnings)
        {
            self.refuse(chart.name(), path, refusal);
        }
        for subchart in &chart.dependencies {
            path.push(subchart.name().to_string());
            match values.get(subchart.name()) {
                None | Some(Tree::Null) => {}
                Some(inner @ Tree::Map(_)) => self.chart(subchart, inner, path, fetch)?,
                Some(other) => {
                    let found = go_text::type_name(other);
                    let text = format!("invalid type for values: expected object (map), got {found}\n");
                    self.refuse(subchart.name(), path, Refusal { text, violations: Vec::new() });
                }
            }
            path.pop();
        }
        Ok(())
    }

    fn refuse(&mut self, chart: &str, path: &[String], refusal: Refusal) {
        let Refusal { text, violations } = refusal;
        let text = format!("{chart}:\n{text}");
        self.charts.push(ChartViolations { chart: chart.to_string(), path: path.to_vec(), text, violations });
    }
}

struct Refusal {
    text: String,
    violations: Vec<Violation>,
}

/// Checks values against one schema.
fn check_one(
    file: &File,
    schema: &[u8],
    values: &Tree,
    fetch: &Fetch<'_>,
    warnings: &mut Vec<Warning>,
) -> Result<(), Refusal> {
    let unusable = |text| Refusal { text, violations: Vec::new() };
    let json = Json::parse(schema).ok_or_else(|| unusable(json_error(schema)))?;
    let mut compiler = Compiler::new(Library::new(fetch, ChartFolder::of(file)));
    let document = compiler.library.add(ADDRESS, json).map_err(unusable)?;
    let place = NodeRef { document, node: 0 };
    compiler.library.check(place).map_err(unusable)?;
    let root = compiler.compile(place).map_err(unusable)?;
    warnings.append(&mut compiler.library.warnings);
    validate::validate(&compiler, root, values).map_err(|failures| {
        let text = report::display("", &failures);
        Refusal {
            text: format!("{}\n", text.strip_prefix('\n').unwrap_or(&text)),
            violations: report::violations(&failures),
        }
    })
}

/// Go's words for a text that is no JSON.
fn json_error(text: &[u8]) -> String {
    match skeg_go_yaml::json::decode_prefix(text, &mut skeg_go_yaml::TreeBuilder) {
        Err(error) => error.to_string(),
        Ok(_) => "invalid character after top-level value".into(),
    }
}

#[cfg(test)]
mod table;
#[cfg(test)]
mod tests;
