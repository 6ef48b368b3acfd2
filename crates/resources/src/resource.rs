//! A resource of a release: an object with its identity, its origin and the rules of its annotations.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use skeg_helm_hooks::DEPENDS_ON_GROUPS;

use crate::identity::ResourceId;
use crate::object::Object;
use crate::rules::Rules;
use crate::run::{has_failed, is_run};

/// Where a resource came from.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Origin {
    /// The template's path with the chart's name in front; empty if unknown.
    pub path: String,
    /// The number of the document in that file, from one; zero if unknown.
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

/// The part of a release that a resource belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// From `crds/`: not stored in the release.
    Standalone,
    /// Has `helm.sh/hook`.
    Hook,
    /// Everything else.
    Regular,
}

/// A resource of a release.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resource {
    /// Its identity.
    pub id: ResourceId,
    /// As sent to the cluster: with the release's labels and annotations.
    pub object: Object,
    /// Where it comes from.
    pub origin: Origin,
    /// The part of the release it belongs to.
    pub class: Class,
    /// What its annotations and its kind decide.
    pub rules: Rules,
}

impl Resource {
    /// The object with the annotation that only records have.
    pub fn recorded_object(&self) -> Object {
        let mut object = self.object.clone();
        if !self.rules.group_dependencies.is_empty() {
            let groups = Value::from(self.rules.group_dependencies.clone());
            object.set_annotation(DEPENDS_ON_GROUPS, &groups.to_string());
        }
        object
    }

    /// A hook whose object represents a run.
    pub fn is_hook_run(&self) -> bool {
        self.class == Class::Hook && is_run(&self.id)
    }

    /// A hook that runs in each of its turns, whatever its delete policy: the result of an earlier run must not count
    /// for this deploy. Only a policy that recreates it just if it differs is respected.
    pub fn runs_each_turn(&self) -> bool {
        self.is_hook_run() && !self.rules.delete_policy.before_creation_if_immutable
    }

    /// Whether the existing object is deleted first, whatever the differences.
    pub fn replaces(&self, live: &Object) -> bool {
        let is_stale = self.is_hook_run() && has_failed(live);
        self.rules.delete_policy.before_creation || self.runs_each_turn() || is_stale
    }
}
