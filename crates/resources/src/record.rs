//! The manifests as the record of a release stores them, in Helm's format. Texts stay as rendered unless something was
//! added to or removed from them.

use serde::{Deserialize, Serialize};

use crate::object::Object;
use crate::resource::{Class, Origin};
use crate::yaml::to_yaml;
use skeg_helm_hooks::{DELETE_POLICY, HOOK, OUTPUT_LOG_POLICY, WEIGHT, events, policies, weight};

/// Manifest and hooks of a release's record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// All documents except hooks and CRDs, in the order given.
    pub documents: Vec<RecordedDocument>,
    /// The hooks of the chart.
    pub hooks: Vec<HookRecord>,
}

/// A document of a release's manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedDocument {
    /// Where it came from.
    pub origin: Origin,
    /// As rendered, without its `# Source: …`.
    pub text: String,
}

/// A hook in a release's record; the field names are Helm's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct HookRecord {
    /// `metadata.name` of its object.
    pub name: String,
    /// The kind of its object.
    pub kind: String,
    /// The template's path with the chart's name in front.
    pub path: String,
    /// Its manifest in YAML.
    pub manifest: String,
    /// Helm's events: `pre-install`.
    pub events: Vec<String>,
    /// Lower weights run first.
    pub weight: i64,
    /// When its object is deleted, in Helm's words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub delete_policies: Vec<String>,
    /// When Helm prints its logs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub output_log_policies: Vec<String>,
}

impl Record {
    /// The documents as one text, each with its `# Source: …`.
    pub fn manifest(&self) -> String {
        let mut manifest = String::new();
        for document in &self.documents {
            for part in ["---\n# Source: ", &document.origin.path, "\n", &document.text, "\n"] {
                manifest.push_str(part);
            }
        }
        manifest
    }

    /// Adds an unchanged text; `object` is what it holds, if anything.
    pub(crate) fn add_text(&mut self, class: Class, origin: &Origin, text: &[u8], object: Option<&Object>) {
        let text = String::from_utf8_lossy(text);
        match (class, object) {
            (Class::Standalone, _) | (Class::Hook, None) => {}
            (Class::Hook, Some(object)) => self.hooks.push(hook(&origin.path, &text, object)),
            (Class::Regular, _) => {
                self.documents.push(RecordedDocument { origin: origin.clone(), text: text.into_owned() });
            }
        }
    }

    /// Adds an object that differs from its text.
    pub(crate) fn add_object(&mut self, class: Class, origin: &Origin, object: &Object) {
        let text = to_yaml(&object.clone().into());
        self.add_text(class, origin, text.trim_end().as_bytes(), Some(object));
    }
}

fn hook(path: &str, text: &str, object: &Object) -> HookRecord {
    let words = |key: &str| object.annotation(key).map(policies).unwrap_or_default();
    let events = |value: &str| match events(value) {
        Ok(events) => events.into_iter().map(|event| event.name().to_string()).collect(),
        Err(_) => policies(value),
    };
    HookRecord {
        name: object.name().unwrap_or_default().to_string(),
        kind: object.kind().to_string(),
        path: path.to_string(),
        manifest: text.to_string(),
        events: object.annotation(HOOK).map(events).unwrap_or_default(),
        weight: object.annotation(WEIGHT).map_or(0, weight),
        delete_policies: words(DELETE_POLICY),
        output_log_policies: words(OUTPUT_LOG_POLICY),
    }
}
