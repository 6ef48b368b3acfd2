//! Writes the inventory of a release anew, from Helm's records, the old inventory and the marks on live objects.

use std::collections::{BTreeMap, BTreeSet};

use skeg_inventory::{Change, Entry, EntryState, Inventory, Pending, Phase, merge};
use skeg_plan::ReleaseName;
use skeg_release_store::{KeptInventory, Release, ReleaseStatus, Time};
use skeg_resources::{Object, ResourceId};

use crate::deploy_options::DeployOptions;
use crate::desired::{self, Reading};
use crate::error::Error;
use crate::inventory;
use crate::inventory_verify::stranger;
use crate::marked::{self, Marked, Search};
use crate::observe::find;
use crate::past::Past;
use crate::session::Session;
use crate::under_way::Patience;
use crate::world::World;

/// What to rebuild.
pub struct RebuildRequest {
    /// Write nothing, only say what would be written.
    pub dry_run: bool,
    /// The release, and who holds its lock.
    pub options: DeployOptions,
}

/// What an inventory was made of.
#[derive(Clone, Debug, Default)]
pub struct Rebuilt {
    /// The release.
    pub release: ReleaseName,
    /// Helm's newest deployed revision, with the number of its objects.
    pub deployed: Option<(u64, usize)>,
    /// Later revisions that failed or were interrupted, and how many more objects they have.
    pub later: (Vec<u64>, usize),
    /// How many more objects only the old inventory knew.
    pub remembered: usize,
    /// How many more objects were found by their marks.
    pub found: usize,
    /// How many objects that makes.
    pub objects: usize,
    /// What the old inventory did not have.
    pub added: Vec<ResourceId>,
    /// What the old inventory had, and why it was dropped.
    pub dropped: Vec<(ResourceId, String)>,
    /// Objects that are no longer wanted: the next deploy deletes them.
    pub unwanted: BTreeSet<ResourceId>,
    /// Why the old one could not be read.
    pub damage: Option<String>,
    /// It differs from the old one.
    pub is_changed: bool,
    /// Kinds that could not be searched, and why.
    pub unsearched: Vec<String>,
}

/// Makes the inventory anew under the release's lock; without the lock if nothing is to be written.
pub async fn rebuild_inventory(request: RebuildRequest, world: &World) -> Result<Rebuilt, Error> {
    let options = world.at_home(DeployOptions { create_namespace: false, ..request.options });
    if request.dry_run {
        return Ok(make(world, &options.release, None).await?.1);
    }
    let session = Session::open(world, &options).await?;
    let rebuilt = rebuild_locked(world, &session, &options.release).await;
    session.close(rebuilt.is_err()).await;
    rebuilt
}

async fn rebuild_locked(world: &World, session: &Session, release: &ReleaseName) -> Result<Rebuilt, Error> {
    let made = make(world, release, Some(&session.patience)).await;
    let (mut kept, rebuilt) = made.map_err(|error| session.patience.explain(error))?;
    if rebuilt.is_changed {
        kept.inventory.last_transition = Time::now().to_string();
        world.inventories.write(&mut kept, &session.fence).await?;
    }
    Ok(rebuilt)
}

/// The new inventory, ready to be written.
async fn make(
    world: &World,
    release: &ReleaseName,
    patience: Option<&Patience>,
) -> Result<(KeptInventory, Rebuilt), Error> {
    let making = async {
        let past = world.past(release, patience).await?;
        let recorded = Recorded::read(&past, release, world).await?;
        let known = merge([&past.inventory.inventory.members()[..], &recorded.all()]);
        let ids: Vec<(ResourceId, &str)> = known.iter().map(|entry| (entry.id(), entry.v.as_str())).collect();
        let live = find(&world.cluster, &world.secrets, ids.iter().map(|(id, version)| (id, *version))).await?;
        let marked = marked::search(&world.cluster, release, &known, Search::Everywhere).await?;
        let is_nothing = past.is_empty() && !past.inventory.is_stored() && marked.objects.is_empty();
        Ok((!is_nothing).then(|| build(past.inventory, recorded, &live, marked, release)))
    };
    match world.unless_stopped("reading what belongs to the release", making).await? {
        Some(made) => Ok(made),
        None => Err(world.no_release(release).await),
    }
}

/// What the records tell; for a release of plain manifests, the inventory is its record.
#[derive(Default)]
struct Recorded {
    deployed: Option<Change>,
    pending: Option<Pending>,
    later: Vec<u64>,
}

impl Recorded {
    async fn read(past: &Past, release: &ReleaseName, world: &World) -> Result<Recorded, Error> {
        let old = &past.inventory.inventory;
        if past.is_of_manifests() {
            let later = old.pending.iter().map(|pending| pending.revision).collect();
            return Ok(Recorded { deployed: old.current().cloned(), pending: old.pending.clone(), later });
        }
        let scopes = world.cluster.scopes().await?;
        let reading = Reading { release, metadata: &Default::default(), scopes: &scopes };
        let mut recorded = Recorded::default();
        let deployed = past.deployed().and_then(|revision| past.records.get(&revision));
        recorded.deployed = deployed.map(|record| change(record, old, &reading)).transpose()?;
        let first = deployed.map_or(0, |record| record.revision);
        let perhaps_live = past.history.perhaps_live().iter().map(|summary| summary.revision);
        for revision in perhaps_live.filter(|revision| *revision > first) {
            let Some(record) = past.records.get(&revision) else { continue };
            let entries = skeg_plan::inventory_entries(&desired::stored(record, &reading, true)?.0);
            let before = recorded.pending.take().map(|pending| pending.entries).unwrap_or_default();
            recorded.pending = Some(Pending { entries: merge([&before[..], &entries]), ..pending(record, old) });
            recorded.later.push(revision);
        }
        // A deploy that was killed before it wrote its record.
        if let Some(pending) = old.pending.clone().filter(|pending| Some(pending.revision) > past.last_revision()) {
            recorded.pending = Some(pending);
        }
        Ok(recorded)
    }

