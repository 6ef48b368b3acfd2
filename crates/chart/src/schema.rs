//! values.schema.json: what a chart allows in its values.

use skeg_go_yaml::Tree;

use crate::{Chart, Error, Warning};

/// Gets a schema that another one refers to by http(s). The error is the text after `failing loading "URL": `.
pub type Fetch<'a> = dyn Fn(&str) -> Result<Vec<u8>, String> + 'a;

/// All that schemas refuse. `Display` is Helm's text.
#[derive(Clone, Debug, thiserror::Error)]
#[error("values don't meet the specifications of the schema(s) in the following chart(s):\n{}", charts.iter().map(|c| c.text.as_str()).collect::<String>())]
pub struct Validation {
    pub charts: Vec<ChartViolations>,
}

/// What the schema of one chart refuses.
#[derive(Clone, Debug)]
pub struct ChartViolations {
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
    pub causes: Vec<Violation>,
}

/// Checks the coalesced values of a chart and its subcharts against their schemas.
pub fn validate(_chart: &Chart, _values: &Tree, _fetch: &Fetch<'_>) -> Result<Vec<Warning>, Error> {
    todo!()
}
