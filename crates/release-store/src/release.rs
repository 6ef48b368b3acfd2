//! One revision of a release, as it is kept on record. What is not known here is kept in `rest`.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use skeg_resources::{Document, KnownSecrets, ReleaseStatus, stored_documents, stored_hook};

use crate::time::Time;

/// One revision of a release.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Release {
    pub name: String,
    pub namespace: String,
    /// Counted from one.
    pub revision: u64,
    pub info: Info,
    /// The chart as Helm records it: see [`ChartRecord`](crate::ChartRecord).
    pub chart: Value,
    /// What the user set.
    pub config: Map<String, Value>,
    /// All resources but hooks, as one text.
    pub manifest: String,
    pub hooks: Vec<Hook>,
    /// The user's own labels. They are not part of the payload.
    pub labels: BTreeMap<String, String>,
    /// `ssa` or `csa`; none for Helm 3, which always applied on the client's side.
    pub apply_method: Option<String>,
    /// Fields that are not known here.
    pub rest: Map<String, Value>,
}

impl Release {
    pub fn chart_name(&self) -> &str {
        self.chart_metadata("name")
    }

    pub fn chart_version(&self) -> &str {
        self.chart_metadata("version")
    }

    pub fn app_version(&self) -> &str {
        self.chart_metadata("appVersion")
    }

    /// Makes known what is secret in the resources of the revision, and that its names are not.
    pub fn tell(&self, secrets: &KnownSecrets) {
        secrets.add_documents(self.documents());
        self.kept_secrets().iter().for_each(|value| secrets.add_decrypted(value));
        [&self.name, &self.namespace].into_iter().for_each(|word| secrets.publish_word(word));
    }

    pub(crate) fn documents(&self) -> impl Iterator<Item = Document<'_>> {
        let hooks = self.hooks.iter().map(|hook| stored_hook(&hook.path, &hook.manifest));
        stored_documents(&self.manifest).into_iter().chain(hooks)
    }

    fn chart_metadata(&self, key: &str) -> &str {
        self.chart.get("metadata").and_then(|metadata| metadata.get(key)).and_then(Value::as_str).unwrap_or_default()
    }
}

/// What became of a revision.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    pub first_deployed: Time,
    pub last_deployed: Time,
    pub deleted: Time,
    pub description: String,
    pub status: ReleaseStatus,
    pub notes: String,
    /// Nelm's; Helm ignores them.
    pub annotations: BTreeMap<String, String>,
    pub rest: Map<String, Value>,
}

/// A hook of a release.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hook {
    pub name: String,
    pub kind: String,
    /// Of its template.
    pub path: String,
    pub manifest: String,
    /// `pre-install`, `test` ….
    pub events: Vec<String>,
    pub last_run: HookRun,
    pub weight: i64,
    pub delete_policies: Vec<String>,
    pub output_log_policies: Vec<String>,
    pub rest: Map<String, Value>,
}

/// How a hook fared when it last ran.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HookRun {
    pub started_at: Time,
    pub completed_at: Time,
    /// `Running`, `Succeeded`, `Failed`, `Unknown`; empty where it never ran.
    pub phase: String,
    pub rest: Map<String, Value>,
}
