//! Uninstalling a release: the same flow, with nothing wanted but the hooks of deletion.

use skeg_plan::Event;
use skeg_resources::{DeployType, ReleaseStatus, ResourceId};

use crate::carry_out::{Deployment, Site};
use crate::deploy_options::DeployOptions;
use crate::desired::{self, Reading};
use crate::error::Error;
use crate::outcome::{DeployOutcome, DeployResult};
use crate::past::Past;
use crate::session::Session;
use crate::world::World;

/// What to uninstall.
pub struct UninstallRequest {
    pub options: DeployOptions,
    /// Delete the namespace too, once the release is gone.
    pub delete_namespace: bool,
}

/// Takes a release away. None where there is none.
pub async fn uninstall(request: UninstallRequest, world: &World) -> Result<Option<DeployOutcome>, Error> {
    let options = DeployOptions { create_namespace: false, ..request.options };
    let release = &options.release;
    let past = Past::read(&world.store(&release.namespace), &release.name).await?;
    if past.is_empty() {
        return Ok(None);
    }
    let session = Session::open(world, &options).await?;
    let outcome = uninstall_locked(world, &session, &options).await;
    session.close().await;
    let outcome = outcome?;
    if request.delete_namespace && outcome.result == DeployResult::Uninstalled {
        delete_namespace(world, &release.namespace).await?;
    }
    Ok(Some(outcome))
}

async fn uninstall_locked(world: &World, session: &Session, options: &DeployOptions) -> Result<DeployOutcome, Error> {
    let (deployment, past) = world.unless_stopped(ready(world, options)).await?;
    Site { world, session, options }.carry_out(deployment, &past).await
}

/// The end of the release, ready to be planned, with what came before.
pub(crate) async fn ready(world: &World, options: &DeployOptions) -> Result<(Deployment, Past), Error> {
    let past = Past::read(&world.store(&options.release.namespace), &options.release.name).await?;
    let Some(last) = past.last_record() else { return Err(Error::NoRelease(options.release.clone())) };
    let scopes = world.cluster.scopes().await?;
    let reading = Reading { release: &options.release, metadata: &options.metadata, scopes: &scopes };
    let (desired, warnings) = desired::stored(last, &reading)?;
    let deployment = Deployment {
        deploy_type: DeployType::Uninstall,
        revision: last.revision,
        desired,
        previous: desired::previous(&past, &reading, &[])?,
        record: None,
        // What was uninstalled and kept on record is still to be taken off it.
        is_recorded: options.policy.keep_history
            && past.history.last().is_some_and(|last| last.status == ReleaseStatus::Uninstalled),
        record_reasons: Vec::new(),
        description: "Uninstallation complete".to_string(),
        warnings,
    };
    Ok((deployment, past))
}

/// Deletes a namespace and waits until it is gone.
pub(crate) async fn delete_namespace(world: &World, name: &str) -> Result<(), Error> {
    let id = ResourceId::new("", "Namespace", None, name);
    (world.events)(Event::Waiting { text: format!("deleting namespace {name}") });
    let options = skeg_cluster::Delete { propagation: skeg_resources::Propagation::Foreground, uid: None };
    world.cluster.delete(&id, "v1", &options).await?;
    let tracker = skeg_track::Tracker::new(world.cluster.clone(), skeg_track::Options::default());
    let target = skeg_track::TrackTarget { id, version: "v1".to_string(), tracking: None, object: None };
    tracker.absent(&target, |_| {}).await.map_err(|failure| Error::Other(failure.to_string()))
}
