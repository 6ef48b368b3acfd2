//! A resource of a release: an object with its identity, where it came from and what its annotations wish.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::identity::ResourceId;
use crate::object::Object;
use crate::rules::Rules;
use crate::run::{has_failed, is_run};

/// Where a resource came from.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Origin {
    /// The template's path with the chart's name in front; empty where it is not known.
    pub path: String,
    /// Which document of that file, counted from one; zero where it is not known.
    #[serde(default)]
    pub document: usize,
}

/// `shop/templates/web.yaml, document 2`.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.path.as_str(), self.document) {
            ("", document) => write!(f, "document {document}"),
            (path, 0) => f.write_str(path),
            (path, document) => write!(f, "{path}, document {document}"),
        }
    }
}

/// In what part of a release a resource is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// From `crds/`: not stored in the release.
    Standalone,
    /// Has `helm.sh/hook`.
    Hook,
    Regular,
}

/// A resource of a release.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resource {
    pub id: ResourceId,
    /// As it is to be sent to the cluster: with the release's labels and annotations.
    pub object: Object,
    pub origin: Origin,
    pub class: Class,
    pub rules: Rules,
}

impl Resource {
    /// A hook whose object stands for a run.
    pub fn is_hook_run(&self) -> bool {
        self.class == Class::Hook && is_run(&self.id)
    }

    /// A hook that runs in each of its turns, whatever its delete policy says: the result of an earlier run must not be taken
    /// for that of this deploy. Only whoever asks for a new object just where it differs gets no more than that.
    pub fn runs_each_turn(&self) -> bool {
        self.is_hook_run() && !self.rules.delete_policy.before_creation_if_immutable
    }

    /// Whether the object that is there is deleted first, however it differs from what is wanted.
    pub fn replaces(&self, live: &Object) -> bool {
        let is_stale = self.is_hook_run() && has_failed(live);
        self.rules.delete_policy.before_creation || self.runs_each_turn() || is_stale
    }
}
