//! Kinds as a cluster serves them, and the paths of their objects.

use std::collections::BTreeMap;

use skeg_resources::Scopes;

use crate::path;

/// A kind in one version, as the cluster serves it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Kind {
    /// Empty for the core group.
    pub group: String,
    /// `v1`.
    pub version: String,
    /// `Deployment`.
    pub kind: String,
    /// The name in paths: `deployments`.
    pub plural: String,
    /// Whether its objects live in namespaces.
    pub namespaced: bool,
    /// Supported verbs: `list`, `patch`, `delete` ….
    pub verbs: Vec<String>,
    /// `status`, `scale` ….
    pub subresources: Vec<String>,
}

impl Kind {
    /// `apps/v1`, `v1`.
    pub fn api_version(&self) -> String {
        if self.group.is_empty() { self.version.clone() } else { format!("{}/{}", self.group, self.version) }
    }

    /// Whether the kind supports a verb.
    pub fn has_verb(&self, verb: &str) -> bool {
        self.verbs.iter().any(|known| known == verb)
    }

    /// The path of all objects of the kind; in all namespaces without one.
    pub(crate) fn path(&self, namespace: Option<&str>) -> String {
        let root = path::group_version(&self.group, &self.version);
        match namespace.filter(|_| self.namespaced) {
            Some(namespace) => format!("{root}/namespaces/{}/{}", path::escape(namespace), self.plural),
            None => format!("{root}/{}", self.plural),
        }
    }

    /// The path of one object.
    pub(crate) fn path_of(&self, namespace: Option<&str>, name: &str) -> String {
        format!("{}/{}", self.path(namespace), path::escape(name))
    }
}

/// Kinds that every cluster serves in the same way: they need no discovery.
const EVERYWHERE: &[(&str, &str, bool)] = &[
    ("ConfigMap", "configmaps", true),
    ("Event", "events", true),
    ("Namespace", "namespaces", false),
    ("Pod", "pods", true),
    ("Secret", "secrets", true),
    ("Service", "services", true),
    ("ServiceAccount", "serviceaccounts", true),
];

/// One of the kinds that need no discovery.
pub(crate) fn everywhere(group: &str, kind: &str, version: &str) -> Option<Kind> {
    if !group.is_empty() || !matches!(version, "" | "v1") {
        return None;
    }
    let (kind, plural, namespaced) = EVERYWHERE.iter().find(|(known, ..)| *known == kind)?;
    let verbs = ["create", "delete", "get", "list", "patch", "update", "watch"];
    Some(Kind {
        group: String::new(),
        version: "v1".to_string(),
        kind: kind.to_string(),
        plural: plural.to_string(),
        namespaced: *namespaced,
        verbs: verbs.map(str::to_string).to_vec(),
        subresources: Vec::new(),
    })
}

/// Which kinds are namespaced, as discovered at one moment.
#[derive(Clone, Debug, Default)]
pub struct KnownKinds {
    pub(crate) namespaced: BTreeMap<String, BTreeMap<String, bool>>,
}

impl Scopes for KnownKinds {
    fn is_namespaced(&self, group: &str, kind: &str) -> Option<bool> {
        self.namespaced.get(group)?.get(kind).copied()
    }
}
