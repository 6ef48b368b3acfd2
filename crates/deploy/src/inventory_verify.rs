//! Compares what the inventory, Helm's record and the cluster say of what belongs to a release. Nothing is changed.

use std::collections::{BTreeMap, BTreeSet};

use skeg_inventory::{Entry, merge};
use skeg_plan::ReleaseName;
use skeg_release_store::KeptInventory;
use skeg_resources::{Object, Owner, ResourceId, owner};

use crate::desired::{self, Reading};
use crate::error::Error;
use crate::marked::{self, Search};
use crate::observe::find;
use crate::world::World;

/// What to verify.
#[derive(Clone, Debug)]
pub struct VerifyRequest {
    /// The release.
    pub release: ReleaseName,
    /// Search all kinds in all namespaces for objects with the release's marks, not only those of known objects.
    pub scan: bool,
}

/// How inventory, record and cluster agree.
#[derive(Clone, Debug, Default)]
pub struct Verification {
    /// The release.
    pub release: ReleaseName,
    /// The deployed revision as the inventory says; `None` if there is no inventory, or nothing was deployed.
    pub inventory_revision: Option<u64>,
    /// Helm's newest deployed revision; `None` if there is none.
    pub recorded_revision: Option<u64>,
    /// There is an inventory that can be read.
    pub has_inventory: bool,
    /// How many objects were compared.
    pub objects: usize,
    /// Where they differ, ordered by object.
    pub differences: Vec<Difference>,
    /// Objects that another release took over, and that only Helm's record still names. The next deploy leaves them.
    pub handed_over: Vec<(ResourceId, String)>,
    /// Objects with the release's marks that nothing lists and that their resource policy keeps: they were left on purpose.
    pub left: Vec<ResourceId>,
    /// What could not be searched, and why.
    pub unsearched: Vec<String>,
}

/// A difference.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difference {
    /// The object.
    pub id: ResourceId,
    /// What differs.
    pub kind: DifferenceKind,
}

/// What differs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DifferenceKind {
    /// In the inventory, but not in the cluster.
    Gone,
    /// In the cluster with the release's marks, but neither in the inventory nor in the record.
    Ghost,
    /// In the inventory as deployed, but not in Helm's record.
    Unrecorded,
    /// In Helm's record, but not in the inventory.
    Unlisted,
    /// In the inventory, but the object's marks do not say so. Who owns it instead.
    Foreign(String),
}

impl Verification {
    /// Whether everything agrees.
    pub fn is_good(&self) -> bool {
        self.has_inventory && self.differences.is_empty() && !self.is_outdated()
    }

    /// Helm deployed another revision since the inventory was written.
    pub fn is_outdated(&self) -> bool {
        let revisions = (self.inventory_revision, self.recorded_revision);
        matches!(revisions, (Some(inventory), Some(recorded)) if inventory != recorded)
    }
}

/// Compares the inventory with Helm's newest deployed record and the live objects.
pub async fn verify_inventory(request: &VerifyRequest, world: &World) -> Result<Verification, Error> {
    let release = &world.home(&request.release);
    let kept = world.inventories.read(&release.name, &release.namespace, true).await?;
    let kept = kept.filter(|kept| kept.damage().is_none());
    let recorded = recorded(release, world).await?;
    if kept.is_none() && recorded.is_none() {
        return Err(world.no_release(release).await);
    }
    let stated = Stated::new(kept.as_ref(), recorded);
    let all = merge([&stated.recorded[..], &stated.members]);
    let ids: Vec<(ResourceId, &str)> = all.iter().map(|entry| (entry.id(), entry.v.as_str())).collect();
    let live = find(&world.cluster, &world.secrets, ids.iter().map(|(id, version)| (id, *version))).await?;
    let search = if request.scan { Search::Everywhere } else { Search::Known };
    let marked = marked::search(&world.cluster, release, &all, search).await?;
    let mut found = compare(&stated, &live, release);
    let known: BTreeSet<&ResourceId> = ids.iter().map(|(id, _)| id).collect();
    let uids: BTreeSet<&str> = live.values().filter_map(Object::uid).collect();
    let (left, ghosts): (Vec<_>, Vec<_>) = marked
        .objects
        .into_iter()
        .filter(|(id, marked)| !known.contains(id) && marked.uid.as_deref().is_none_or(|uid| !uids.contains(uid)))
        .partition(|(_, marked)| marked.is_kept);
    found.left = left.into_iter().map(|(id, _)| id).collect();
    found.differences.extend(ghosts.into_iter().map(|(id, _)| Difference { id, kind: DifferenceKind::Ghost }));
    found.differences.sort();
    Ok(Verification { release: release.clone(), objects: all.len(), unsearched: marked.unsearched, ..found })
}

