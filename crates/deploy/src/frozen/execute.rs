//! Executes a frozen plan, without rendering or planning.

use std::time::{Duration, Instant};

use jiff::Timestamp;
use skeg_inventory::Source;
use skeg_plan::artifact::{ArtifactError, Frozen, Opened, check_age};
use skeg_plan::{Action, DeployResult, Drifted, Event, Plan, without_final_tracking};
use skeg_release_store::{Release, Time};
use skeg_resources::DeployType;

use super::PLAN_DIGEST;
use super::freeze::record;
use super::identity::identify;
use super::standing::{Standing, look};
use crate::deadline::Deadline;
use crate::deploy_options::DeployOptions;
use crate::deployer::Deployer;
use crate::error::Error;
use crate::namespace;
use crate::outcome::DeployOutcome;
use crate::past::Past;
use crate::planning::Planned;
use crate::rights;
use crate::rollback;
use crate::session::Session;
use crate::world::World;

/// A frozen plan to execute.
pub struct ExecuteRequest {
    /// The file, as it was read.
    pub opened: Opened,
    /// Its contents.
    pub frozen: Frozen,
    /// The plan's own options (see [`super::frozen_options`]) together with those for this run.
    pub options: DeployOptions,
    /// Options for planning a rollback after a failure.
    pub rollback_options: DeployOptions,
    /// Maximum age of the plan.
    pub lifetime: Duration,
    /// Execute even if objects changed since the review.
    pub allow_drift: bool,
}

/// Observations older than this are made again.
const FRESH: Duration = Duration::from_secs(1);

/// How the cluster compares to the plan, and when that was seen.
struct Seen {
    standing: Standing,
    at: Instant,
}

/// Executes exactly what was frozen; the world's storage driver must be the plan's. A refused plan writes nothing, not
/// even a lock.
pub async fn execute(request: ExecuteRequest, world: &World) -> Result<DeployOutcome, Error> {
    let world = &world.with_deadline(Deadline::of(&request.options));
    let standing = world.unless_stopped("comparing the cluster with the plan", examine(&request, world)).await?;
    let seen = Seen { standing, at: Instant::now() };
    let session = Session::open(world, &request.options).await?;
    let deployer = Deployer { world, session: &session, options: &request.options };
    let outcome = execute_locked(&deployer, &request, seen).await;
    session.close(outcome.as_ref().is_ok_and(DeployOutcome::is_gone)).await;
    let outcome = outcome?;
    if request.frozen.choices.delete_namespace && outcome.result == DeployResult::Uninstalled {
        namespace::delete(world, &outcome.run.plan).await?;
    }
    Ok(outcome)
}

/// Whether the plan may be executed here and now.
async fn examine(request: &ExecuteRequest, world: &World) -> Result<Standing, Error> {
    check_time(request)?;
    let planned = &request.opened.head.cluster;
    planned.check(&identify(&world.cluster, &request.options.release.namespace).await?)?;
    let past = world.past(&request.options.release, None).await?;
    judge(request, world, past).await
}

/// Refuses a plan that is too old.
fn check_time(request: &ExecuteRequest) -> Result<(), Error> {
    let head = &request.opened.head;
    let no_time = || ArtifactError::NotAPlan("its timestamp is not a time".to_string());
    let made: Timestamp = head.timestamp.parse().map_err(|_| no_time())?;
    Ok(check_age(head, made.as_second(), Timestamp::now().as_second(), request.lifetime)?)
}

async fn judge(request: &ExecuteRequest, world: &World, past: Past) -> Result<Standing, Error> {
    let standing = look(world, past, &request.frozen.plan, &request.opened.digest).await?;
    if !standing.drifts.is_empty() && !request.allow_drift {
        return Err(Error::Drift { found: standing.drifts, is_resumed: standing.is_resumed });
    }
    if request.frozen.choices.delete_namespace {
        let known = &request.frozen.warnings;
        let new = namespace::examine(&world.cluster, &request.frozen.plan).await?;
        new.into_iter().filter(|text| !known.contains(text)).for_each(|text| (world.events)(Event::Warning { text }));
    }
    // Others may have put something into a namespace since the review.
    if let (Some(occupied), _) = namespace::occupied(&world.cluster, &request.frozen.plan).await? {
        return Err(occupied.into());
    }
    Ok(standing)
}

