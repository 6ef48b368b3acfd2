//! Hands resources over from one release to another.
//!
//! The order keeps an owner at every moment: first the new release's inventory lists the object, then its marks change,
//! then the old release's inventory forgets it. Whatever is interrupted, running it again finishes it. The record of the
//! old release still has the object; deploys leave alone what is marked as another release's.

use skeg_cluster::{Cluster, Error as ClusterError, Fence};
use skeg_inventory::{Entry, EntryState, Inventory, PART_OF, Source, apply_set};
use skeg_nearest::nearest;
use skeg_plan::ReleaseName;
use skeg_release_store::{Driver, KeptInventory, Time};
use skeg_resources::{Object, Owner, RELEASE_NAME, RELEASE_NAMESPACE, ResourceId, owner};

use crate::deploy_options::DeployOptions;
use crate::error::Error;
use crate::inventory_verify::stranger;
use crate::session::Session;
use crate::under_way::Patience;
use crate::world::World;

/// How often to read an object again that others keep changing.
const MOST_ATTEMPTS: usize = 10;

/// What to move.
pub struct MoveRequest {
    /// `Deployment/web`, `deployment.apps/web`.
    pub resources: Vec<String>,
    /// The release that has them, and who holds the locks.
    pub from: DeployOptions,
    /// The release that gets them.
    pub to: ReleaseName,
    /// Change nothing, only say what would change.
    pub dry_run: bool,
}

/// What was moved, or would be.
#[derive(Clone, Debug, Default)]
pub struct Moved {
    /// The release that had them.
    pub from: ReleaseName,
    /// The release that has them now.
    pub to: ReleaseName,
    /// What was moved.
    pub moved: Vec<ResourceId>,
    /// What had been moved before.
    pub before: Vec<ResourceId>,
}

/// Moves resources under the locks of both releases.
pub async fn move_resources(request: MoveRequest, world: &World) -> Result<Moved, Error> {
    let options = world.at_home(DeployOptions { create_namespace: false, ..request.from });
    let (from, to) = (options.release.clone(), world.home(&request.to));
    if from == to {
        return Err(Error::MoveRefused(vec![format!("release {:?} is both the old and the new owner", from.name)]));
    }
    if request.dry_run {
        let both = Both::read(world, &from, &to, None, None).await?;
        return Ok(both.plan(&request.resources, world).await?.outcome(&both));
    }
    // Whoever moves things the other way at the same time takes them in the same order.
    let mut order = [&from, &to];
    order.sort_by_key(|release| (&release.namespace, &release.name));
    let of = |release: &ReleaseName| DeployOptions { release: release.clone(), ..options.clone() };
    let first = Session::open(world, &of(order[0])).await?;
    let outcome = match Session::open(world, &of(order[1])).await {
        Ok(second) => {
            let (giver, taker) = if *order[0] == from { (&first, &second) } else { (&second, &first) };
            let moved = move_locked(&request.resources, world, (giver, taker), (&from, &to)).await;
            second.close(false).await;
            moved
        }
        Err(error) => Err(error),
    };
    first.close(false).await;
    outcome
}

async fn move_locked(
    resources: &[String],
    world: &World,
    (giver, taker): (&Session, &Session),
    (from, to): (&ReleaseName, &ReleaseName),
) -> Result<Moved, Error> {
    let both = Both::read(world, from, to, Some(&giver.patience), Some(&taker.patience)).await;
    let mut both = both.map_err(|error| giver.patience.explain(error))?;
    let plan = world.unless_stopped("looking at the resources", both.plan(resources, world)).await?;
    let entries: Vec<&Entry> = plan.steps.iter().filter(|step| !step.is_done).map(|step| &step.entry).collect();
    if !entries.is_empty() {
        list(&mut both.to.inventory, &entries);
        world.inventories.write(&mut both.to, &taker.fence).await?;
        for step in plan.steps.iter().filter(|step| !step.is_done) {
            mark(&giver.cluster, &taker.fence, &step.entry, from, &both.to.inventory, world.driver()).await?;
        }
        forget(&mut both.from.inventory, &entries);
        world.inventories.write(&mut both.from, &giver.fence).await?;
    }
    Ok(plan.outcome(&both))
}

