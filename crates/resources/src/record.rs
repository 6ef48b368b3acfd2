//! What of the manifests goes into the record of a release, in Helm's form. Texts stay as they were rendered unless
//! something was put on or left out of them.

use serde::{Deserialize, Serialize};

use crate::object::Object;
use crate::resource::Class;
use crate::yaml::to_yaml;
use skeg_helm_hooks::{DELETE_POLICY, HOOK, OUTPUT_LOG_POLICY, WEIGHT, events, policies, weight};

/// Manifest and hooks of a release, as its record has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Documents with `# Source: …`, in the order given.
    pub manifest: String,
    pub hooks: Vec<HookRecord>,
}

/// A hook as a release's record has it; the names of fields are Helm's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct HookRecord {
    pub name: String,
    pub kind: String,
    pub path: String,
    pub manifest: String,
    pub events: Vec<String>,
    pub weight: i64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub delete_policies: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub output_log_policies: Vec<String>,
}

impl Record {
    /// Adds a text that nothing was changed of; the object is what it holds, if anything.
    pub(crate) fn add_text(&mut self, class: Class, path: &str, text: &[u8], object: Option<&Object>) {
        let text = String::from_utf8_lossy(text);
        match (class, object) {
            (Class::Standalone, _) | (Class::Hook, None) => {}
            (Class::Hook, Some(object)) => self.hooks.push(hook(path, &text, object)),
            (Class::Regular, _) => {
                for part in ["---\n# Source: ", path, "\n", &text, "\n"] {
                    self.manifest.push_str(part);
                }
            }
        }
    }

    /// Adds an object that is no longer what the text says.
    pub(crate) fn add_object(&mut self, class: Class, path: &str, object: &Object) {
        let text = to_yaml(&object.clone().into());
        self.add_text(class, path, text.trim_end().as_bytes(), Some(object));
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
