//! What belongs to the release once a plan is done.

use std::collections::BTreeMap;

use skeg_inventory::{Change, Entry, EntryState, manifest_digest, merge};
use skeg_resources::{Class, Ownership, Resource, ResourceId};

use crate::plan::KeptObject;
use crate::request::Request;

/// The inventory's change: everything wanted, and what is kept although it is no longer wanted.
pub(crate) fn change(request: &Request, kept: &[KeptObject]) -> Option<Change> {
    let change = request.change.clone()?;
    let manifest_digest = digest(&request.desired);
    let versions: BTreeMap<&ResourceId, &Resource> =
        request.previous.iter().map(|resource| (&resource.id, resource)).collect();
    let retained = kept.iter().filter(|kept| kept.why.is_ours()).filter_map(|kept| {
        let state = Some(EntryState::Retained);
        Some(Entry { state, ..entry(versions.get(&kept.id)?) })
    });
    let retained: Vec<Entry> = retained.collect();
    let entries = merge([&retained[..], &entries(&request.desired)]);
    Some(Change { revision: request.revision, manifest_digest, entries, ..change })
}

/// The digest that a plan's change will have of its manifests.
pub fn digest(desired: &[Resource]) -> String {
    let owned = desired.iter().filter(|resource| is_owned(resource));
    manifest_digest(owned.map(|resource| (&resource.id, &resource.object)))
}

/// The entries that the resources of a revision have in an inventory.
pub fn entries(desired: &[Resource]) -> Vec<Entry> {
    desired.iter().filter(|resource| is_owned(resource)).map(entry).collect()
}

/// What is shared with others is not the release's, and CRDs of `crds/` stay whatever happens.
fn is_owned(resource: &Resource) -> bool {
    let is_own = resource.rules.ownership == Ownership::Release || resource.class == Class::Hook;
    resource.class != Class::Standalone && is_own
}

fn entry(resource: &Resource) -> Entry {
    let hook = resource.class == Class::Hook;
    Entry { hook, ..Entry::new(&resource.id, resource.object.version(), component(&resource.origin.path)) }
}

/// The path of the chart that a template belongs to: `shop/charts/db` of `shop/charts/db/templates/a.yaml`.
fn component(template: &str) -> &str {
    template.split_once("/templates/").map_or("", |(chart, _)| chart)
}
