//! The middle of every command that changes a release: look at the cluster, plan, run, and deal with a failure.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Instant;

use skeg_cluster::Cluster;
use skeg_execute::{Outcome, Records, Stop, StopCause, Verdict, Waits, Worker};
use skeg_plan::{Ending, Event, Outdated, Plan, Policy, Request, Revision};
use skeg_release_store::{Release, Writer};
use skeg_resources::{DeployType, Resource};
use skeg_track::Tracker;

use crate::deploy_options::DeployOptions;
use crate::error::Error;
use crate::namespace;
use crate::observe::observe;
use crate::outcome::{DeployOutcome, DeployResult, Run};
use crate::past::Past;
use crate::rehearse::{self, Faulty};
use crate::rights::{self, Lack};
use crate::session::Session;
use crate::under_way;
use crate::world::World;

/// A change of a release, ready to be planned.
pub(crate) struct Deployment {
    pub(crate) deploy_type: DeployType,
    pub(crate) revision: u64,
    pub(crate) desired: Vec<Resource>,
    /// What earlier revisions may have left.
    pub(crate) previous: Vec<Resource>,
    /// The record of the new revision; an uninstall makes none.
    pub(crate) record: Option<Release>,
    /// The records say the same as the last ones, so a revision is needed only if resources change.
    pub(crate) is_recorded: bool,
    /// Why they do not.
    pub(crate) record_reasons: Vec<Outdated>,
    pub(crate) description: String,
    pub(crate) warnings: Vec<String>,
}

/// A change of a release that is planned: what was shown is what is done.
pub(crate) struct Prepared {
    pub(crate) plan: Plan,
    pub(crate) record: Option<Release>,
    pub(crate) is_recorded: bool,
    pub(crate) record_reasons: Vec<Outdated>,
    pub(crate) warnings: Vec<String>,
    /// What the API server would refuse: such a plan is shown, and not carried out.
    pub(crate) faulty: Vec<Faulty>,
    /// What the user may not do of it.
    pub(crate) lack: Lack,
}

impl Prepared {
    /// Neither resources nor records would change.
    pub(crate) fn is_idle(&self) -> bool {
        self.is_recorded && self.plan.is_empty()
    }
}

/// Looks at the cluster (fenced where the release is ours) and plans, without changing anything.
pub(crate) async fn prepare(
    world: &World,
    cluster: &Cluster,
    options: &DeployOptions,
    deployment: Deployment,
    past: &Past,
) -> Result<Prepared, Error> {
    let planning = {
        let (world, cluster, options) = (world.clone(), cluster.clone(), options.clone());
        let history = past.revisions();
        async move { plan(&world, &cluster, &options, deployment, history).await }
    };
    world.unless_stopped_aside("looking at the cluster and planning", planning).await
}

async fn plan(
    world: &World,
    cluster: &Cluster,
    options: &DeployOptions,
    deployment: Deployment,
    history: Vec<Revision>,
) -> Result<Prepared, Error> {
    let Deployment { deploy_type, revision, desired, previous, description, .. } = deployment;
    let Deployment { record, is_recorded, record_reasons, mut warnings, .. } = deployment;
    let World { secrets, notes, .. } = world;
    let observing = observe(cluster, secrets, notes, deploy_type, &desired, &previous);
    let live = notes.timed("observing", observing).await?;
    let policy = Policy { description, ..options.policy.clone() };
    let release = options.release.clone();
    let request = Request { release, revision, deploy_type, desired, previous, live, history, policy };
    let knowledge = rehearse::Knowledge::of(&request);
    let plan = match notes.timed("planning", async { skeg_plan::build(request) }).await {
        Ok(plan) => plan,
        Err(mut error) => {
            error.suggest(&cluster.api_versions().await?);
            return Err(error.into());
        }
    };
    let rehearsing = async {
        tokio::try_join!(
            rehearse::rehearse(cluster, &plan, &knowledge),
            rights::lacking(cluster, &plan, world.driver(), is_recorded),
        )
    };
    let (rehearsal, lack) = notes.timed("rehearsing", rehearsing).await?;
    warnings.extend(rehearsal.warnings);
    if options.policy.delete_namespace {
        warnings.extend(notes.timed("looking at the namespace", namespace::examine(cluster, &plan)).await?);
    }
    Ok(Prepared { plan, record, is_recorded, record_reasons, warnings, faulty: rehearsal.faulty, lack })
}

