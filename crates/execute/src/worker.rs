//! The worker: executes operations on a real cluster and in the release's records, and tracks resources.

mod hook;
mod inventory;
mod record;
mod wait;
mod write;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use skeg_cluster::Cluster;
use skeg_plan::{Action, ChartRun, Event, Failure, FailureKind, Plan, Target};
use skeg_resources::managed_fields::ManualChanges;
use skeg_resources::{GroupKind, Object};
use skeg_track::Tracker;
use tokio::time::Instant;

pub use inventory::InventoryKeeper;
pub use record::Records;

use crate::executor::{EventSink, Executor, Unfinished};
use crate::turn::Turn;

/// Executes the operations of one plan.
pub struct Worker {
    plan: Plan,
    cluster: Cluster,
    tracker: Tracker,
    records: Arc<Records>,
    manual: ManualChanges,
    events: EventSink,
    /// The API server's responses to writes by target, until tracking starts with them.
    applied: Mutex<HashMap<usize, Object>>,
    /// Targets whose readiness is tracked.
    awaited: HashSet<usize>,
    /// Kinds whose definitions this run wrote, and when.
    defined: Mutex<HashMap<GroupKind, Instant>>,
    /// The states of the charts of an ordered plan, for its record.
    charts: Mutex<Vec<ChartRun>>,
}

impl Worker {
    /// A worker for a plan. Its events go to `events`.
    pub fn new(
        plan: Plan,
        cluster: Cluster,
        tracker: Tracker,
        records: Arc<Records>,
        manual: ManualChanges,
        events: EventSink,
    ) -> Worker {
        let awaited = plan.operations.iter().filter_map(|operation| match operation.action {
            Action::TrackReadiness { target } => Some(target),
            _ => None,
        });
        let awaited = awaited.collect();
        let (applied, defined, charts) = (Mutex::default(), Mutex::default(), Mutex::default());
        Worker { plan, cluster, tracker, records, manual, events, applied, awaited, defined, charts }
    }

    #[expect(
        clippy::result_large_err,
        reason = "it is what all operations fail with, and fails only with a broken plan"
    )]
    fn target(&self, index: usize) -> Result<&Target, Failure> {
        self.plan.targets.get(index).ok_or_else(|| broken_plan(format!("the plan has no target {index}")))
    }

    fn remember(&self, target: usize, object: Object) {
        if self.awaited.contains(&target)
            && let Ok(mut applied) = self.applied.lock()
        {
            applied.insert(target, object);
        }
    }

    /// Removes it: of thousands of objects not all need to be kept.
    fn recall(&self, target: usize) -> Option<Object> {
        self.applied.lock().ok()?.remove(&target)
    }

    /// When this run wrote the definition of a kind.
    fn defined_at(&self, kind: &GroupKind) -> Option<Instant> {
        self.defined.lock().ok()?.get(kind).copied()
    }

    fn remember_definition(&self, kind: GroupKind) {
        if let Ok(mut defined) = self.defined.lock() {
            defined.insert(kind, Instant::now());
        }
    }

    /// Forwards the API server's warnings.
    fn report_warnings(&self) {
        for text in self.cluster.take_warnings() {
            (self.events)(Event::Warning { text });
        }
    }
}

impl Executor for Worker {
    async fn execute(&self, operation: usize, turn: &Turn) -> Result<(), Unfinished> {
        let Some(step) = self.plan.operations.get(operation) else {
            return Err(broken_plan(format!("the plan has no operation {operation}")).into());
        };
        self.note_beginning(&step.action).await;
        if let Action::Delete { target, .. } = step.action {
            self.plan.targets.get(target).into_iter().for_each(|target| self.records.note_deleting(target));
        }
        // On the heap: tasks hold it once or twice and are moved, and threads have small stacks.
        let result = Box::pin(self.act(operation, &step.action, turn)).await;
        self.note_end(&step.action, &result).await;
        if let (Action::TrackAbsence { target }, Ok(())) = (&step.action, &result) {
            self.plan.targets.get(*target).into_iter().for_each(|target| self.records.note_deleted(target));
        }
        result
    }

    fn note_charts(&self, charts: &[ChartRun]) {
        // Errors may contain secrets, so they are left out here. The caller records them masked before a revision is
        // marked failed.
        let charts = charts.iter().map(|chart| ChartRun { error: None, ..chart.clone() }).collect();
        *self.charts.lock().unwrap_or_else(PoisonError::into_inner) = charts;
    }
}

impl Worker {
    async fn act(&self, operation: usize, action: &Action, turn: &Turn) -> Result<(), Unfinished> {
        if action.is_release() {
            self.records.note_charts(&self.plan, &self.charts.lock().unwrap_or_else(PoisonError::into_inner));
        }
        let done = match action {
            Action::Create { target } => return self.create(*target, turn).await,
            Action::Update { target } | Action::Apply { target } => return self.update(*target, turn).await,
            Action::Recreate { target, propagation } => {
                return self.recreate(operation, *target, *propagation, turn).await;
            }
            Action::Delete { target, propagation } => self.delete(*target, *propagation).await.map(drop),
            Action::TrackReadiness { target } => self.wait_until_ready(operation, *target).await,
            Action::TrackPresence { target } => self.wait_until_present(operation, *target).await,
            Action::TrackAbsence { target } => self.wait_until_absent(operation, *target).await,
            Action::CreateRelease { revision } => self.records.create(&self.plan, *revision).await,
            Action::UpdateRelease { revision, status, description } => {
                self.records.update(&self.plan, *revision, *status, description).await
            }
            Action::DeleteRelease { revision } => self.records.delete(&self.plan, *revision).await,
            Action::Border { .. } => Ok(()),
        };
        done.map_err(Unfinished::Failed)
    }
}

/// A plan that contradicts itself.
fn broken_plan(message: String) -> Failure {
    Failure { kind: FailureKind::Internal, message, ..Failure::default() }
}

/// A failure that the cluster caused.
fn cluster_failure(error: &skeg_cluster::Error) -> Failure {
    use skeg_cluster::Error;
    let kind = match error {
        error if error.is_namespace_terminating() => FailureKind::NamespaceTerminating,
        error if error.lacks_rights() => FailureKind::Forbidden,
        Error::Unreachable { .. } | Error::Expired => FailureKind::Unreachable,
        Error::UnknownKind { .. } => FailureKind::UnknownKind,
        Error::LostLease(_) | Error::LockTimeout(_) => FailureKind::LockLost,
        Error::Refused(_) | Error::Configuration(_) | Error::BadObject { .. } => FailureKind::Refused,
    };
    Failure { kind, message: error.to_string(), ..Failure::default() }
}
