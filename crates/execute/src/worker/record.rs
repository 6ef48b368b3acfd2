//! Writes the release's records.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{self, PoisonError};

use skeg_plan::{ChartOrder, ChartRun, Failure, FailureKind, Plan, Target};
use skeg_release_store::{History, Hook, HookRun, Release, Subchart, Time, Writer};
use skeg_resources::ReleaseStatus;
use tokio::sync::Mutex;

use super::inventory::InventoryKeeper;
use super::{broken_plan, cluster_failure};

/// The records a plan writes.
pub struct Records {
    /// `None` if the release has only an inventory.
    writer: Option<Writer>,
    inventory: InventoryKeeper,
    name: String,
    /// As read under the lock; nobody else has written since.
    history: History,
    history_limit: usize,
    /// Full records by revision: the new one, and those that were read for planning.
    known: Mutex<BTreeMap<u64, Release>>,
    /// The states of charts by revision, stored with the next update.
    charts: sync::Mutex<BTreeMap<u64, Vec<Subchart>>>,
}

impl Records {
    /// `known` must contain the record of the revision that the plan creates.
    pub fn new(
        writer: Option<Writer>,
        inventory: InventoryKeeper,
        name: &str,
        history: History,
        history_limit: usize,
        known: BTreeMap<u64, Release>,
    ) -> Records {
        let (known, charts) = (Mutex::new(known), sync::Mutex::default());
        Records { writer, inventory, name: name.to_string(), history, history_limit, known, charts }
    }

    /// Notes the states of the charts of an ordered plan; stored with the next update of its revision. They must not
    /// contain secrets.
    pub fn note_charts(&self, plan: &Plan, charts: &[ChartRun]) {
        let Some(order) = &plan.order else { return };
        let time = |text: &Option<String>| text.as_deref().and_then(Time::parse).unwrap_or(Time::NEVER);
        let subchart = |(index, (chart, run)): (usize, (&ChartOrder, &ChartRun))| Subchart {
            path: chart.path.clone(),
            status: plan.chart_word(index, run.state).to_string(),
            started_at: time(&run.started),
            completed_at: time(&run.ended),
            error: run.error.clone().unwrap_or_default(),
        };
        let charts = order.charts.iter().zip(charts).enumerate().map(subchart).collect();
        self.charts.lock().unwrap_or_else(PoisonError::into_inner).insert(plan.revision, charts);
    }

    fn noted_charts(&self, revision: u64) -> Option<Vec<Subchart>> {
        self.charts.lock().unwrap_or_else(PoisonError::into_inner).get(&revision).cloned()
    }

    pub(super) async fn create(&self, plan: &Plan, revision: u64) -> Result<(), Failure> {
        if let Some(change) = &plan.inventory {
            self.inventory.begin(change).await.map_err(store_failure)?;
        }
        let Some(writer) = &self.writer else { return Ok(()) };
        let mut known = self.known.lock().await;
        let Some(release) = known.get_mut(&revision) else {
            return Err(broken_plan(format!("there is no record of revision {revision} to store")));
        };
        // The record that a rollback repeats has the states of its own deploy.
        release.set_subcharts(&self.noted_charts(revision).unwrap_or_default());
        writer.prune(&self.history, self.history_limit).await.map_err(store_failure)?;
        writer.create(release).await.map_err(store_failure)
    }

