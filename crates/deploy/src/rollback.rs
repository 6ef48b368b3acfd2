//! Going back to an earlier revision: the same flow, with the resources of its record.

use skeg_release_store::{Release, Store};
use skeg_resources::DeployType;

use crate::carry_out::{Deployment, Site};
use crate::deploy_options::DeployOptions;
use crate::desired::{self, Reading};
use crate::error::Error;
use crate::outcome::DeployOutcome;
use crate::past::Past;
use crate::record;
use crate::session::Session;
use crate::world::World;

/// Where to go back to.
pub struct RollbackRequest {
    /// None: the last revision that was deployed before.
    pub revision: Option<u64>,
    pub options: DeployOptions,
}

/// Brings the cluster to what an earlier revision said.
pub async fn rollback(request: RollbackRequest, world: &World) -> Result<DeployOutcome, Error> {
    let session = Session::open(world, &request.options).await?;
    let site = Site { world, session: &session, options: &request.options };
    let outcome = rollback_locked(&site, request.revision).await;
    session.close().await;
    outcome
}

async fn rollback_locked(site: &Site<'_>, revision: Option<u64>) -> Result<DeployOutcome, Error> {
    let release = &site.options.release;
    let past = Past::read(&store(site), &release.name).await?;
    if past.is_empty() {
        return Err(Error::NoRelease(release.clone()));
    }
    let target = revision.or_else(|| past.earlier()).ok_or_else(|| Error::NothingToRollBackTo(release.clone()))?;
    go_back(site, target, past).await
}

/// Goes back after a failed deploy.
pub(crate) async fn back_to(site: &Site<'_>, revision: u64) -> Result<DeployOutcome, Error> {
    let past = Past::read(&store(site), &site.options.release.name).await?;
    go_back(site, revision, past).await
}

async fn go_back(site: &Site<'_>, revision: u64, past: Past) -> Result<DeployOutcome, Error> {
    let options = site.options;
    let target = record_of(site, revision, &past).await?;
    let scopes = site.world.cluster.scopes().await?;
    let reading = Reading { release: &options.release, metadata: &options.metadata, scopes: &scopes };
    let (resources, warnings) = desired::stored(&target, &reading)?;
    let previous = desired::previous(&past, &reading)?;
    let next = past.history.next_revision();
    let deployment = Deployment {
        deploy_type: DeployType::Rollback,
        revision: next,
        desired: resources,
        previous,
        record: Some(record::again(&target, options, next)),
        is_recorded: false,
        description: format!("Rollback to {revision}"),
        warnings,
    };
    site.carry_out(deployment, &past).await
}

async fn record_of(site: &Site<'_>, revision: u64, past: &Past) -> Result<Release, Error> {
    if let Some(record) = past.records.get(&revision) {
        return Ok(record.clone());
    }
    let release = &site.options.release;
    let known = || past.history.revisions.iter().map(|each| each.revision).collect();
    let missing = || Error::NoRevision { release: release.clone(), revision, known: known() };
    store(site).get(&release.name, revision).await?.ok_or_else(missing)
}

fn store(site: &Site<'_>) -> Store {
    site.world.store(&site.options.release.namespace)
}
