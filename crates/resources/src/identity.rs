//! Who a resource is: group, kind, namespace and name. The version is not part of it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A kind with its group, whatever the version.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GroupKind {
    pub group: String,
    pub kind: String,
}

impl GroupKind {
    pub fn new(group: &str, kind: &str) -> GroupKind {
        GroupKind { group: group.to_string(), kind: kind.to_string() }
    }

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
    pub group: String,
    pub kind: String,
    /// None for what belongs to the whole cluster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    pub name: String,
}

impl ResourceId {
    pub fn new(group: &str, kind: &str, namespace: Option<&str>, name: &str) -> ResourceId {
        ResourceId {
            group: group.to_string(),
            kind: kind.to_string(),
            namespace: namespace.map(str::to_string),
            name: name.to_string(),
        }
    }

    pub fn group_kind(&self) -> GroupKind {
        GroupKind::new(&self.group, &self.kind)
    }

    pub fn is_kind(&self, group: &str, kind: &str) -> bool {
        self.group == group && self.kind == kind
    }

    /// As people know it, with its namespace where that is not the one at hand: `Deployment/web (namespace other)`.
    pub fn shown(&self, home: &str) -> String {
        match &self.namespace {
            Some(namespace) if namespace != home => format!("{self} (namespace {namespace})"),
            _ => self.to_string(),
        }
    }
}

/// As people know it: `Deployment/web`.
impl fmt::Display for ResourceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.kind, self.name)
    }
}
