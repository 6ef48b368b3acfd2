//! CRDs that the same deploy creates or changes: the API server does not have the schema yet that their custom
//! resources are validated against.

mod schema;

use std::collections::BTreeMap;

use skeg_resources::{GroupKind, Object, defined_kind};

use crate::change::ChangeKind;
use crate::decision;
use crate::install::stages;
use crate::observation::Live;
use crate::plan::Plan;
use crate::request::Request;

pub use schema::misfits;

/// How a deploy changes the definition of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Redefinition {
    /// `boats.example.com`.
    pub(crate) name: String,
    /// It is deleted first, and all objects of the kind with it.
    pub(crate) is_recreated: bool,
}

/// The kinds whose definitions a deploy creates or changes.
pub(crate) fn redefinitions(request: &Request) -> BTreeMap<GroupKind, Redefinition> {
    let mut found = BTreeMap::new();
    for resource in &request.desired {
        let Some(kind) = defined_kind(&resource.object) else { continue };
        if stages(resource, request.deploy_type).is_empty() {
            continue;
        }
        let live = request.live.get(&resource.id).unwrap_or(&Live::Absent);
        // Immutable definitions are refused where all resources are decided.
        let Ok(decision) = decision::decide(resource, live, &request.policy, None) else { continue };
        if let Some((change, _)) = decision.change() {
            let is_recreated = change == ChangeKind::Recreate;
            found.insert(kind, Redefinition { name: resource.id.name.clone(), is_recreated });
        }
    }
    found
}

impl Plan {
    /// The definitions that the plan creates or changes.
    pub fn redefinitions(&self) -> BTreeMap<GroupKind, &Object> {
        let changed = self.changes.iter().filter(|change| change.kind != ChangeKind::Delete);
        let objects = changed.filter_map(|change| self.targets.get(change.target)?.object.as_ref());
        objects.filter_map(|object| Some((defined_kind(object)?, object))).collect()
    }
}