/// The inventories of both releases.
struct Both {
    from: KeptInventory,
    to: KeptInventory,
}

/// What has to be done.
struct Plan {
    steps: Vec<Step>,
}

struct Step {
    entry: Entry,
    /// It was moved before.
    is_done: bool,
}

impl Both {
    async fn read(
        world: &World,
        from: &ReleaseName,
        to: &ReleaseName,
        patience: Option<&Patience>,
        patience_of_other: Option<&Patience>,
    ) -> Result<Both, Error> {
        let from = inventory(world, from, patience).await?;
        Ok(Both { from, to: inventory(world, to, patience_of_other).await? })
    }

    /// Finds the resources, and refuses what cannot be moved.
    async fn plan(&self, resources: &[String], world: &World) -> Result<Plan, Error> {
        let (mut steps, mut problems) = (Vec::new(), Vec::new());
        for word in resources {
            match self.step(word, world).await? {
                Ok(step) => steps.push(step),
                Err(problem) => problems.push(problem),
            }
        }
        steps.sort_by_key(|step: &Step| step.entry.id());
        steps.dedup_by_key(|step| step.entry.id());
        if problems.is_empty() { Ok(Plan { steps }) } else { Err(Error::MoveRefused(problems)) }
    }

    async fn step(&self, word: &str, world: &World) -> Result<Result<Step, String>, Error> {
        let (from, to) = (release_of(&self.from.inventory), release_of(&self.to.inventory));
        let given = find(&self.from.inventory, word);
        let (entry, is_done) = match given.as_slice() {
            [entry] => (entry.clone(), false),
            [] => match find(&self.to.inventory, word).as_slice() {
                [entry] => (entry.clone(), true),
                _ => return Ok(Err(unknown(word, &self.from.inventory))),
            },
            several => {
                let several: Vec<String> = several.iter().map(|entry| full(&entry.id())).collect();
                return Ok(Err(format!("{word:?} may be {}", several.join(" or "))));
            }
        };
        let id = entry.id();
        if entry.hook {
            return Ok(Err(format!("{id} is a hook: hooks run with their release and are not moved")));
        }
        let Some(live) = world.cluster.get(&id, &entry.v).await? else {
            return Ok(Err(format!("{id} does not exist in the cluster")));
        };
        let problem = match (stranger(&live, &from, false), stranger(&live, &to, false)) {
            _ if live.is_being_deleted() => Some(format!("{id} is being deleted")),
            (_, None) => None,
            (None, _) if !is_done => None,
            (None, _) => Some(format!("{id} is not in the inventory of release {:?}", from.name)),
            (Some(owner), _) => Some(format!("{id} belongs to {owner}")),
        };
        Ok(problem.map_or(Ok(Step { entry, is_done }), Err))
    }
}

impl Plan {
    fn outcome(&self, both: &Both) -> Moved {
        let ids = |is_done: bool| {
            let steps = self.steps.iter().filter(move |step| step.is_done == is_done);
            steps.map(|step| step.entry.id()).collect()
        };
        let (from, to) = (release_of(&both.from.inventory), release_of(&both.to.inventory));
        Moved { from, to, moved: ids(false), before: ids(true) }
    }
}

async fn inventory(world: &World, release: &ReleaseName, patience: Option<&Patience>) -> Result<KeptInventory, Error> {
    let past = world.unless_stopped("reading the release's records", world.past(release, patience)).await?;
    match past.inventory.damage() {
        Some(damage) => Err(Error::InventoryDamaged(damage)),
        None if past.inventory.is_stored() => Ok(past.inventory),
        None if past.is_empty() => Err(world.no_release(release).await),
        None => Err(Error::NoInventory(release.clone())),
    }
}

fn release_of(inventory: &Inventory) -> ReleaseName {
    ReleaseName { name: inventory.release.clone(), namespace: inventory.namespace.clone() }
}

