//! The inventory from outside: what is stored, and that nothing of ours is ever forgotten.

mod foreign;
mod forever;
mod names;
mod stored;

use skeg_inventory::{Change, Entry, Inventory, Module, Source};
use skeg_resources::ResourceId;

/// `ConfigMap/a` in the namespace of the release.
pub(crate) fn id(name: &str) -> ResourceId {
    ResourceId::new("", "ConfigMap", Some("prod"), name)
}

pub(crate) fn entries<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<Entry> {
    names.into_iter().map(|name| Entry::new(&id(name), "v1", "shop")).collect()
}

/// A change whose digest follows from its text.
pub(crate) fn change(revision: u64, text: &str, entries: Vec<Entry>) -> Change {
    let module = Module { path: "shop".into(), version: Some("1.0.0".into()), name: "shop".into(), local: false };
    let (manifest_digest, timestamp) = (text.to_string(), format!("2026-11-18T10:00:{:02}Z", revision % 60));
    Change { revision, module, values_digest: "sha256:0".into(), manifest_digest, timestamp, entries }
}

pub(crate) fn inventory() -> Inventory {
    Inventory::new("shop", "prod", Source::Chart)
}

pub(crate) fn members(inventory: &Inventory) -> Vec<String> {
    inventory.members().into_iter().map(|entry| entry.name).collect()
}
