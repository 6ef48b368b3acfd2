//! Values that were decrypted and that a template put elsewhere than into a Secret: nothing in a manifest tells that they are
//! secret, so the record tells it.
//!
//! They are a file of the recorded chart, the one place that Helm neither shows nor drops when it writes a record anew or
//! rolls back. A record keeps only what its own texts tell anyhow.

use std::borrow::Cow;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use skeg_resources::{HIDDEN, KnownSecrets, manifest_texts, told};

use crate::release::Release;

const FILE: &str = ".skeg/known-secrets.json";

impl Release {
    /// Keeps those of the decrypted values that can be read out of the record and are in none of its Secrets.
    pub fn keep_secrets(&mut self, secrets: &KnownSecrets) {
        let mut values = secrets.decrypted();
        if values.is_empty() {
            return;
        }
        let own = KnownSecrets::default();
        own.add_documents(self.documents());
        values.retain(|value| own.mask(value.trim()) != HIDDEN);
        if values.is_empty() {
            return;
        }
        let mut texts = manifest_texts(self.documents());
        texts.push(Cow::Borrowed(&self.info.notes));
        let values_of_chart = self.chart.get("values").unwrap_or(&Value::Null);
        texts.push(Cow::Owned(json!([self.config, values_of_chart, self.info.annotations]).to_string()));
        let told = told(&values, texts);
        if !told.is_empty() {
            self.put_file(json!(told).to_string().as_bytes());
        }
    }

    /// What [`keep_secrets`](Release::keep_secrets) kept.
    pub(crate) fn kept_secrets(&self) -> Vec<String> {
        let file = self.chart_files().find(|file| is_ours(file));
        let data = file.and_then(|file| STANDARD.decode(file.get("data")?.as_str()?).ok());
        // Who finds something else there finds nothing.
        data.and_then(|data| serde_json::from_slice(&data).ok()).unwrap_or_default()
    }

    fn chart_files(&self) -> impl Iterator<Item = &Value> {
        self.chart.get("files").and_then(Value::as_array).into_iter().flatten()
    }

    fn put_file(&mut self, data: &[u8]) {
        let ours = json!({ "name": FILE, "data": STANDARD.encode(data) });
        let others = self.chart_files().filter(|file| !is_ours(file)).cloned();
        let files: Vec<Value> = others.chain([ours]).collect();
        if let Value::Object(chart) = &mut self.chart {
            chart.insert("files".to_string(), Value::Array(files));
        }
    }
}

/// Is this file of a chart the one that keeps secrets?
pub(crate) fn is_ours(file: &Value) -> bool {
    file.get("name").and_then(Value::as_str) == Some(FILE)
}
