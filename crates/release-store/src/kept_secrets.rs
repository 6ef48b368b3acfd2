//! Decrypted values that a template put somewhere else than into a Secret: nothing in the manifest marks them as
//! secret, so the record does.
//!
//! They are a file of the recorded chart (see `own_files`). A record keeps only values that its own texts
//! contain anyway.

use std::borrow::Cow;

use serde_json::{Value, json};
use skeg_resources::{HIDDEN, KnownSecrets, manifest_texts, occurring_values};

use crate::own_files::is_named;
use crate::release::Release;

const FILE: &str = ".skeg/known-secrets.json";

impl Release {
    /// Keeps the decrypted values that occur in the record and are in none of its Secrets.
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
        let found = occurring_values(&values, texts);
        if !found.is_empty() {
            self.put_own_file(FILE, json!(found).to_string().as_bytes());
        }
    }

    /// The values kept by [`keep_secrets`](Release::keep_secrets).
    pub(crate) fn kept_secrets(&self) -> Vec<String> {
        // Any other content is ignored.
        self.own_file(FILE).and_then(|data| serde_json::from_slice(&data).ok()).unwrap_or_default()
    }
}

/// Whether this file of a chart is the one with the secrets.
pub(crate) fn is_ours(file: &Value) -> bool {
    is_named(file, FILE)
}
