//! An object of a release.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skeg_resources::ResourceId;

/// An object that belongs to a release.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Empty for the core group.
    #[serde(default)]
    pub group: String,
    /// `Deployment`.
    pub kind: String,
    /// Empty for cluster-wide objects.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub namespace: String,
    /// `metadata.name`.
    pub name: String,
    /// The version it was applied in. A hint: the server's discovery decides.
    #[serde(default)]
    pub v: String,
    /// The part of the release that it comes from: the path of a subchart.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub component: String,
    /// A hook made it: it is deleted by an uninstall, and not because a later revision lacks it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hook: bool,
    /// Why it is still there although no longer wanted; `None` for what is wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<EntryState>,
}

/// Why an object that is no longer wanted is still there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EntryState {
    /// It was kept on purpose: pruning was off, or it holds data.
    Retained,
    /// Deleting it failed; the next deploy tries again.
    PruneFailed,
    /// Another release handed it over; the next deploy adopts it, or deletes it if it is not wanted.
    Moved,
    /// It was found by its marks when the inventory was made anew; the next deploy deletes it.
    Found,
}

impl Entry {
    /// The entry of an object.
    pub fn new(id: &ResourceId, version: &str, component: &str) -> Entry {
        Entry {
            group: id.group.clone(),
            kind: id.kind.clone(),
            namespace: id.namespace.clone().unwrap_or_default(),
            name: id.name.clone(),
            v: version.to_string(),
            component: component.to_string(),
            ..Entry::default()
        }
    }

    /// The object's identity.
    pub fn id(&self) -> ResourceId {
        let namespace = Some(self.namespace.as_str()).filter(|namespace| !namespace.is_empty());
        ResourceId::new(&self.group, &self.kind, namespace, &self.name)
    }

    /// `apps/v1`, `v1`.
    pub fn api_version(&self) -> String {
        match self.group.as_str() {
            "" => self.v.clone(),
            group => format!("{group}/{}", self.v),
        }
    }
}

/// All entries of several lists, ordered by identity; of two of one object the later one counts.
pub fn merge<'e>(lists: impl IntoIterator<Item = &'e [Entry]>) -> Vec<Entry> {
    let all = lists.into_iter().flatten().map(|entry| (entry.id(), entry.clone()));
    all.collect::<BTreeMap<ResourceId, Entry>>().into_values().collect()
}
