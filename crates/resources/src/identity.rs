//! The identity of a resource: group, kind, namespace and name. The version is not part of it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A kind with its group, in any version.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GroupKind {
    /// Empty for the core group.
    pub group: String,
    /// `Deployment`.
    pub kind: String,
}

impl GroupKind {
    /// A kind of a group.
    pub fn new(group: &str, kind: &str) -> GroupKind {
        GroupKind { group: group.to_string(), kind: kind.to_string() }
    }

    /// Whether it is this kind.
    pub fn is(&self, group: &str, kind: &str) -> bool {
        self.group == group && self.kind == kind
    }
}

impl fmt::Display for GroupKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.group.as_str() {
            "" => f.write_str(&self.kind),
            group => write!(f, "{}.{group}", self.kind),
        }
    }
}

/// The identity of a resource in a cluster.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ResourceId {
    /// Empty for the core group.
    pub group: String,
    /// `Deployment`.
    pub kind: String,
    /// `None` for cluster-wide objects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// `metadata.name`.
    pub name: String,
}

impl ResourceId {
    /// An identity from its parts.
    pub fn new(group: &str, kind: &str, namespace: Option<&str>, name: &str) -> ResourceId {
        ResourceId {
            group: group.to_string(),
            kind: kind.to_string(),
            namespace: namespace.map(str::to_string),
            name: name.to_string(),
        }
    }

    /// The kind with its group.
    pub fn group_kind(&self) -> GroupKind {
        GroupKind::new(&self.group, &self.kind)
    }

    /// Whether it is of this kind.
    pub fn is_kind(&self, group: &str, kind: &str) -> bool {
        self.group == group && self.kind == kind
    }

    /// For people, with its namespace if that is not `home`: `Deployment/web (namespace other)`.
    pub fn shown(&self, home: &str) -> String {
        match &self.namespace {
            Some(namespace) if namespace != home => format!("{self} (namespace {namespace})"),
            _ => self.to_string(),
        }
    }
}

/// For people: `Deployment/web`.
impl fmt::Display for ResourceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.kind, self.name)
    }
}
