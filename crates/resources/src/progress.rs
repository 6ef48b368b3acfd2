//! The progress of a resource towards being ready, present or gone.

use serde::{Deserialize, Serialize};

use crate::known_secrets::KnownSecrets;

/// The progress of a resource.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// How many parts are ready, if they can be counted.
    pub ready: Option<u32>,
    /// How many parts there should be.
    pub wanted: Option<u32>,
    /// What it waits for: `pod db-0 unschedulable`.
    pub waits: String,
    /// The finalizers it waits for, if any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub finalizers: Vec<String>,
}

impl Progress {
    /// Masks every known secret.
    pub fn mask(&mut self, secrets: &KnownSecrets) {
        if let std::borrow::Cow::Owned(masked) = secrets.mask(&self.waits) {
            self.waits = masked;
        }
    }
}