    /// The inventory is written first: as long as it is behind, the record says so.
    pub(super) async fn update(
        &self,
        plan: &Plan,
        revision: u64,
        status: ReleaseStatus,
        text: &str,
    ) -> Result<(), Failure> {
        if revision == plan.revision {
            self.update_inventory(plan, status, text).await.map_err(store_failure)?;
        }
        let Some(writer) = &self.writer else { return Ok(()) };
        let mut known = self.known.lock().await;
        let release = match known.entry(revision) {
            Entry::Occupied(at_hand) => at_hand.into_mut(),
            Entry::Vacant(place) => match writer.store().get(&self.name, revision).await.map_err(store_failure)? {
                Some(release) => place.insert(release),
                // Somebody deleted it, as happens to old records.
                None => return Ok(()),
            },
        };
        release.info.status = status;
        if let Some(charts) = self.noted_charts(revision) {
            release.set_subcharts(&charts);
        }
        // Hooks that still run were abandoned when the deploy was stopped.
        release.hooks.iter_mut().for_each(|hook| leave(&mut hook.last_run));
        if !text.is_empty() {
            release.info.description = text.to_string();
        }
        match status {
            ReleaseStatus::Uninstalling | ReleaseStatus::Uninstalled => release.info.deleted = Time::now(),
            ReleaseStatus::Deployed | ReleaseStatus::Failed => release.info.last_deployed = Time::now(),
            _ => {}
        }
        writer.update(release).await.map_err(store_failure)
    }

    async fn update_inventory(
        &self,
        plan: &Plan,
        status: ReleaseStatus,
        text: &str,
    ) -> Result<(), skeg_release_store::Error> {
        match (status, &plan.inventory) {
            (ReleaseStatus::Deployed, Some(change)) => self.inventory.succeed(change).await,
            (ReleaseStatus::Failed, _) => self.inventory.fail(text).await,
            (ReleaseStatus::Uninstalling, _) => self.inventory.begin_deletion(plan.revision).await,
            (ReleaseStatus::Uninstalled, _) => self.inventory.delete().await,
            // An interrupted execution of a frozen plan is resumed.
            (status, Some(change)) if status.is_pending() => self.inventory.begin(change).await,
            _ => Ok(()),
        }
    }

    /// An object is about to be deleted.
    pub(super) fn note_deleting(&self, target: &Target) {
        self.inventory.note_deleting(&target.id);
    }

    /// It is gone.
    pub(super) fn note_deleted(&self, target: &Target) {
        self.inventory.note_deleted(&target.id);
    }

    /// Notes that a target runs or ran, if it is a hook of the revision; stored with the next update.
    pub(super) async fn note_hook(&self, revision: u64, target: &Target, phase: HookPhase) {
        let mut known = self.known.lock().await;
        let Some(release) = known.get_mut(&revision) else { return };
        let is_it = |hook: &&mut Hook| {
            hook.name == target.id.name && hook.kind == target.id.kind && hook.path == target.origin.path
        };
        for hook in release.hooks.iter_mut().filter(is_it) {
            let run = &mut hook.last_run;
            run.phase = phase.name().to_string();
            match phase {
                HookPhase::Running => (run.started_at, run.completed_at) = (Time::now(), Time::NEVER),
                HookPhase::Succeeded | HookPhase::Failed => run.completed_at = Time::now(),
            }
            // The default policy; Helm records it once it has acted on it.
            if hook.delete_policies.is_empty() {
                hook.delete_policies.push("before-hook-creation".to_string());
            }
        }
    }

    /// The newest revision is deleted last: until then it tells that the release is being uninstalled.
    pub(super) async fn delete(&self, plan: &Plan, revision: u64) -> Result<(), Failure> {
        if revision == plan.revision {
            self.inventory.delete().await.map_err(store_failure)?;
        }
        let Some(writer) = &self.writer else { return Ok(()) };
        writer.delete(&self.name, revision).await.map(|_| ()).map_err(store_failure)
    }
}

/// The phase of a hook, in Helm's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HookPhase {
    Running,
    Succeeded,
    Failed,
}

impl HookPhase {
    fn name(self) -> &'static str {
        match self {
            HookPhase::Running => "Running",
            HookPhase::Succeeded => "Succeeded",
            HookPhase::Failed => "Failed",
        }
    }
}

fn leave(run: &mut HookRun) {
    if run.phase == HookPhase::Running.name() {
        run.phase = "Unknown".to_string();
    }
}

