//! The chart of a release as Helm records it: without subcharts, files in base64.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

/// What of a chart is recorded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChartRecord {
    /// `Chart.yaml`, without keys that are empty.
    pub metadata: Value,
    /// `Chart.lock`; null where there is none.
    pub lock: Value,
    pub templates: Vec<ChartFile>,
    /// Of the chart; of its subcharts too where it has dependencies.
    pub values: Map<String, Value>,
    /// `values.schema.json`.
    pub schema: Option<Vec<u8>>,
    /// All other files of the chart itself.
    pub files: Vec<ChartFile>,
}

/// A file by its path inside of the chart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChartFile {
    pub name: String,
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
