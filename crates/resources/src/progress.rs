//! How far a resource is on its way to being ready, present or gone.

use serde::{Deserialize, Serialize};

use crate::known_secrets::KnownSecrets;

/// How far a resource is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// How many parts are ready, where they can be counted.
    pub ready: Option<u32>,
    /// How many there should be.
    pub wanted: Option<u32>,
    /// What it waits for: `pod db-0 unschedulable`.
    pub waits: String,
    /// The finalizers it waits for, where it is those.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub finalizers: Vec<String>,
}

impl Progress {
    /// Without any value that is known to be secret.
    pub fn mask(&mut self, secrets: &KnownSecrets) {
        if let std::borrow::Cow::Owned(masked) = secrets.mask(&self.waits) {
            self.waits = masked;
        }
    }
}
