//! Kinds that neither the cluster knows nor the chart defines.

use std::collections::BTreeSet;

use skeg_resources::{Class, GroupKind, Resource};

use crate::error::Unknown;
use crate::install::Install;
use crate::observation::Live;
use crate::removal::{Rank, rank};
use crate::request::Request;

/// Resources of such kinds that nothing in the release could make known, and a warning for each kind of the others.
pub(crate) fn unknown(request: &Request, installs: &[Install]) -> (Vec<Unknown>, Vec<String>) {
    let defined: BTreeSet<GroupKind> = request.desired.iter().filter_map(definition).collect();
    let resource = |install: &Install| &request.desired[install.resource];
    let is_unknown = |install: &&Install| {
        let id = &resource(install).id;
        matches!(request.live.get(id), Some(Live::UnknownKind)) && !defined.contains(&id.group_kind())
    };
    let (mut hopeless, mut kinds) = (Vec::new(), BTreeSet::new());
    for install in installs.iter().filter(is_unknown) {
        let Resource { id, origin, .. } = resource(install);
        if is_hopeful(request, installs, install) {
            kinds.insert(id.group_kind());
        } else {
            hopeless.push(Unknown {
                id: id.clone(),
                version: resource(install).object.version().to_string(),
                origin: origin.clone(),
            });
        }
    }
    let text =
        |kind| format!("the cluster does not know {kind}, and the chart does not define it: creating it may fail");
    (hopeless, kinds.into_iter().map(text).collect())
}

/// Whether something runs before it that may define its kind: a hook, or an operator.
fn is_hopeful(request: &Request, installs: &[Install], of: &Install) -> bool {
    let rules = &request.desired[of.resource].rules;
    let is_manual = of.weight.is_none() || !rules.external_dependencies.is_empty();
    let comes_before = |other: &&Install| (other.stage, other.weight) < (of.stage, of.weight);
    is_manual || installs.iter().filter(comes_before).any(|other| may_define(&request.desired[other.resource]))
}

fn may_define(resource: &Resource) -> bool {
    resource.class == Class::Hook || matches!(rank(&resource.id), Rank::Workloads | Rank::CustomResources)
}

/// The kind that a resource defines, if it defines one.
fn definition(resource: &Resource) -> Option<GroupKind> {
    let is_definition = resource.id.is_kind("apiextensions.k8s.io", "CustomResourceDefinition");
    let text = |path: &[&str]| resource.object.text_at(path).filter(|_| is_definition);
    Some(GroupKind::new(text(&["spec", "group"])?, text(&["spec", "names", "kind"])?))
}