async fn execute_locked(deployer: &Deployer<'_>, request: &ExecuteRequest, seen: Seen) -> Result<DeployOutcome, Error> {
    let patience = &deployer.session.patience;
    let looking = look_again(request, deployer, seen);
    let looked = deployer.world.unless_stopped("comparing the cluster with the plan", looking).await;
    let standing = looked.map_err(|error| patience.explain(error))?;
    let mut plan = request.frozen.plan.clone();
    if standing.is_resumed {
        resume(&mut plan);
        tell_resumption(deployer.world, &standing, &plan);
        standing.failed_hooks(&plan).iter().for_each(|(target, uid)| run_anew(&mut plan, *target, uid));
    }
    accept(&mut plan, &standing);
    if request.options.policy.no_final_tracking {
        plan = without_final_tracking(plan);
    }
    let digest = &request.opened.digest;
    let record = record(&request.frozen)?.map(|record| of_plan(record, digest, &standing));
    let mut past = standing.past;
    if plan.deploy_type == DeployType::Uninstall {
        // An uninstall has no record of its own, so the deleted one names the plan.
        let known = past.records.get_mut(&plan.revision);
        known.into_iter().for_each(|record| mark(record, digest));
    }
    if record.is_none() && plan.inventory.is_some() {
        // A release of plain manifests has no record but its inventory.
        past.inventory.inventory.source = Source::Manifests;
    }
    let warnings = request.frozen.warnings.clone();
    let (is_recorded, record_reasons) = (request.frozen.is_idle, request.frozen.record_reasons.clone());
    let checking = rights::check(&deployer.session.cluster, &plan, deployer.world.driver(), is_recorded);
    let rights = deployer.world.unless_stopped("checking rights", async { Ok(checking.await?) }).await?;
    rights.refuse()?;
    let planned = Planned {
        plan,
        record,
        is_recorded,
        record_reasons,
        warnings,
        faulty: Vec::new(),
        blocked: Vec::new(),
        rights,
    };
    let mut outcome = deployer.execute(planned, &past).await?;
    if outcome.run.plan.deploy_type != DeployType::Uninstall {
        let back = Deployer { options: &request.rollback_options, ..*deployer };
        rollback::after_failure(&back, &mut outcome, &past).await;
    }
    Ok(outcome)
}

/// Checks again after waiting for the lock: whoever held it, or anybody else, may have changed something.
async fn look_again(request: &ExecuteRequest, deployer: &Deployer<'_>, seen: Seen) -> Result<Standing, Error> {
    let past = deployer.world.past(&request.options.release, Some(&deployer.session.patience)).await?;
    check_time(request)?;
    let is_fresh = !deployer.session.has_waited && seen.at.elapsed() < FRESH;
    match is_fresh && past.revisions() == seen.standing.past.revisions() {
        true => Ok(seen.standing),
        false => judge(request, deployer.world, past).await,
    }
}

fn tell_resumption(world: &World, standing: &Standing, plan: &Plan) {
    let warn = |text: String| (world.events)(Event::Warning { text });
    warn("an earlier execution of this plan was interrupted; resuming it".to_string());
    for name in standing.run_again(plan) {
        warn(format!("{name} is deleted after it ran, so it may already have run; it runs again"));
    }
    for (target, _) in standing.failed_hooks(plan) {
        warn(format!("{} failed in the earlier execution; it runs again", plan.name(target)));
    }
}

/// The record exists already: mark it pending instead of creating it.
fn resume(plan: &mut Plan) {
    let (revision, status) = (plan.revision, plan.pending_status());
    for operation in &mut plan.operations {
        if matches!(operation.action, Action::CreateRelease { .. }) {
            let description = "Execution of the plan is resumed".to_string();
            operation.action = Action::UpdateRelease { revision, status, description };
        }
    }
}

/// Deletes the object with this uid before the hook is created, so that its result is not taken for the result of this
/// run.
fn run_anew(plan: &mut Plan, target: usize, uid: &str) {
    let Some(propagation) = plan.targets.get(target).map(|target| target.propagation) else { return };
    for operation in &mut plan.operations {
        if matches!(operation.action, Action::Create { target: other } | Action::Recreate { target: other, .. } if other == target)
        {
            operation.action = Action::Recreate { target, propagation };
            plan.targets[target].uid = Some(uid.to_string());
        }
    }
}

/// Accepts the drift: treats the live objects as the reviewed ones.
fn accept(plan: &mut Plan, standing: &Standing) {
    for (target, uid) in standing.appeared_hooks(plan) {
        run_anew(plan, target, &uid);
    }
    for drift in standing.drifts.iter().filter(|drift| matches!(drift.what, Drifted::Vanished | Drifted::Replaced)) {
        let uid = standing.live.get(&drift.id).and_then(|live| live.uid().map(str::to_string));
        // Deletions keep the reviewed uid: another object of that name must not be deleted.
        for target in plan.targets.iter_mut().filter(|target| target.id == drift.id && target.object.is_some()) {
            target.uid.clone_from(&uid);
        }
    }
}

/// The record with the current time and the digest of its plan.
fn of_plan(mut record: Release, digest: &str, standing: &Standing) -> Release {
    let now = Time::now();
    if standing.past.is_empty() {
        record.info.first_deployed = now.clone();
    }
    record.info.last_deployed = now;
    mark(&mut record, digest);
    record
}

fn mark(record: &mut Release, digest: &str) {
    record.info.annotations.insert(PLAN_DIGEST.to_string(), digest.to_string());
}
