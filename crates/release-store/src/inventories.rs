//! Stores inventories: in Secrets or ConfigMaps of a cluster, or in memory.

mod foreign;
mod form;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use skeg_cluster::{Cluster, Fence};
use skeg_inventory::{
    BUDGET, COMPONENT, Inventory, NAME, RELEASE_ID, REVISION, SHARD_KEY, SOURCE, STATUS, Source, decode, encode,
    labels, object_name, release_id, shards,
};
use skeg_resources::{Object, ReleaseStatus};

use crate::error::Error;
use crate::objects::Form;
use crate::storage::Driver;

/// An inventory with what is needed to write it back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptInventory {
    /// The inventory.
    pub inventory: Inventory,
    /// The object that holds it.
    object: String,
    /// Its resource version; `None` if it does not exist yet.
    version: Option<String>,
    /// The objects that hold the rest of it.
    shards: BTreeSet<String>,
    /// Why it could not be parsed.
    damage: Option<String>,
}

/// The head of an inventory, read from the labels of its object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InventoryHead {
    /// The release's name.
    pub release: String,
    /// The release's namespace.
    pub namespace: String,
    /// The newest revision.
    pub revision: u64,
    /// Its status.
    pub status: ReleaseStatus,
    /// When it was last written, in RFC 3339, if known.
    pub updated: Option<String>,
}

/// Where inventories are stored. Cheap to clone.
#[derive(Clone)]
pub struct Inventories {
    place: Place,
    budget: usize,
}

#[derive(Clone)]
enum Place {
    Cluster(Cluster, Form),
    Memory(Arc<Mutex<BTreeMap<String, Inventory>>>),
}

impl KeptInventory {
    /// An inventory that was never written.
    pub fn new(inventory: Inventory) -> KeptInventory {
        let object = object_name(&inventory.release, &inventory.namespace);
        KeptInventory { inventory, object, version: None, shards: BTreeSet::new(), damage: None }
    }

    /// Why it could not be parsed. It is empty then.
    pub fn damage(&self) -> Option<String> {
        self.damage.as_ref().map(|damage| format!("inventory {} cannot be read: {damage}", self.object))
    }

    /// The name of the object that holds it.
    pub fn object(&self) -> &str {
        &self.object
    }

    /// Whether it was read from somewhere.
    pub fn is_stored(&self) -> bool {
        self.version.is_some()
    }
}

impl Inventories {
    /// Stores inventories where a driver stores records.
    pub fn new(driver: Driver, cluster: &Cluster) -> Inventories {
        let place = match driver {
            Driver::Secret => Place::Cluster(cluster.clone(), Form::Secret),
            Driver::ConfigMap => Place::Cluster(cluster.clone(), Form::ConfigMap),
            Driver::Memory => return Inventories::in_memory(),
        };
        Inventories { place, budget: BUDGET }
    }

    /// Stores inventories in memory.
    pub fn in_memory() -> Inventories {
        Inventories { place: Place::Memory(Arc::default()), budget: BUDGET }
    }

    /// The same with objects of at most this many bytes.
    pub fn with_budget(self, budget: usize) -> Inventories {
        Inventories { budget, ..self }
    }

    /// The inventory of a release: one request, or more if it spans several objects. If it is not found by its name and
    /// `search` is set, it is looked up by its labels.
    ///
    /// # Errors
    /// A newer program wrote it. A damaged inventory is not an error: see [`KeptInventory::damage`].
    pub async fn read(&self, release: &str, namespace: &str, search: bool) -> Result<Option<KeptInventory>, Error> {
        let (cluster, form) = match &self.place {
            Place::Cluster(cluster, form) => (cluster, *form),
            Place::Memory(all) => {
                let all = all.lock().unwrap_or_else(PoisonError::into_inner);
                let kept = |inventory: &Inventory| KeptInventory {
                    version: Some(String::new()),
                    ..KeptInventory::new(inventory.clone())
                };
                return Ok(all.get(&object_name(release, namespace)).map(kept));
            }
        };
        let name = object_name(release, namespace);
        let found = cluster.get(&form.id(namespace, &name), "v1").await?;
        let object = match found {
            Some(object) => object,
            None if search => match self.search(cluster, form, release, namespace).await? {
                Some(object) => object,
                None => return Ok(None),
            },
            None => return Ok(None),
        };
        let version = object.resource_version().map(str::to_string);
        let (inventory, shards, damage) = match load(cluster, form, &object, release, namespace).await? {
            Ok((inventory, shards)) => (inventory, shards, None),
            Err(error @ skeg_inventory::Error::Newer(_)) => {
                return Err(Error::Inventory { key: object.name().unwrap_or_default().to_string(), error });
            }
            Err(error) => (Inventory::new(release, namespace, Source::Chart), BTreeSet::new(), Some(error.to_string())),
        };
        let object = object.name().unwrap_or_default().to_string();
        Ok(Some(KeptInventory { inventory, object, version, shards, damage }))
    }

    async fn search(
        &self,
        cluster: &Cluster,
        form: Form,
        release: &str,
        namespace: &str,
    ) -> Result<Option<Object>, Error> {
        let labels = format!("{COMPONENT}=inventory,{RELEASE_ID}={}", release_id(release, namespace));
        let found = form.labelled(cluster, Some(namespace), labels, false, Some).await?;
        Ok(found.into_iter().next())
    }

