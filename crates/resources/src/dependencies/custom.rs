//! Custom resources need their definition; a definition outlives them.

use std::collections::HashMap;

use super::references::References;
use crate::identity::{GroupKind, ResourceId};
use crate::kinds;
use crate::resource::Resource;
use crate::rules::Matcher;

/// The CRDs of the release by the kinds they define.
pub(super) struct Definitions<'a> {
    by_kind: HashMap<GroupKind, &'a ResourceId>,
}

impl<'a> Definitions<'a> {
    pub(super) fn new(resources: &'a [Resource]) -> Definitions<'a> {
        let by_kind = resources.iter().filter_map(|resource| Some((defined_by(resource)?, &resource.id)));
        Definitions { by_kind: by_kind.collect() }
    }

    pub(super) fn find(&self, resource: &Resource, references: &mut References<'_>) {
        if let Some(definition) = self.by_kind.get(&resource.id.group_kind()) {
            references.add(Matcher::of(definition), "kind");
        }
    }
}

/// The kind that a CRD defines.
fn defined_by(resource: &Resource) -> Option<GroupKind> {
    if !kinds::is_crd(&resource.id) {
        return None;
    }
    let text = |path: &[&str]| resource.object.text_at(path).filter(|text| !text.is_empty());
    Some(GroupKind::new(text(&["spec", "group"])?, text(&["spec", "names", "kind"])?))
}

/// All resources of a kind are deleted before their CRD.
pub(super) fn find_instances(resource: &Resource, references: &mut References<'_>) {
    if let Some(kind) = defined_by(resource) {
        let on = Matcher { group: Some(kind.group), kind: Some(kind.kind), ..Matcher::default() };
        references.add(on, "spec.names.kind");
    }
}
