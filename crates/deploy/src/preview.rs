//! What a command would do, without doing it: nothing is locked, nothing written.

use skeg_plan::{Outdated, Plan, ReleaseName};
use skeg_release_store::Release;
use skeg_resources::ResourceId;

use crate::carry_out::{Deployment, prepare};
use crate::deadline::Deadline;
use crate::deploy_options::DeployOptions;
use crate::error::Error;
use crate::install::{self, InstallRequest, Wanted};
use crate::past::Past;
use crate::rehearse::Faulty;
use crate::rollback::{self, RollbackRequest};
use crate::session::being_deleted;
use crate::uninstall;
use crate::world::World;

/// A plan to be looked at.
#[derive(Clone, Debug)]
pub struct Preview {
    pub release: ReleaseName,
    pub plan: Plan,
    /// The record of the revision that the plan would make.
    pub record: Option<Release>,
    /// Neither resources nor records would change.
    pub is_idle: bool,
    /// Why a revision would be put on record even if no resource changed.
    pub record_reasons: Vec<Outdated>,
    /// The last revision, as it is on record.
    pub last: Option<Release>,
    /// For a rollback: the revision that would be deployed again.
    pub back_to: Option<u64>,
    /// The namespace of the release would be created first.
    pub creates_namespace: bool,
    pub warnings: Vec<String>,
    /// What the API server would refuse, so that the plan cannot be carried out.
    pub faulty: Vec<Faulty>,
}

/// What installing would do.
pub async fn plan_install(request: InstallRequest, world: &World) -> Result<Preview, Error> {
    let world = &world.with_deadline(Deadline::of(&request.options));
    let wanted = Wanted::load(request, world).await?;
    let options = wanted.options.clone();
    let readying = {
        let world = world.clone();
        async move { install::ready(wanted, &world, None).await }
    };
    let (deployment, past) =
        world.unless_stopped_aside("reading the release's records and rendering the chart", readying).await?;
    // What was deployed before is in a namespace that exists.
    let creates_namespace = past.is_empty() && lacks_namespace(world, &options).await?;
    Ok(Preview { creates_namespace, ..preview(world, &options, deployment, past).await? })
}

/// What rolling back would do.
pub async fn plan_rollback(request: RollbackRequest, world: &World) -> Result<Preview, Error> {
    let world = &world.with_deadline(Deadline::of(&request.options));
    let RollbackRequest { revision, options } = request;
    let options = world.at_home(options);
    let readying = rollback::ready(world, &options, revision, None);
    let (deployment, past) = world.unless_stopped("reading the release's records", readying).await?;
    let back_to = revision.or_else(|| past.earlier());
    Ok(Preview { back_to, ..preview(world, &options, deployment, past).await? })
}

/// What uninstalling would do.
pub async fn plan_uninstall(options: &DeployOptions, world: &World) -> Result<Preview, Error> {
    let world = &world.with_deadline(Deadline::of(options));
    let options = &world.at_home(options.clone());
    let readying = uninstall::ready(world, options, None);
    let (deployment, past) = world.unless_stopped("reading the release's records", readying).await?;
    preview(world, options, deployment, past).await
}

async fn preview(world: &World, options: &DeployOptions, deployment: Deployment, past: Past) -> Result<Preview, Error> {
    let prepared = Box::pin(prepare(world, &world.cluster, options, deployment, &past)).await?;
    let warnings = prepared.warnings.iter().cloned().chain(prepared.lack.warnings()).collect();
    Ok(Preview {
        release: options.release.clone(),
        is_idle: prepared.is_idle(),
        plan: prepared.plan,
        record: prepared.record,
        record_reasons: prepared.record_reasons,
        last: past.last_record().cloned(),
        back_to: None,
        creates_namespace: false,
        warnings,
        faulty: prepared.faulty,
    })
}

/// Whether an install would have to make the namespace; an error where it could not.
async fn lacks_namespace(world: &World, options: &DeployOptions) -> Result<bool, Error> {
    let name = &options.release.namespace;
    match world.cluster.get(&ResourceId::new("", "Namespace", None, name), "v1").await {
        Ok(None) if options.create_namespace => Ok(true),
        Ok(None) => Err(Error::NoNamespace(name.clone())),
        Ok(Some(found)) if found.is_being_deleted() => Err(being_deleted(&found, name)),
        // Whoever may not look at namespaces may still work in one.
        Ok(Some(_)) => Ok(false),
        Err(error) if error.is_forbidden() => Ok(false),
        Err(error) => Err(error.into()),
    }
}
