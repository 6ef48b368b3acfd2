//! The chart of a release as Helm records it: without subcharts, files in base64.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

/// The recorded parts of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChartRecord {
    /// `Chart.yaml`, without keys that are empty.
    pub metadata: Value,
    /// `Chart.lock`; null if there is none.
    pub lock: Value,
    /// The files under `templates/`.
    pub templates: Vec<ChartFile>,
    /// The chart's values; with dependencies, those of its subcharts too.
    pub values: Map<String, Value>,
    /// `values.schema.json`.
    pub schema: Option<Vec<u8>>,
    /// All other files of the chart itself.
    pub files: Vec<ChartFile>,
}

/// A file of a chart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChartFile {
    /// The path inside the chart.
    pub name: String,
    /// The contents.
    pub data: Vec<u8>,
}

impl ChartRecord {
    /// The `chart` of a release.
    pub fn to_json(&self) -> Value {
        json!({
            "metadata": self.metadata,
            "lock": self.lock,
            "templates": files(&self.templates),
            "values": self.values,
            "schema": self.schema.as_ref().map(|schema| STANDARD.encode(schema)),
            "files": files(&self.files),
        })
    }
}

fn files(files: &[ChartFile]) -> Vec<Value> {
    files.iter().map(|file| json!({ "name": file.name, "data": STANDARD.encode(&file.data) })).collect()
}
