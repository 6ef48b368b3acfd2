//! Uninstalling a release: plans to delete everything, and deploys only the delete hooks.

use skeg_plan::{DeployResult, Event};
use skeg_resources::{DeployType, ReleaseStatus};

use crate::deadline::Deadline;
use crate::deploy_options::DeployOptions;
use crate::deployer::Deployer;
use crate::desired::{self, Reading};
use crate::error::{Error, in_namespaces};
use crate::inventory;
use crate::namespace;
use crate::order;
use crate::outcome::DeployOutcome;
use crate::past::Past;
use crate::planning::Deployment;
use crate::session::Session;
use crate::under_way::Patience;
use crate::world::World;

/// What to uninstall.
pub struct UninstallRequest {
    /// The release, and how it is deleted.
    pub options: DeployOptions,
}

/// Deletes a release with its resources. `None` if it does not exist.
pub async fn uninstall(request: UninstallRequest, world: &World) -> Result<Option<DeployOutcome>, Error> {
    let options = world.at_home(DeployOptions { create_namespace: false, ..request.options });
    let world = &world.with_deadline(Deadline::of(&options));
    let release = &options.release;
    let past = world.unless_stopped("reading the release's records", world.past(release, None)).await?.by_inventory();
    if past.is_empty() {
        if let Some(damage) = past.inventory.damage() {
            return Err(Error::InventoryDamaged(damage));
        }
        if let Error::NoRelease { elsewhere, .. } = world.no_release(release).await
            && !elsewhere.is_empty()
        {
            let text = format!("there is a release {} in {}", release.name, in_namespaces(&elsewhere));
            (world.events)(Event::Warning { text });
        }
        return Ok(None);
    }
    let session = Session::open(world, &options).await?;
    let outcome = uninstall_locked(world, &session, &options).await;
    session.close(outcome.as_ref().is_ok_and(DeployOutcome::is_gone)).await;
    let outcome = outcome?;
    if options.policy.delete_namespace && outcome.result == DeployResult::Uninstalled {
        namespace::delete(world, &outcome.run.plan).await?;
    }
    Ok(Some(outcome))
}

async fn uninstall_locked(world: &World, session: &Session, options: &DeployOptions) -> Result<DeployOutcome, Error> {
    let reading = deployment(world, options, Some(&session.patience));
    let read = world.unless_stopped("reading the release's records", reading).await;
    let (deployment, past) = read.map_err(|error| session.patience.explain(error))?;
    Deployer { world, session, options }.deploy(deployment, &past).await
}

/// The deletion of the release, ready to be planned, and the release's history. Without `patience` it does not wait for
/// other deploys.
pub(crate) async fn deployment(
    world: &World,
    options: &DeployOptions,
    patience: Option<&Patience>,
) -> Result<(Deployment, Past), Error> {
    let past = world.past(&options.release, patience).await?.by_inventory();
    let Some(revision) = past.last_revision() else { return Err(world.no_release(&options.release).await) };
    let scopes = world.cluster.scopes().await?;
    let mut metadata = options.metadata.clone();
    if past.is_of_manifests() {
        metadata.runtime_labels.extend([inventory::set_label(&past.inventory.inventory, world.driver())]);
    }
    let reading = Reading { release: &options.release, metadata: &metadata, scopes: &scopes };
    let (mut order, mut desired, mut warnings) = (None, Vec::new(), Vec::new());
    if let Some(last) = past.last_record() {
        let (own_order, warning) = order::of_record(last, options.ordered);
        (desired, warnings) = desired::stored(last, &reading, own_order.is_some())?;
        warnings.extend(warning);
        order = own_order;
    }
    let previous_order = match (&order, order::previous(&past)) {
        (Some(order), older) => {
            let mut all = order.clone();
            older.into_iter().for_each(|older| all.extend(older));
            Some(all)
        }
        (None, older) => older,
    };
    let deployment = Deployment {
        deploy_type: DeployType::Uninstall,
        revision,
        desired,
        previous: desired::previous(&past, &reading, &[])?,
        order,
        previous_order,
        record: None,
        change: None,
        retained: past.retained(),
        // An uninstalled release whose records were kept still has records to delete.
        is_recorded: options.policy.keep_history
            && past.history.last().is_some_and(|last| last.status == ReleaseStatus::Uninstalled),
        record_reasons: Vec::new(),
        description: "Uninstallation complete".to_string(),
        warnings,
    };
    Ok((deployment, past))
}