/// The objects of Helm's newest deployed revision, if there is one.
pub(crate) async fn recorded(release: &ReleaseName, world: &World) -> Result<Option<(u64, Vec<Entry>)>, Error> {
    let store = world.store(&release.namespace);
    let history = store.history(&release.name).await?;
    let Some(deployed) = history.last_deployed() else { return Ok(None) };
    let Some(record) = store.get(&release.name, deployed.revision).await? else { return Ok(None) };
    let scopes = world.cluster.scopes().await?;
    let reading = Reading { release, metadata: &Default::default(), scopes: &scopes };
    let (resources, _) = desired::stored(&record, &reading, true)?;
    Ok(Some((deployed.revision, skeg_plan::inventory_entries(&resources))))
}

/// What is written down.
#[derive(Default)]
struct Stated {
    has_inventory: bool,
    inventory_revision: Option<u64>,
    members: Vec<Entry>,
    /// Those of the deployed change, without what is left of earlier ones.
    deployed: BTreeSet<ResourceId>,
    recorded_revision: Option<u64>,
    recorded: Vec<Entry>,
}

impl Stated {
    fn new(kept: Option<&KeptInventory>, recorded: Option<(u64, Vec<Entry>)>) -> Stated {
        let mut stated = Stated { has_inventory: kept.is_some(), ..Stated::default() };
        if let Some((revision, entries)) = recorded {
            (stated.recorded_revision, stated.recorded) = (Some(revision), entries);
        }
        let Some(inventory) = kept.map(|kept| &kept.inventory) else { return stated };
        stated.members = inventory.members();
        if let Some(current) = inventory.current() {
            stated.inventory_revision = Some(current.revision);
            let deployed = current.entries.iter().filter(|entry| entry.state.is_none());
            stated.deployed = deployed.map(Entry::id).collect();
        }
        stated
    }
}

fn compare(stated: &Stated, live: &BTreeMap<ResourceId, Object>, release: &ReleaseName) -> Verification {
    let recorded: BTreeSet<ResourceId> = stated.recorded.iter().map(Entry::id).collect();
    let members: BTreeSet<ResourceId> = stated.members.iter().map(Entry::id).collect();
    let mut found = Verification {
        has_inventory: stated.has_inventory,
        inventory_revision: stated.inventory_revision,
        recorded_revision: stated.recorded_revision,
        ..Verification::default()
    };
    for entry in &stated.members {
        let id = entry.id();
        // A hook is often deleted after its turn; a deploy that failed may not have come as far as the object.
        let may_be_gone = entry.hook || !(stated.deployed.contains(&id) || entry.state.is_some());
        let wrong = match live.get(&id) {
            None if may_be_gone => None,
            None => Some(DifferenceKind::Gone),
            Some(object) => stranger(object, release, entry.hook).map(DifferenceKind::Foreign),
        };
        let is_unrecorded =
            stated.recorded_revision.is_some() && stated.deployed.contains(&id) && !recorded.contains(&id);
        let both = wrong.into_iter().chain(is_unrecorded.then_some(DifferenceKind::Unrecorded));
        found.differences.extend(both.map(|kind| Difference { id: id.clone(), kind }));
    }
    let unlisted = stated.recorded.iter().filter(|entry| !members.contains(&entry.id()));
    for entry in unlisted.filter(|_| stated.has_inventory) {
        let id = entry.id();
        match live.get(&id).map(|object| owner(object, &release.name, &release.namespace)) {
            Some(Owner::Other { name: Some(name), .. }) => found.handed_over.push((id, name)),
            _ => found.differences.push(Difference { id, kind: DifferenceKind::Unlisted }),
        }
    }
    found
}

/// Who owns a live object, if that is not the release. Hooks carry no marks.
pub(crate) fn stranger(object: &Object, release: &ReleaseName, is_hook: bool) -> Option<String> {
    match owner(object, &release.name, &release.namespace) {
        Owner::This => None,
        Owner::Nobody if is_hook => None,
        Owner::Nobody => Some("nobody: its marks were removed".to_string()),
        Owner::Other { managed_by: Some(tool), .. } if tool != skeg_resources::MANAGER => Some(tool),
        Owner::Other { name, namespace, .. } => {
            let (name, namespace) = (name.unwrap_or_default(), namespace.unwrap_or_default());
            Some(format!("release {name:?} in namespace {namespace:?}"))
        }
    }
}
