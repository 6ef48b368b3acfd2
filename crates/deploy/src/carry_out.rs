//! The middle of every command that changes a release: look at the cluster, plan, run, and deal with a failure.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use skeg_cluster::Cluster;
use skeg_execute::{Outcome, Records, Stop, StopCause, Verdict, Worker};
use skeg_plan::{Event, Plan, Policy, Request};
use skeg_release_store::Release;
use skeg_resources::{DeployType, Resource};
use skeg_track::Tracker;

use crate::deploy_options::DeployOptions;
use crate::error::Error;
use crate::observe::observe;
use crate::outcome::{DeployOutcome, DeployResult, Run};
use crate::past::Past;
use crate::session::Session;
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
    pub(crate) description: String,
    pub(crate) warnings: Vec<String>,
}

/// A change of a release that is planned: what was shown is what is done.
pub(crate) struct Prepared {
    pub(crate) plan: Plan,
    pub(crate) record: Option<Release>,
    pub(crate) is_recorded: bool,
    pub(crate) warnings: Vec<String>,
}

impl Prepared {
    /// Neither resources nor records would change.
    pub(crate) fn is_idle(&self) -> bool {
        self.is_recorded && self.plan.is_empty()
    }
}

/// Looks at the cluster and plans, without changing anything.
pub(crate) async fn prepare(
    cluster: &Cluster,
    options: &DeployOptions,
    deployment: Deployment,
    past: &Past,
) -> Result<Prepared, Error> {
    let Deployment { deploy_type, revision, desired, previous, record, is_recorded, description, warnings } =
        deployment;
    let live = observe(cluster, &desired, &previous).await?;
    let policy = Policy { description, ..options.policy.clone() };
    let (release, history) = (options.release.clone(), past.revisions());
    let request = Request { release, revision, deploy_type, desired, previous, live, history, policy };
    Ok(Prepared { plan: skeg_plan::build(request)?, record, is_recorded, warnings })
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
        let prepared = prepare(&self.session.cluster, self.options, deployment, past).await?;
        Ok(self.perform(prepared, past, begun).await)
    }

    /// Runs a plan, and deals with its failure.
    pub(crate) async fn perform(&self, prepared: Prepared, past: &Past, begun: Instant) -> DeployOutcome {
        let is_idle = prepared.is_idle();
        let Prepared { plan, record, warnings, .. } = prepared;
        let mut outcome = DeployOutcome {
            release: self.options.release.clone(),
            revision: if is_idle { past.last_revision().unwrap_or_default() } else { plan.revision },
            earlier_revision: past.deployed().or_else(|| past.earlier()),
            result: DeployResult::UpToDate,
            run: Run { outcome: Outcome::unbegun(&plan), plan },
            failure_run: None,
            rollback: None,
            notes: record.as_ref().map(|record| record.info.notes.clone()).unwrap_or_default(),
            took: begun.elapsed(),
            warnings,
        };
        if !is_idle {
            self.run(&mut outcome, record, past).await;
            outcome.took = begun.elapsed();
        }
        outcome
    }

    async fn run(&self, outcome: &mut DeployOutcome, record: Option<Release>, past: &Past) {
        let mut known = past.records.clone();
        known.extend(record.map(|record| (record.revision, record)));
        let stop = self.stop_in_time();
        let is_uninstall = outcome.run.plan.deploy_type == DeployType::Uninstall;
        let name = if is_uninstall { "uninstall" } else { "deploy" };
        outcome.run.outcome = self.execute(name, &outcome.run.plan, known.clone(), &stop).await;
        outcome.result = match outcome.run.outcome.verdict() {
            Verdict::Done if is_uninstall => DeployResult::Uninstalled,
            Verdict::Done => DeployResult::Deployed,
            Verdict::Failed { .. } => DeployResult::Failed,
            Verdict::Stopped(StopCause::Interrupted) => DeployResult::Interrupted,
            Verdict::Stopped(StopCause::TimedOut) => DeployResult::TimedOut,
        };
        if matches!(outcome.result, DeployResult::Deployed | DeployResult::Uninstalled) {
            return;
        }
        let run = &outcome.run;
        let plan = skeg_plan::failure_plan(&run.plan, &run.outcome.endings);
        // What is left to do is short and must be done, whatever stopped the deploy.
        let ended = self.execute("cleanup", &plan, known, &Stop::default()).await;
        outcome.failure_run = Some(Run { plan, outcome: ended });
    }

    async fn execute(&self, name: &str, plan: &Plan, known: BTreeMap<u64, Release>, stop: &Stop) -> Outcome {
        let (world, options) = (self.world, self.options);
        (world.plans)(plan);
        (world.events)(Event::PlanStarted { name: name.to_string(), operations: plan.operations.len() });
        let release = &options.release;
        let cluster = self.session.cluster.clone();
        let tracker = Tracker::new(cluster.clone(), options.tracking.clone());
        let store = skeg_release_store::Store::new(world.driver, cluster.clone(), &release.namespace);
        let records = Records::new(store, &release.name, options.history_limit, known);
        let worker =
            Worker::new(plan.clone(), cluster, tracker, records, options.policy.manual_changes, world.events.clone());
        let settings = skeg_execute::Options { parallelism: options.parallelism };
        skeg_execute::dispatch(plan, Arc::new(worker), &settings, stop, world.events.clone()).await
    }

    /// Stops when somebody asks to, or when the time is over.
    fn stop_in_time(&self) -> Stop {
        let stop = self.world.stop.clone();
        if let Some(timeout) = self.options.timeout {
            let stop = stop.clone();
            tokio::spawn(async move {
                tokio::time::sleep(timeout).await;
                stop.ask(StopCause::TimedOut);
            });
        }
        stop
    }
}
