//! The marks of Kubernetes' ApplySets (KEP-3659), by which kubectl and other tools list the members of a release.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::inventory::Inventory;
use crate::naming::object_name;

/// The label of the parent with the set's id.
pub(crate) const ID: &str = "applyset.kubernetes.io/id";
/// The label of members with the id of their set.
pub const PART_OF: &str = "applyset.kubernetes.io/part-of";

/// A set as its parent describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApplySet {
    /// The value of [`PART_OF`] on members.
    pub id: String,
    /// Annotations of the parent: the tool, the kinds and the namespaces of the members.
    pub annotations: BTreeMap<String, String>,
}

/// The set of a release, whose parent is the object that holds its inventory, of some kind. `version` is this program's.
pub fn apply_set(inventory: &Inventory, kind: &str, version: &str) -> ApplySet {
    let members = inventory.members();
    let kinds: BTreeSet<String> = members
        .iter()
        .map(|entry| match entry.group.as_str() {
            "" => entry.kind.clone(),
            group => format!("{}.{group}", entry.kind),
        })
        .collect();
    let elsewhere: BTreeSet<&str> = members
        .iter()
        .map(|entry| entry.namespace.as_str())
        .filter(|namespace| !namespace.is_empty() && *namespace != inventory.namespace)
        .collect();
    let annotations = [
        ("applyset.kubernetes.io/tooling", format!("skeg/v{version}")),
        ("applyset.kubernetes.io/contains-group-kinds", Vec::from_iter(kinds).join(",")),
        ("applyset.kubernetes.io/additional-namespaces", Vec::from_iter(elsewhere).join(",")),
    ];
    ApplySet { id: id(inventory, kind), annotations: annotations.map(|(key, value)| (key.to_string(), value)).into() }
}

/// The id that follows from the parent's identity.
pub(crate) fn id(inventory: &Inventory, kind: &str) -> String {
    let Inventory { release, namespace, .. } = inventory;
    let parent = format!("{}.{namespace}.{kind}.", object_name(release, namespace));
    format!("applyset-{}-v1", URL_SAFE_NO_PAD.encode(Sha256::digest(parent.as_bytes())))
}
