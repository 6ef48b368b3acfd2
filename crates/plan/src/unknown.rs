//! Kinds that neither the cluster nor the chart defines.

mod author;
mod suggestion;

use std::collections::BTreeSet;

use skeg_resources::{GroupKind, Resource, defined_kind};

use crate::error::Unknown;
use crate::install::Install;
use crate::observation::Live;
use crate::request::Request;

pub use author::definition_authors;

/// Resources of kinds that nothing in the release could define, and a warning for each kind that something could.
pub(crate) fn unknown(request: &Request, installs: &[Install]) -> (Vec<Unknown>, Vec<String>) {
    let defined: BTreeSet<GroupKind> =
        request.desired.iter().filter_map(|resource| defined_kind(&resource.object)).collect();
    let resource = |install: &Install| &request.desired[install.resource];
    let is_undefined = |install: &&Install| {
        let id = &resource(install).id;
        is_unknown(request, resource(install)) && !defined.contains(&id.group_kind())
    };
    let (mut hopeless, mut kinds) = (Vec::new(), BTreeSet::new());
    for install in installs.iter().filter(is_undefined) {
        let Resource { id, origin, .. } = resource(install);
        if may_be_defined(request, installs, install) {
            kinds.insert(id.group_kind());
        } else {
            hopeless.push(Unknown {
                id: id.clone(),
                version: resource(install).object.version().to_string(),
                origin: origin.clone(),
                meant: None,
            });
        }
    }
    let text =
        |kind| format!("the cluster does not know {kind}, and the chart does not define it: creating it may fail");
    (hopeless, kinds.into_iter().map(text).collect())
}

fn is_unknown(request: &Request, resource: &Resource) -> bool {
    matches!(request.live.get(&resource.id), Some(Live::UnknownKind))
}

/// Whether something that may define its kind runs before it: a hook, an operator, or a dependency by annotation.
fn may_be_defined(request: &Request, installs: &[Install], of: &Install) -> bool {
    let wanted = &request.desired[of.resource];
    let is_manual = of.weight.is_none() || !wanted.rules.external_dependencies.is_empty();
    let comes_before = |other: &&Install| (other.stage, other.weight) < (of.stage, of.weight);
    let may_define = |other: &Install| {
        let other = &request.desired[other.resource];
        !is_unknown(request, other) && author::may_define(request, other)
    };
    let is_aggregated = |other: &Resource| {
        other.id.is_kind("apiregistration.k8s.io", "APIService")
            && other.object.text_at(&["spec", "group"]) == Some(&wanted.id.group)
    };
    is_manual || request.desired.iter().any(is_aggregated) || installs.iter().filter(comes_before).any(may_define)
}
