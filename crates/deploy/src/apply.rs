//! Deploying plain manifests as a release whose only record is its inventory.

use skeg_inventory::{Change, Module, Phase, Source};
use skeg_plan::Outdated;
use skeg_resources::{Document, Strictness, file_documents};

use crate::deadline::Deadline;
use crate::deploy_options::DeployOptions;
use crate::deployer::Deployer;
use crate::desired::{self, Reading};
use crate::error::Error;
use crate::inventory;
use crate::manifests::{ManifestFile, Manifests};
use crate::order;
use crate::outcome::DeployOutcome;
use crate::past::Past;
use crate::planning::Deployment;
use crate::session::Session;
use crate::under_way::Patience;
use crate::world::World;

/// What to apply.
pub struct ApplyRequest {
    /// The manifests.
    pub manifests: Manifests,
    /// The release, and how it is deployed.
    pub options: DeployOptions,
}

/// Makes the cluster match plain manifests: creates and updates what they contain, waits until it is ready, and deletes
/// what earlier ones contained.
///
/// An error means that nothing was changed. A deploy that was begun and failed is an outcome.
pub async fn apply(request: ApplyRequest, world: &World) -> Result<DeployOutcome, Error> {
    let world = &world.with_deadline(Deadline::of(&request.options));
    let options = world.at_home(request.options);
    let files = read(request.manifests, world).await?;
    let session = Session::open(world, &options).await?;
    let outcome = apply_locked(&files, world, &session, &options).await;
    // If nothing was changed, the lock's entry is removed too.
    session.close(outcome.is_err()).await;
    outcome
}

async fn apply_locked(
    files: &[ManifestFile],
    world: &World,
    session: &Session,
    options: &DeployOptions,
) -> Result<DeployOutcome, Error> {
    let reading = deployment(files, options, world, Some(&session.patience));
    let read = world.unless_stopped("reading the release's inventory", reading).await;
    let (deployment, past) = read.map_err(|error| session.patience.explain(error))?;
    Deployer { world, session, options }.deploy(deployment, &past).await
}

/// Reads the manifests on a thread that may block.
pub(crate) async fn read(manifests: Manifests, world: &World) -> Result<Vec<ManifestFile>, Error> {
    let reading = tokio::task::spawn_blocking(move || manifests.read());
    let read = async { reading.await.map_err(|error| Error::Other(format!("reading manifests: {error}")))? };
    world.unless_stopped("reading manifests", read).await
}

/// The manifests, ready to be planned, and what the release has. Without `patience` it does not wait for other deploys.
pub(crate) async fn deployment(
    files: &[ManifestFile],
    options: &DeployOptions,
    world: &World,
    patience: Option<&Patience>,
) -> Result<(Deployment, Past), Error> {
    let release = &options.release;
    let mut past = world.past(release, patience).await?;
    if let Some(damage) = past.inventory.damage() {
        return Err(Error::InventoryDamaged(damage));
    }
    // Helm knows nothing of inventories, so it may have installed a chart under the same name since.
    if past.last_record().is_some() || !past.is_empty() && !past.is_of_manifests() {
        return Err(Error::OfChart(release.clone()));
    }
    past.inventory.inventory.source = Source::Manifests;
    let scopes = world.cluster.scopes().await?;
    let mut metadata = options.metadata.clone();
    metadata.runtime_labels.extend([inventory::set_label(&past.inventory.inventory, world.driver())]);
    let reading = Reading { release, metadata: &metadata, scopes: &scopes };
    let documents: Vec<Document<'_>> = files.iter().flat_map(|file| file_documents(&file.name, &file.text)).collect();
    let mut parsed = reading.parse(&documents, Strictness::Wanted)?;
    if parsed.resources.is_empty() && past.is_empty() {
        return Err(Error::NoManifests);
    }
    order::forget(&mut parsed.resources);
    parsed.resources.iter().for_each(|each| world.secrets.add_object(&each.object, &each.rules.sensitive));
    let module = Module { path: "manifests".to_string(), local: true, ..Module::default() };
    let change = Change { module, ..Change::default() };
    let record_reasons = reasons(&past, &change, skeg_plan::manifest_digest(&parsed.resources));
    let deployment = Deployment {
        deploy_type: past.history.deploy_type(),
        revision: past.history.next_revision(),
        previous: desired::previous(&past, &reading, &parsed.resources)?,
        desired: parsed.resources,
        order: None,
        previous_order: None,
        record: None,
        change: Some(change),
        retained: past.retained(),
        is_recorded: record_reasons.is_empty(),
        record_reasons,
        description: "Applied".to_string(),
        warnings: parsed.warnings,
    };
    Ok((deployment, past))
}

/// Why a revision is needed even if no resource changes.
fn reasons(past: &Past, change: &Change, manifest_digest: String) -> Vec<Outdated> {
    let inventory = &past.inventory.inventory;
    let next = Change { manifest_digest, ..change.clone() }.digest();
    match (&inventory.pending, inventory.current()) {
        (Some(pending), _) if pending.phase == Phase::Failed => vec![Outdated::PreviousFailed],
        (Some(_), _) => vec![Outdated::PreviousNotDeployed],
        (None, None) => vec![Outdated::NoPrevious],
        (None, Some(current)) if current.digest() != next => vec![Outdated::Manifests],
        (None, Some(_)) => Vec::new(),
    }
}