/// What a deployment is carried out with.
pub(crate) struct Site<'a> {
    pub(crate) world: &'a World,
    pub(crate) session: &'a Session,
    pub(crate) options: &'a DeployOptions,
}

impl Site<'_> {
    /// Plans a deployment and runs the plan. A failed run is cleaned up after.
    pub(crate) async fn carry_out(&self, deployment: Deployment, past: &Past) -> Result<DeployOutcome, Error> {
        let begun = Instant::now();
        // On the heap: it is large, and a rollback after a failure does it once more, deep down in the deploy.
        let preparing = Box::pin(prepare(self.world, &self.session.cluster, self.options, deployment, past));
        let prepared = preparing.await?;
        prepared.lack.refuse()?;
        if !prepared.faulty.is_empty() {
            return Err(Error::Faulty(prepared.faulty));
        }
        self.perform(prepared, past, begun).await
    }

    /// Runs a plan, and deals with its failure. An error means that the release became somebody else's meanwhile.
    pub(crate) async fn perform(
        &self,
        prepared: Prepared,
        past: &Past,
        begun: Instant,
    ) -> Result<DeployOutcome, Error> {
        let is_idle = prepared.is_idle();
        let Prepared { plan, record, warnings, lack, .. } = prepared;
        (self.world.plans)(&plan);
        for text in warnings.into_iter().chain(lack.warnings()).chain(plan.warnings.iter().cloned()) {
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
            notes: record.as_ref().map(|record| record.info.notes.clone()).unwrap_or_default(),
            took: begun.elapsed(),
        };
        if !is_idle {
            self.run(&mut outcome, record, past).await?;
            outcome.took = begun.elapsed();
        }
        Ok(outcome)
    }

    async fn run(&self, outcome: &mut DeployOutcome, record: Option<Release>, past: &Past) -> Result<(), Error> {
        let records = self.records(record, past);
        let is_uninstall = outcome.run.plan.deploy_type == DeployType::Uninstall;
        let name = if is_uninstall { "uninstall" } else { "deploy" };
        let stop = Stop::default();
        outcome.run.outcome = tokio::select! {
            outcome = self.execute(name, &outcome.run.plan, &records, &stop) => outcome,
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

    /// The release is deployed whatever comes of this; the next deploy would do it too.
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

    /// The records that a run writes: what it notes there, cleaning up after it stores too.
    fn records(&self, record: Option<Release>, past: &Past) -> Arc<Records> {
        let mut known = past.records.clone();
        known.extend(record.map(|record| (record.revision, record)));
        let release = &self.options.release;
        Arc::new(Records::new(self.writer(), &release.name, past.history.clone(), self.options.history_limit, known))
    }

    pub(crate) async fn execute(&self, name: &str, plan: &Plan, records: &Arc<Records>, stop: &Stop) -> Outcome {
        let (world, options) = (self.world, self.options);
        let waits = Waits::default();
        let events = waits.listen(world.events.clone());
        (world.events)(Event::PlanStarted { name: name.to_string(), operations: plan.operations.len() });
        let cluster = self.session.cluster.patient_until(stop.stopping());
        let tracker = Tracker::new(cluster.clone(), options.tracking.clone());
        let records = records.clone();
        let manual = options.policy.manual_changes;
        let worker = Worker::new(plan.clone(), cluster, tracker, records, manual, events.clone());
        let settings = skeg_execute::Options { parallelism: options.parallelism };
        let dispatch = skeg_execute::dispatch(plan, Arc::new(worker), &settings, stop, events);
        let mut outcome = world.notes.timed("executing", dispatch).await;
        outcome.waits = waits.take();
        outcome.waits.retain(|operation, _| matches!(outcome.endings.get(*operation), Some(Some(Ending::Cancelled))));
        // Before anybody shows it, or records it.
        outcome.endings.iter_mut().flatten().for_each(|ending| ending.mask(&world.secrets));
        outcome.waits.values_mut().for_each(|progress| progress.mask(&world.secrets));
        outcome
    }

    /// Asks to stop when somebody wants to, when the time is over, or when the lock is lost.
    async fn stop_in_time(&self, stop: &Stop) -> Infallible {
        tokio::select! {
            () = self.world.stop.asked() => stop.ask(StopCause::Interrupted),
            () = self.world.deadline.over() => stop.ask(StopCause::TimedOut),
            _ = self.session.fence.closed() => stop.ask(StopCause::LockLost),
        }
        std::future::pending().await
    }
}
