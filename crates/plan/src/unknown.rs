//! Kinds that neither the cluster knows nor the chart defines.

use std::collections::BTreeSet;

use skeg_resources::{GroupKind, Resource};

use crate::install::Install;
use crate::observation::Live;
use crate::request::Request;

/// A warning for each such kind: a hook may still define it, so it is no error.
pub(crate) fn warnings(request: &Request, installs: &[Install]) -> Vec<String> {
    let defined: BTreeSet<GroupKind> = request.desired.iter().filter_map(definition).collect();
    let ids = installs.iter().map(|install| &request.desired[install.resource].id);
    let unknown = ids.filter(|id| matches!(request.live.get(id), Some(Live::UnknownKind)));
    let kinds: BTreeSet<GroupKind> = unknown.map(|id| id.group_kind()).filter(|kind| !defined.contains(kind)).collect();
    let text =
        |kind| format!("the cluster does not know {kind}, and the chart does not define it: creating it may fail");
    kinds.into_iter().map(text).collect()
}

/// The kind that a resource defines, if it defines one.
fn definition(resource: &Resource) -> Option<GroupKind> {
    let is_definition = resource.id.is_kind("apiextensions.k8s.io", "CustomResourceDefinition");
    let text = |path: &[&str]| resource.object.text_at(path).filter(|_| is_definition);
    Some(GroupKind::new(text(&["spec", "group"])?, text(&["spec", "names", "kind"])?))
}