    fn all(&self) -> Vec<Entry> {
        let deployed = self.deployed.as_ref().map_or(&[][..], |change| &change.entries);
        merge([self.pending.as_ref().map_or(&[][..], |pending| &pending.entries), deployed])
    }
}

/// The change that deployed a revision.
fn change(record: &Release, old: &Inventory, reading: &Reading<'_>) -> Result<Change, Error> {
    let (resources, _) = desired::stored(record, reading, true)?;
    let (entries, manifest_digest) = (skeg_plan::inventory_entries(&resources), skeg_plan::manifest_digest(&resources));
    let entries = merge([&entries[..]]);
    // What the old one says of the same revision is more: it knows what was sent, too.
    match old.current().filter(|current| current.revision == record.revision) {
        Some(current) => Ok(Change { entries, ..current.clone() }),
        None => {
            let timestamp = record.info.last_deployed.to_string();
            Ok(Change { revision: record.revision, manifest_digest, timestamp, entries, ..inventory::change(record) })
        }
    }
}

fn pending(record: &Release, old: &Inventory) -> Pending {
    if let Some(pending) = old.pending.as_ref().filter(|pending| pending.revision == record.revision) {
        return pending.clone();
    }
    let phase = match record.info.status {
        ReleaseStatus::Uninstalling => Phase::Deleting,
        status if status.is_pending() => Phase::Deploying,
        _ => Phase::Failed,
    };
    let error = if phase == Phase::Failed { record.info.description.clone() } else { String::new() };
    let timestamp = record.info.last_deployed.to_string();
    Pending { revision: record.revision, phase, timestamp, error, ..Pending::default() }
}

fn build(
    mut kept: KeptInventory,
    recorded: Recorded,
    live: &BTreeMap<ResourceId, Object>,
    marked: Marked,
    release: &ReleaseName,
) -> (KeptInventory, Rebuilt) {
    let old = kept.inventory.clone();
    let old_members: BTreeMap<ResourceId, Entry> = old.members().into_iter().map(|entry| (entry.id(), entry)).collect();
    let deployed: BTreeSet<ResourceId> =
        recorded.deployed.iter().flat_map(|change| &change.entries).map(Entry::id).collect();
    let mut known: BTreeSet<ResourceId> = recorded.all().iter().map(Entry::id).collect();
    let later = known.len() - deployed.len();
    let mut rebuilt = Rebuilt {
        release: release.clone(),
        deployed: recorded.deployed.as_ref().map(|change| (change.revision, change.entries.len())),
        later: (recorded.later.clone(), later),
        damage: kept.damage(),
        unsearched: marked.unsearched,
        ..Rebuilt::default()
    };
    let mut unwanted = Vec::new();
    for (id, entry) in &old_members {
        if known.contains(id) {
            continue;
        }
        match live.get(id).map(|object| stranger(object, release, entry.hook)) {
            None => rebuilt.dropped.push((id.clone(), "it is gone".to_string())),
            Some(Some(owner)) => rebuilt.dropped.push((id.clone(), format!("it belongs to {owner}"))),
            Some(None) => {
                known.insert(id.clone());
                unwanted.push(Entry { state: entry.state.or(Some(EntryState::Found)), ..entry.clone() });
            }
        }
    }
    rebuilt.remembered = unwanted.len();
    let uids: BTreeSet<&str> =
        live.iter().filter(|(id, _)| known.contains(id)).filter_map(|(_, live)| live.uid()).collect();
    for (id, object) in marked.objects {
        let is_known = known.contains(&id) || object.uid.as_deref().is_some_and(|uid| uids.contains(uid));
        if !is_known && !object.is_kept {
            unwanted.push(Entry { state: Some(EntryState::Found), ..Entry::new(&id, &object.version, "") });
        }
    }
    rebuilt.found = unwanted.len() - rebuilt.remembered;
    rebuilt.unwanted = unwanted.iter().map(Entry::id).collect();
    kept.inventory = anew(&old, recorded, unwanted);
    let members: BTreeSet<ResourceId> = kept.inventory.members().iter().map(Entry::id).collect();
    rebuilt.objects = members.len();
    rebuilt.added = members.into_iter().filter(|id| !old_members.contains_key(id)).collect();
    rebuilt.is_changed = kept.inventory != old || !kept.is_stored() || kept.damage().is_some();
    (kept, rebuilt)
}

/// The inventory of what is recorded and what is no longer wanted.
fn anew(old: &Inventory, recorded: Recorded, unwanted: Vec<Entry>) -> Inventory {
    let Recorded { deployed, mut pending, .. } = recorded;
    let mut changes = old.changes.clone();
    match deployed {
        Some(change) => {
            changes.retain(|old| old.digest() != change.digest() && old.revision < change.revision);
            let entries = merge([&unwanted[..], &change.entries]);
            changes.insert(0, Change { entries, ..change });
        }
        None => {
            changes.clear();
            let pending = pending.get_or_insert_with(|| Pending {
                revision: old.revision().max(1),
                phase: Phase::Failed,
                timestamp: old.last_transition.clone(),
                ..Pending::default()
            });
            pending.entries = merge([&unwanted[..], &pending.entries]);
        }
    }
    let deployed: BTreeSet<ResourceId> =
        changes.iter().take(1).flat_map(|change| &change.entries).map(Entry::id).collect();
    pending.iter_mut().for_each(|pending| pending.entries.retain(|entry| !deployed.contains(&entry.id())));
    Inventory { changes, pending, ..old.clone() }
}
