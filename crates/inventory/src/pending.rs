//! A change under way: written before the first object changes.

use serde::{Deserialize, Serialize};

use crate::entry::Entry;

/// How far a change has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// It is being deployed, or was interrupted.
    #[default]
    Deploying,
    /// It failed.
    Failed,
    /// The release is being uninstalled.
    Deleting,
}

/// A change under way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pending {
    /// The revision that it makes.
    pub revision: u64,
    /// The change's digest; empty for an uninstall.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub change: String,
    /// How far it has come.
    pub phase: Phase,
    /// When it began, in RFC 3339.
    pub timestamp: String,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub error: String,
    /// Objects that may live because of it, and those of earlier changes that failed, besides those of the newest change.
    #[serde(skip)]
    pub entries: Vec<Entry>,
}
