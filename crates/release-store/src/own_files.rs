//! Our own data in a record: files of the recorded chart, below `.skeg/`. That is the only place that Helm neither
//! shows nor drops when it rewrites a record or rolls back.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::release::Release;

impl Release {
    /// The contents of one of our files.
    pub(crate) fn own_file(&self, name: &str) -> Option<Vec<u8>> {
        let file = self.chart_files().find(|file| is_named(file, name))?;
        STANDARD.decode(file.get("data")?.as_str()?).ok()
    }

    /// Writes one of our files.
    pub(crate) fn put_own_file(&mut self, name: &str, data: &[u8]) {
        let ours = json!({ "name": name, "data": STANDARD.encode(data) });
        let others = self.chart_files().filter(|file| !is_named(file, name)).cloned();
        let files: Vec<Value> = others.chain([ours]).collect();
        if let Value::Object(chart) = &mut self.chart {
            chart.insert("files".to_string(), Value::Array(files));
        }
    }

    fn chart_files(&self) -> impl Iterator<Item = &Value> {
        self.chart.get("files").and_then(Value::as_array).into_iter().flatten()
    }
}

/// Whether a file of a chart has this name.
pub(crate) fn is_named(file: &Value, name: &str) -> bool {
    file.get("name").and_then(Value::as_str) == Some(name)
}
