//! Rolling back: deploys the resources that an earlier revision recorded.

use std::time::Instant;

use skeg_plan::{DeleteLimit, DeployResult, Outdated, ReleaseName};
use skeg_release_store::Release;
use skeg_resources::DeployType;

use crate::deadline::Deadline;
use crate::deploy_options::DeployOptions;
use crate::deployer::Deployer;
use crate::desired::{self, Reading};
use crate::error::Error;
use crate::inventory;
use crate::order;
use crate::outcome::DeployOutcome;
use crate::past::Past;
use crate::planning::Deployment;
use crate::record;
use crate::session::Session;
use crate::under_way::Patience;
use crate::world::World;

/// What to roll back to.
pub struct RollbackRequest {
    /// `None`: the last revision that was deployed before.
    pub revision: Option<u64>,
    /// The release, and how it is deployed.
    pub options: DeployOptions,
}

/// Rolls back to an earlier revision.
pub async fn rollback(request: RollbackRequest, world: &World) -> Result<DeployOutcome, Error> {
    let world = &world.with_deadline(Deadline::of(&request.options));
    let options = world.at_home(request.options);
    let session = Session::open(world, &options).await?;
    let deployer = Deployer { world, session: &session, options: &options };
    let outcome = rollback_locked(&deployer, request.revision).await;
    session.close(false).await;
    outcome
}

async fn rollback_locked(deployer: &Deployer<'_>, revision: Option<u64>) -> Result<DeployOutcome, Error> {
    let patience = &deployer.session.patience;
    let reading = deployment(deployer.world, deployer.options, revision, Some(patience));
    let read = deployer.world.unless_stopped("reading the release's records", reading).await;
    let (deployment, past) = read.map_err(|error| patience.explain(error))?;
    deployer.deploy(deployment, &past).await
}

/// The earlier revision, ready to be planned, and the release's history. Without `patience` it does not wait for other
/// deploys.
pub(crate) async fn deployment(
    world: &World,
    options: &DeployOptions,
    revision: Option<u64>,
    patience: Option<&Patience>,
) -> Result<(Deployment, Past), Error> {
    let release = &options.release;
    let past = world.past(release, patience).await?;
    if past.is_empty() {
        return Err(world.no_release(release).await);
    }
    if past.is_of_manifests() {
        return Err(Error::OfManifests(release.clone()));
    }
    let target = revision.or_else(|| past.earlier()).ok_or_else(|| Error::NothingToRollBackTo(release.clone()))?;
    let deployment = of_revision(world, options, target, &past).await?;
    Ok((deployment, past))
}

/// The automatic rollback to the last deployed revision after a failed deploy, if it is enabled. It gets the whole
/// timeout again: after a timeout no time is left, and a release half-way between two revisions helps nobody.
pub(crate) async fn after_failure(deployer: &Deployer<'_>, outcome: &mut DeployOutcome, before: &Past) {
    let has_failed = matches!(outcome.result, DeployResult::Failed | DeployResult::TimedOut);
    if !has_failed || !deployer.options.auto_rollback {
        return;
    }
    // The outcome must say why the deploy failed, whatever the rollback does.
    let gone_back = automatic(deployer, before).await;
    outcome.is_stopped = match &gone_back {
        Ok(rollback) => rollback.result == DeployResult::Interrupted,
        Err(error) => matches!(error, Error::Stopped),
    };
    match gone_back {
        Ok(rollback) => outcome.rollback = Some(Box::new(rollback)),
        Err(error) => outcome.not_rolled_back = Some(deployer.world.secrets.mask(&error.to_string()).into_owned()),
    }
}

async fn automatic(deployer: &Deployer<'_>, before: &Past) -> Result<DeployOutcome, Error> {
    let deployed = before.deployed().ok_or_else(|| Error::NothingToRollBackTo(deployer.options.release.clone()))?;
    let mut options = DeployOptions { begun: Instant::now(), ..deployer.options.clone() };
    // Nobody is there to ask, and what goes is what the failed revision added.
    options.policy.pruning.max_deletes = Some(DeleteLimit::ALL);
    let world = deployer.world.with_deadline(Deadline::of(&options));
    rollback_locked(&Deployer { world: &world, options: &options, ..*deployer }, Some(deployed)).await
}

async fn of_revision(world: &World, options: &DeployOptions, revision: u64, past: &Past) -> Result<Deployment, Error> {
    let target = record_of(world, &options.release, revision, past).await?;
    let next = past.history.next_revision();
    let scopes = world.cluster.scopes().await?;
    let reading = Reading { release: &options.release, metadata: &options.metadata, scopes: &scopes };
    let (order, warning) = order::of_record(&target, options.ordered);
    let (desired, mut warnings) = desired::stored(&target, &reading, order.is_some())?;
    warnings.extend(warning);
    let mut record = record::again(&target, options, next);
    order.iter().for_each(|order| record.keep_order(order));
    Ok(Deployment {
        change: Some(inventory::change(&record)),
        retained: past.retained(),
        deploy_type: DeployType::Rollback,
        revision: next,
        previous: desired::previous(past, &reading, &desired)?,
        desired,
        order,
        previous_order: order::previous(past),
        record: Some(record),
        is_recorded: false,
        record_reasons: vec![Outdated::Rollback],
        description: format!("Rollback to {revision}"),
        warnings,
    })
}

async fn record_of(world: &World, release: &ReleaseName, revision: u64, past: &Past) -> Result<Release, Error> {
    if let Some(record) = past.records.get(&revision) {
        return Ok(record.clone());
    }
    let known = || past.history.revisions.iter().map(|each| each.revision).collect();
    let missing = || Error::NoRevision { release: release.clone(), revision, known: known() };
    world.store(&release.namespace).get(&release.name, revision).await?.ok_or_else(missing)
}
