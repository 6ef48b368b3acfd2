//! Shows the inventory of a release as it is stored.

use skeg_inventory::Inventory;
use skeg_plan::ReleaseName;

use crate::error::Error;
use crate::world::World;

/// An inventory, and where it is stored.
#[derive(Clone, Debug)]
pub struct ShownInventory {
    /// The inventory.
    pub inventory: Inventory,
    /// The name of the object that holds it.
    pub object: String,
    /// OPM wrote it. Skeg reads such inventories, and never changes them.
    pub is_opms: bool,
}

/// The inventory of a release: our own, or else OPM's.
pub async fn show_inventory(release: &ReleaseName, world: &World) -> Result<ShownInventory, Error> {
    let release = &world.home(release);
    let ReleaseName { name, namespace } = release;
    if let Some(kept) = world.inventories.read(name, namespace, true).await? {
        return match kept.damage() {
            Some(description) => Err(Error::InventoryDamaged(description)),
            None => Ok(ShownInventory { object: kept.object().to_string(), inventory: kept.inventory, is_opms: false }),
        };
    }
    if let Some((object, inventory)) = world.inventories.read_foreign(name, namespace).await? {
        return Ok(ShownInventory { inventory, object, is_opms: true });
    }
    match world.store(namespace).history(name).await?.last() {
        Some(_) => Err(Error::NoInventory(release.clone())),
        None => Err(world.no_release(release).await),
    }
}
