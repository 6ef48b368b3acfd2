//! The middle of every command that changes a release: plan, execute, clean up after a failure.

use std::convert::Infallible;
use std::sync::Arc;

use skeg_execute::{InventoryKeeper, Outcome, Records, Stop, StopCause, Verdict, Waits, Worker};
use skeg_plan::{DeployResult, Ending, Event, Plan};
use skeg_release_store::{Release, Writer};
use skeg_resources::DeployType;
use skeg_track::Tracker;

use crate::deploy_options::DeployOptions;
use crate::error::Error;
use crate::outcome::{DeployOutcome, Run};
use crate::past::Past;
use crate::planning::{self, Deployment, Planned};
use crate::session::Session;
use crate::under_way;
use crate::world::World;

/// Executes plans on a release that is locked.
pub(crate) struct Deployer<'a> {
    pub(crate) world: &'a World,
    pub(crate) session: &'a Session,
    pub(crate) options: &'a DeployOptions,
}

impl Deployer<'_> {
    /// Plans a deployment and executes the plan.
    pub(crate) async fn deploy(&self, deployment: Deployment, past: &Past) -> Result<DeployOutcome, Error> {
        // On the heap: the future is large, and an automatic rollback nests it inside the deploy.
        let planning = Box::pin(planning::plan(self.world, &self.session.cluster, self.options, deployment, past));
        let planned = planning.await?;
        planned.refuse()?;
        self.execute(planned, past).await
    }

    /// Executes a plan, and cleans up after a failure. An error means that the lock was lost to another deploy.
    pub(crate) async fn execute(&self, planned: Planned, past: &Past) -> Result<DeployOutcome, Error> {
        let is_idle = planned.is_idle();
        let Planned { plan, record, warnings, rights, .. } = planned;
        (self.world.plans)(&plan);
        for text in warnings.into_iter().chain(rights.warnings()).chain(plan.warnings.iter().cloned()) {
            (self.world.events)(Event::Warning { text });
        }
        let mut outcome = DeployOutcome {
            release: self.options.release.clone(),
            revision: if is_idle { past.last_revision().unwrap_or_default() } else { plan.revision },
            earlier_revision: past.deployed().or_else(|| past.earlier()),
            result: DeployResult::UpToDate,
            run: Run { outcome: Outcome::unbegun(&plan), plan },
            failure_run: None,
            rollback: None,
            not_rolled_back: None,
            is_stopped: false,
            notes: record.as_ref().map(|record| record.info.notes.clone()).unwrap_or_default(),
            took: self.options.begun.elapsed(),
        };
        if !is_idle {
            self.execute_and_clean_up(&mut outcome, record, past).await?;
            outcome.took = self.options.begun.elapsed();
        }
        Ok(outcome)
    }

    async fn execute_and_clean_up(
        &self,
        outcome: &mut DeployOutcome,
        record: Option<Release>,
        past: &Past,
    ) -> Result<(), Error> {
        let records = self.records(record, past);
        let is_uninstall = outcome.run.plan.deploy_type == DeployType::Uninstall;
        let name = if is_uninstall { "uninstall" } else { "deploy" };
        let stop = Stop::default();
        outcome.run.outcome = tokio::select! {
            outcome = self.execute_plan(name, &outcome.run.plan, &records, &stop) => outcome,
            never = self.stop_in_time(&stop) => match never {},
        };
        outcome.result = match outcome.run.outcome.verdict() {
            Verdict::Done if is_uninstall => DeployResult::Uninstalled,
            Verdict::Done => DeployResult::Deployed,
            Verdict::Failed { .. } => DeployResult::Failed,
            Verdict::Stopped(StopCause::Interrupted) => DeployResult::Interrupted,
            Verdict::Stopped(StopCause::TimedOut) => DeployResult::TimedOut,
            Verdict::Stopped(StopCause::LockLost) => DeployResult::Failed,
        };
        if outcome.result == DeployResult::Deployed && past.has_unlocked() {
            self.supersede_others(outcome.run.plan.revision).await;
        }
        if matches!(outcome.result, DeployResult::Deployed | DeployResult::Uninstalled) {
            return Ok(());
        }
        if self.session.fence.is_closed() {
            return Err(self.session.fence.closed().await.into());
        }
        outcome.failure_run = Some(self.clean_up(&outcome.run, outcome.result, &records).await);
        Ok(())
    }

    /// Best effort: the release is deployed already, and the next deploy repeats this.
    async fn supersede_others(&self, deployed: u64) {
        let name = &self.options.release.name;
        if let Err(error) = under_way::supersede_others(&self.writer(), name, deployed).await {
            let text = format!("an older revision of the release may still be marked deployed: {error}");
            (self.world.events)(Event::Warning { text });
        }
    }

    /// Writes to it are refused once the lock is lost.
    fn writer(&self) -> Writer {
        self.world.store(&self.options.release.namespace).writer(self.session.fence.clone())
    }

    /// The records that a run writes. Cleanup stores the notes that the run left in them.
    fn records(&self, record: Option<Release>, past: &Past) -> Arc<Records> {
        let mut known = past.records.clone();
        known.extend(record.map(|record| (record.revision, record)));
        let DeployOptions { release, history_limit, .. } = self.options;
        let (inventories, fence) = (self.world.inventories.clone(), self.session.fence.clone());
        let keeper = InventoryKeeper::new(inventories, past.inventory.clone(), fence, *history_limit);
        let writer = (!past.is_of_manifests()).then(|| self.writer());
        Arc::new(Records::new(writer, keeper, &release.name, past.history.clone(), *history_limit, known))
    }

    pub(crate) async fn execute_plan(&self, name: &str, plan: &Plan, records: &Arc<Records>, stop: &Stop) -> Outcome {
        let (world, options) = (self.world, self.options);
        let waits = Waits::default();
        let events = waits.listen(world.events.clone());
        (world.events)(Event::PlanStarted { name: name.to_string(), operations: plan.operations.len() });
        let cluster = self.session.cluster.patient_until(stop.stopping());
        let tracker = Tracker::new(cluster.clone(), options.tracking.clone());
        let manual = options.policy.manual_changes;
        let worker = Worker::new(plan.clone(), cluster, tracker, records.clone(), manual, events.clone());
        let settings = skeg_execute::Options { parallelism: options.parallelism };
        let dispatch = skeg_execute::dispatch(plan, Arc::new(worker), &settings, stop, events);
        let mut outcome = world.notes.timed("executing", dispatch).await;
        outcome.waits = waits.take();
        outcome.waits.retain(|operation, _| matches!(outcome.endings.get(*operation), Some(Some(Ending::Cancelled))));
        // Before anything shows or records it.
        outcome.endings.iter_mut().flatten().for_each(|ending| ending.mask(&world.secrets));
        outcome.waits.values_mut().for_each(|progress| progress.mask(&world.secrets));
        outcome.charts.iter_mut().for_each(|chart| chart.mask(&world.secrets));
        records.note_charts(plan, &outcome.charts);
        outcome
    }

    /// Stops the run when the user asks for it, at the deadline, or when the lock is lost.
    async fn stop_in_time(&self, stop: &Stop) -> Infallible {
        tokio::select! {
            () = self.world.stop.asked() => stop.ask(StopCause::Interrupted),
            () = self.world.deadline.over() => stop.ask(StopCause::TimedOut),
            _ = self.session.fence.closed() => stop.ask(StopCause::LockLost),
        }
        std::future::pending().await
    }
}