fn store_failure(error: skeg_release_store::Error) -> Failure {
    match &error {
        skeg_release_store::Error::Cluster(cluster) => cluster_failure(cluster),
        _ => Failure { kind: FailureKind::Record, message: error.to_string(), ..Failure::default() },
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;
    use skeg_cluster::Fence;
    use skeg_inventory::{Inventory, Source};
    use skeg_plan::{ChartOrder, ChartRun, ChartState, Order, Plan};
    use skeg_release_store::{History, Inventories, KeptInventory, Release, Store, Subchart};
    use skeg_resources::{DeployType, ReleaseStatus};

    use super::{InventoryKeeper, Records};

    fn plan(order: Option<Order>, deploy_type: DeployType) -> Plan {
        let release = json!({ "name": "shop", "namespace": "shop" });
        let plan = json!({
            "release": release, "revision": 2, "deploy_type": deploy_type, "targets": [], "operations": [],
            "changes": [], "unchanged": 0, "warnings": [],
        });
        Plan { order, ..serde_json::from_value(plan).unwrap() }
    }

    fn order() -> Option<Order> {
        Some(Order { charts: vec![ChartOrder { path: "shop".into(), ..ChartOrder::default() }] })
    }

    /// Records with revision 2 prepared, as by a rollback to an ordered revision.
    fn records(store: &Store) -> Records {
        let mut release = Release { name: "shop".into(), namespace: "shop".into(), revision: 2, ..Release::default() };
        release.set_subcharts(&[Subchart { path: "old".into(), ..Subchart::default() }]);
        let known = BTreeMap::from([(2, release)]);
        let kept = KeptInventory::new(Inventory::new("shop", "shop", Source::Chart));
        let keeper = InventoryKeeper::new(Inventories::in_memory(), kept, Fence::open(), 10);
        Records::new(Some(store.writer(Fence::open())), keeper, "shop", History::default(), 10, known)
    }

    #[tokio::test]
    async fn the_last_states_of_charts_are_stored() {
        let store = Store::in_memory("shop");
        let records = records(&store);
        let stored = async || store.get("shop", 2).await.unwrap().unwrap().subcharts();
        records.note_charts(&plan(order(), DeployType::Upgrade), &[ChartRun::default()]);
        records.create(&plan(None, DeployType::Upgrade), 2).await.unwrap();
        assert_eq!(stored().await, [Subchart { path: "shop".into(), status: "pending".into(), ..Subchart::default() }]);
        let now = || Some("2026-11-15T10:51:18Z".to_string());
        let error = Some("Deployment/web: it crashed".to_string());
        let failed = ChartRun { state: ChartState::Failed, started: now(), ended: now(), error };
        records.note_charts(&plan(order(), DeployType::Upgrade), &[failed]);
        // The cleanup plan has no order and does not change the noted states.
        records.note_charts(&plan(None, DeployType::Upgrade), &[]);
        records.update(&plan(None, DeployType::Upgrade), 2, ReleaseStatus::Failed, "").await.unwrap();
        let [shop] = stored().await.try_into().unwrap();
        assert_eq!((shop.status.as_str(), shop.error.as_str()), ("failed", "Deployment/web: it crashed"));
        assert_eq!(shop.completed_at.to_string(), "2026-11-15T10:51:18Z");
        let gone = ChartRun { state: ChartState::Ready, ..ChartRun::default() };
        records.note_charts(&plan(order(), DeployType::Uninstall), &[gone]);
        records.update(&plan(None, DeployType::Upgrade), 2, ReleaseStatus::Uninstalled, "").await.unwrap();
        assert_eq!(stored().await[0].status, "gone");
    }

    #[tokio::test]
    async fn a_new_revision_does_not_tell_of_another_deploy() {
        let store = Store::in_memory("shop");
        records(&store).create(&plan(None, DeployType::Upgrade), 2).await.unwrap();
        assert!(store.get("shop", 2).await.unwrap().unwrap().rest.is_empty());
    }
}
