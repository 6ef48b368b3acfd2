//! A change: what was deployed, and which objects it left.

use serde::{Deserialize, Serialize};

use crate::digest;
use crate::entry::Entry;

/// What was deployed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Module {
    /// Where it came from: the path of a chart or of manifests.
    #[serde(default)]
    pub path: String,
    /// Its version; `None` for plain manifests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// It has no version.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub local: bool,
    /// The chart's name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
}

/// A state of the release that was deployed. The same inputs make the same change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// The revision that deployed it last.
    #[serde(default)]
    pub revision: u64,
    /// What was deployed.
    pub module: Module,
    /// A digest of the user's values. The values themselves are in Helm's record, and may be secret.
    #[serde(default)]
    pub values_digest: String,
    /// A digest of the rendered manifests.
    pub manifest_digest: String,
    /// When it was deployed last, in RFC 3339.
    pub timestamp: String,
    /// The objects, ordered by identity: those that are wanted, and those that are left of earlier changes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<Entry>,
}

impl Change {
    /// Identifies the change by its inputs: 64 hexadecimal digits. The revision and the time are not among them.
    pub fn digest(&self) -> String {
        let version = self.module.version.as_deref().unwrap_or_default();
        digest::of_parts([self.module.path.as_str(), version, &self.values_digest, &self.manifest_digest])
    }

    /// The change without its entries, which are stored apart.
    pub(crate) fn head(&self) -> Change {
        let Change { revision, module, values_digest, manifest_digest, timestamp, entries: _ } = self;
        let (module, values_digest) = (module.clone(), values_digest.clone());
        let (manifest_digest, timestamp) = (manifest_digest.clone(), timestamp.clone());
        Change { revision: *revision, module, values_digest, manifest_digest, timestamp, entries: Vec::new() }
    }
}
