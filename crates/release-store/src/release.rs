//! One revision of a release, as recorded. Unknown fields are kept in `rest`.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use skeg_resources::{Document, KnownSecrets, ReleaseStatus, stored_documents, stored_hook};

use crate::time::Time;

/// One revision of a release.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Release {
    /// The release's name.
    pub name: String,
    /// The release's namespace.
    pub namespace: String,
    /// Counted from one.
    pub revision: u64,
    /// Status, times, description, notes.
    pub info: Info,
    /// The chart as Helm records it: see [`ChartRecord`](crate::ChartRecord).
    pub chart: Value,
    /// The user's values.
    pub config: Map<String, Value>,
    /// All resources except hooks, as one text.
    pub manifest: String,
    /// The chart's hooks.
    pub hooks: Vec<Hook>,
    /// The user's own labels. They are not part of the payload.
    pub labels: BTreeMap<String, String>,
    /// `ssa` or `csa`; `None` for Helm 3, which always applied on the client side.
    pub apply_method: Option<String>,
    /// Fields that are not known here.
    pub rest: Map<String, Value>,
}

impl Release {
    /// The name in the recorded Chart.yaml; empty if it has none.
    pub fn chart_name(&self) -> &str {
        self.chart_metadata("name")
    }

    /// The version in the recorded Chart.yaml; empty if it has none.
    pub fn chart_version(&self) -> &str {
        self.chart_metadata("version")
    }

    /// The `appVersion` in the recorded Chart.yaml; empty if it has none.
    pub fn app_version(&self) -> &str {
        self.chart_metadata("appVersion")
    }

    /// Registers the secrets in the revision's resources, and its names as public.
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

/// Status, times and texts of a revision.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// When the release was first installed.
    pub first_deployed: Time,
    /// When this revision was deployed.
    pub last_deployed: Time,
    /// When it was uninstalled; the zero time if it was not.
    pub deleted: Time,
    /// `Install complete`, or why it failed.
    pub description: String,
    /// The revision's status.
    pub status: ReleaseStatus,
    /// The rendered notes.
    pub notes: String,
    /// Nelm's; Helm ignores them.
    pub annotations: BTreeMap<String, String>,
    /// Fields that are not known here.
    pub rest: Map<String, Value>,
}

/// A hook of a release.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hook {
    /// `metadata.name` of its object.
    pub name: String,
    /// The kind of its object.
    pub kind: String,
    /// The path of its template.
    pub path: String,
    /// Its manifest in YAML.
    pub manifest: String,
    /// `pre-install`, `test` ….
    pub events: Vec<String>,
    /// Its last run.
    pub last_run: HookRun,
    /// Lower weights run first.
    pub weight: i64,
    /// When its object is deleted, in Helm's words.
    pub delete_policies: Vec<String>,
    /// When Helm prints its logs.
    pub output_log_policies: Vec<String>,
    /// Fields that are not known here.
    pub rest: Map<String, Value>,
}

/// The last run of a hook.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HookRun {
    /// The zero time if it never ran.
    pub started_at: Time,
    /// The zero time if it never ended.
    pub completed_at: Time,
    /// `Running`, `Succeeded`, `Failed`, `Unknown`; empty if it never ran.
    pub phase: String,
    /// Fields that are not known here.
    pub rest: Map<String, Value>,
}