    /// The heads of the inventories of releases without Helm's records, in one namespace or in all.
    pub async fn heads(&self, namespace: Option<&str>) -> Result<Vec<InventoryHead>, Error> {
        match &self.place {
            Place::Cluster(cluster, form) => {
                let labels = format!("{COMPONENT}=inventory,{SOURCE}={}", Source::Manifests.word());
                form.labelled(cluster, namespace, labels, true, |object| head(&object)).await
            }
            Place::Memory(all) => {
                let all = all.lock().unwrap_or_else(PoisonError::into_inner);
                let here = all.values().filter(|each| namespace.is_none_or(|namespace| namespace == each.namespace));
                let own = here.filter(|each| each.source == Source::Manifests);
                Ok(own.filter_map(|each| head_of(&labels(each, ""), &each.namespace, None)).collect())
            }
        }
    }

    /// Stores an inventory, unless somebody else changed it since it was read.
    ///
    /// # Errors
    /// [`Error::InventoryChanged`] if somebody did.
    pub async fn write(&self, kept: &mut KeptInventory, fence: &Fence) -> Result<(), Error> {
        let (cluster, form) = match &self.place {
            Place::Cluster(cluster, form) => (cluster.fenced(fence.clone()), *form),
            Place::Memory(all) => {
                fence.check()?;
                let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                all.insert(kept.object.clone(), kept.inventory.clone());
                kept.version = Some(String::new());
                return Ok(());
            }
        };
        let namespace = kept.inventory.namespace.clone();
        let stored = encode(&kept.inventory, self.budget);
        let wanted: BTreeSet<String> = stored.shards.iter().map(|shard| shard.name.clone()).collect();
        for shard in stored.shards.iter().filter(|shard| !kept.shards.contains(&shard.name)) {
            // The name is derived from the contents, so an existing object is the same.
            match cluster.create(&form.shard(kept, shard)?, Some(&namespace)).await {
                Err(error) if !error.is_already_exists() => return Err(error.into()),
                _ => {}
            }
        }
        let object = form.inventory(kept, &stored.data)?;
        let written = match kept.version {
            None => cluster.create(&object, Some(&namespace)).await,
            Some(_) => match cluster.replace(&object, Some(&namespace)).await {
                Err(error) if error.is_not_found() => {
                    let mut anew = object.clone();
                    anew.metadata_mut().map(|metadata| metadata.remove("resourceVersion"));
                    cluster.create(&anew, Some(&namespace)).await
                }
                written => written,
            },
        };
        let written = written.map_err(|error| match error.is_conflict() || error.is_already_exists() {
            true => Error::InventoryChanged { key: kept.object.clone() },
            false => error.into(),
        })?;
        kept.version = written.resource_version().map(str::to_string);
        let stale = std::mem::replace(&mut kept.shards, wanted.clone());
        for name in stale.difference(&wanted) {
            form.delete(&cluster, &namespace, name).await?;
        }
        Ok(())
    }

    /// Deletes an inventory.
    pub async fn delete(&self, kept: &mut KeptInventory, fence: &Fence) -> Result<(), Error> {
        match &self.place {
            Place::Cluster(cluster, form) => {
                let cluster = cluster.fenced(fence.clone());
                let namespace = &kept.inventory.namespace;
                form.delete(&cluster, namespace, &kept.object).await?;
                for name in std::mem::take(&mut kept.shards) {
                    form.delete(&cluster, namespace, &name).await?;
                }
            }
            Place::Memory(all) => {
                fence.check()?;
                all.lock().unwrap_or_else(PoisonError::into_inner).remove(&kept.object);
            }
        }
        kept.version = None;
        Ok(())
    }
}

/// Reads an inventory and the objects with the rest of it; also returns the names of those. The inner error means that
/// it is damaged.
async fn load(
    cluster: &Cluster,
    form: Form,
    object: &Object,
    release: &str,
    namespace: &str,
) -> Result<Result<(Inventory, BTreeSet<String>), skeg_inventory::Error>, Error> {
    let data = form.data(object);
    let wanted = match shards(object.name().unwrap_or_default(), &data) {
        Ok(wanted) => wanted,
        Err(error) => return Ok(Err(error)),
    };
    let mut parts = BTreeMap::new();
    for part in &wanted {
        if let Some(shard) = cluster.get(&form.id(namespace, part), "v1").await? {
            parts.insert(part.clone(), form.data(&shard).remove(SHARD_KEY).unwrap_or_default());
        }
    }
    let decoded = decode(&data, &parts).and_then(|inventory| {
        match (inventory.release.as_str(), inventory.namespace.as_str()) == (release, namespace) {
            true => Ok(inventory),
            false => Err(skeg_inventory::Error::OtherRelease(inventory.release, inventory.namespace)),
        }
    });
    Ok(decoded.map(|inventory| (inventory, wanted.into_iter().collect())))
}

fn head(object: &Object) -> Option<InventoryHead> {
    let labels = object.labels().map(|(key, value)| (key.to_string(), value.to_string())).collect();
    let managed = object.at(&["metadata", "managedFields"]).and_then(Value::as_array);
    let updated = managed.into_iter().flatten().filter_map(|entry| entry["time"].as_str()).max();
    head_of(&labels, object.namespace()?, updated)
}

fn head_of(labels: &BTreeMap<String, String>, namespace: &str, updated: Option<&str>) -> Option<InventoryHead> {
    Some(InventoryHead {
        release: labels.get(NAME)?.clone(),
        namespace: namespace.to_string(),
        revision: labels.get(REVISION)?.parse().ok()?,
        status: ReleaseStatus::from_name(labels.get(STATUS)?),
        updated: updated.map(str::to_string),
    })
}