/// The members that a word names: `Deployment/web`, `deployment.apps/web`.
fn find(inventory: &Inventory, word: &str) -> Vec<Entry> {
    let Some((kind, name)) = word.split_once('/') else { return Vec::new() };
    let is_it = |entry: &Entry| {
        let full = entry.id().group_kind().to_string();
        entry.name == name && (entry.kind.eq_ignore_ascii_case(kind) || full.eq_ignore_ascii_case(kind))
    };
    inventory.members().into_iter().filter(is_it).collect()
}

fn full(id: &ResourceId) -> String {
    let place = id.namespace.as_ref().map(|namespace| format!(" in namespace {namespace}")).unwrap_or_default();
    format!("{}/{}{place}", id.group_kind(), id.name)
}

fn unknown(word: &str, inventory: &Inventory) -> String {
    let members: Vec<String> = inventory.members().iter().map(|entry| entry.id().to_string()).collect();
    let meant = nearest(word, members.iter().map(String::as_str));
    let meant = meant.map(|meant| format!("; did you mean {meant}?")).unwrap_or_default();
    match word.contains('/') {
        true => format!("{word} does not belong to release {:?}{meant}", inventory.release),
        false => format!("{word:?} is not KIND/NAME{meant}"),
    }
}

/// Adds entries to what the deployed change left, or to what is pending if nothing was deployed yet.
fn list(inventory: &mut Inventory, entries: &[&Entry]) {
    let known: Vec<ResourceId> = inventory.members().iter().map(Entry::id).collect();
    let new = entries.iter().filter(|entry| !known.contains(&entry.id()));
    let new = new.map(|entry| Entry { state: Some(EntryState::Moved), component: String::new(), ..(*entry).clone() });
    let place = match (inventory.changes.first_mut(), inventory.pending.as_mut()) {
        (Some(change), _) => &mut change.entries,
        (None, Some(pending)) => &mut pending.entries,
        (None, None) => return,
    };
    place.extend(new);
    place.sort_by_key(Entry::id);
    inventory.last_transition = Time::now().to_string();
}

fn forget(inventory: &mut Inventory, entries: &[&Entry]) {
    let gone: Vec<ResourceId> = entries.iter().map(|entry| entry.id()).collect();
    let pending = inventory.pending.as_mut().map(|pending| &mut pending.entries);
    let current = inventory.changes.first_mut().map(|change| &mut change.entries);
    for place in pending.into_iter().chain(current) {
        place.retain(|entry| !gone.contains(&entry.id()));
    }
    inventory.last_transition = Time::now().to_string();
}

/// Changes the marks of an object and nothing else. An apply would not do: it would give up, and so remove, every field
/// that it does not name. So the object is replaced by itself with other marks, unless somebody changed it meanwhile.
async fn mark(
    cluster: &Cluster,
    fence: &Fence,
    entry: &Entry,
    from: &ReleaseName,
    to: &Inventory,
    driver: Driver,
) -> Result<(), Error> {
    let id = entry.id();
    for attempt in 1.. {
        fence.check()?;
        let Some(live) = cluster.get(&id, &entry.v).await? else { return Ok(()) };
        match owner(&live, &to.release, &to.namespace) {
            Owner::This => return Ok(()),
            _ if stranger(&live, from, false).is_some() => {
                return Err(Error::MoveRefused(vec![format!("{id} was taken over by others meanwhile")]));
            }
            _ => {}
        }
        match cluster.replace(&marked(live, to, driver), id.namespace.as_deref()).await {
            Err(error @ ClusterError::Refused(_)) if error.is_conflict() && attempt < MOST_ATTEMPTS => {}
            written => return Ok(written.map(drop)?),
        }
    }
    Ok(())
}

fn marked(mut object: Object, to: &Inventory, driver: Driver) -> Object {
    object.set_annotation(RELEASE_NAME, &to.release);
    object.set_annotation(RELEASE_NAMESPACE, &to.namespace);
    let kind = if driver == Driver::ConfigMap { "ConfigMap" } else { "Secret" };
    match to.source {
        Source::Manifests => object.set_label(PART_OF, &apply_set(to, kind, "").id),
        Source::Chart => {
            let labels = object.metadata_mut().and_then(|metadata| metadata.get_mut("labels"));
            labels.and_then(|labels| labels.as_object_mut()).map(|labels| labels.remove(PART_OF));
        }
    }
    object
}
