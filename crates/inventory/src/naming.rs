//! How an inventory is named and labelled.

use std::collections::BTreeMap;

use uuid::Uuid;

use crate::inventory::Inventory;

/// The type of Secrets that hold inventories.
pub const SECRET_TYPE: &str = "skeg.dev/release";
/// The label that tells inventories from resources; its value is `inventory`.
pub const COMPONENT: &str = "skeg.dev/component";
/// The label with the release's name.
pub const NAME: &str = "skeg.dev/release-name";
/// The label with the release's id.
pub const RELEASE_ID: &str = "skeg.dev/release-id";
/// The label with the newest revision.
pub const REVISION: &str = "skeg.dev/revision";
/// The label with the status of that revision.
pub const STATUS: &str = "skeg.dev/status";
/// The label with the release's source.
pub const SOURCE: &str = "skeg.dev/source";

/// The id of a release: always the same for a name and a namespace.
pub fn release_id(release: &str, namespace: &str) -> String {
    let ids = Uuid::new_v5(&Uuid::NAMESPACE_DNS, b"skeg.dev");
    // Neither may contain a slash.
    Uuid::new_v5(&ids, format!("{namespace}/{release}").as_bytes()).to_string()
}

/// The name of the object that holds the inventory of a release.
pub fn object_name(release: &str, namespace: &str) -> String {
    format!("skeg.{release}.{}", release_id(release, namespace))
}

/// The labels of that object, which is of some kind.
pub fn labels(inventory: &Inventory, kind: &str) -> BTreeMap<String, String> {
    let Inventory { release, namespace, .. } = inventory;
    let labels = [
        ("app.kubernetes.io/managed-by", "skeg".to_string()),
        (COMPONENT, "inventory".to_string()),
        (NAME, release.clone()),
        (RELEASE_ID, release_id(release, namespace)),
        (REVISION, inventory.revision().to_string()),
        (STATUS, inventory.status().name().to_string()),
        (SOURCE, inventory.source.word().to_string()),
        (crate::apply_set::ID, crate::apply_set::id(inventory, kind)),
    ];
    labels.map(|(key, value)| (key.to_string(), value)).into()
}
