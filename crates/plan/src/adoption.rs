//! Which objects of others a deploy takes over.

use serde::{Deserialize, Serialize};
use skeg_resources::{Owner, ResourceId};

use crate::error::Foreign;
use crate::plan::ReleaseName;
use crate::request::Policy;

/// Which objects of others a deploy takes over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Adoption {
    /// Objects without an owner.
    #[serde(skip_serializing_if = "Ownerless::is_none")]
    pub ownerless: Ownerless,
    /// Objects of these releases.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub releases: Vec<ReleaseName>,
}

/// Which objects without an owner are taken over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ownerless {
    /// None.
    #[default]
    None,
    /// All.
    All,
    /// These: kind and name.
    Named(Vec<(String, String)>),
}

impl Ownerless {
    fn is_none(&self) -> bool {
        *self == Ownerless::None
    }

    fn has(&self, id: &ResourceId) -> bool {
        let is_it = |(kind, name): &(String, String)| id.kind.eq_ignore_ascii_case(kind) && id.name == *name;
        match self {
            Ownerless::None => false,
            Ownerless::All => true,
            Ownerless::Named(names) => names.iter().any(is_it),
        }
    }
}

/// Whether a deploy may take over an object.
pub(crate) fn is_allowed(policy: &Policy, foreign: &Foreign) -> bool {
    let Adoption { ownerless, releases } = &policy.adoption;
    let is_named = |name: &str, namespace: &str| {
        releases.iter().any(|release| release.name == name && release.namespace == namespace)
    };
    policy.force_adoption
        || match &foreign.owner {
            Owner::Other { name: Some(name), namespace: Some(namespace), .. } => is_named(name, namespace),
            _ => foreign.is_free() && ownerless.has(&foreign.id),
        }
}
