//! Shows what a command would do, without locking or writing anything.

use skeg_plan::{Error as PlanError, Outdated, Plan, ReleaseName};
use skeg_release_store::Release;
use skeg_resources::ResourceId;

use crate::apply::{self, ApplyRequest};
use crate::deadline::Deadline;
use crate::deploy_options::DeployOptions;
use crate::error::Error;
use crate::install::{self, InstallRequest, Wanted};
use crate::past::Past;
use crate::planning::{self, Deployment};
use crate::rollback::{self, RollbackRequest};
use crate::session::being_deleted;
use crate::uninstall;
use crate::validate::RefusedObject;
use crate::world::World;

/// A plan to review.
#[derive(Clone, Debug)]
pub struct Preview {
    /// Which release, with its namespace.
    pub release: ReleaseName,
    /// The plan.
    pub plan: Plan,
    /// The record of the revision that the plan would create.
    pub record: Option<Release>,
    /// Neither resources nor records would change.
    pub is_idle: bool,
    /// Why a revision would be recorded even if no resource changed.
    pub record_reasons: Vec<Outdated>,
    /// The last revision, as recorded.
    pub last: Option<Release>,
    /// For a rollback: the revision to roll back to.
    pub back_to: Option<u64>,
    /// The namespace of the release would be created first.
    pub creates_namespace: bool,
    /// Warnings for the user.
    pub warnings: Vec<String>,
    /// Objects that the API server would refuse; they block the execution.
    pub faulty: Vec<RefusedObject>,
    /// Other reasons why the plan must not be executed.
    pub blocked: Vec<PlanError>,
}

impl Preview {
    /// All reasons why the plan cannot be executed, at once.
    pub fn refusal(&self) -> Option<Error> {
        Error::refusals(&self.blocked, &self.faulty)
    }

    /// Refused targets of the plan by index, with the reasons.
    pub fn refused(&self) -> Vec<(usize, Vec<String>)> {
        let faulty = self.faulty.iter().map(|faulty| (faulty.target, faulty.faults.clone()));
        let blocked = self.blocked.iter().flat_map(PlanError::blocked).filter_map(|(id, reason)| {
            let target = self.plan.targets.iter().position(|target| target.id == *id)?;
            Some((target, vec![reason]))
        });
        blocked.chain(faulty).collect()
    }

    /// Resources that are refused and not in the plan, because the cluster does not know their kind.
    pub fn left_out(&self) -> Vec<String> {
        let blocked = self.blocked.iter().flat_map(PlanError::blocked);
        let is_planned = |id: &ResourceId| self.plan.targets.iter().any(|target| target.id == *id);
        blocked.filter(|(id, _)| !is_planned(id)).map(|(id, reason)| format!("{id}: {reason}")).collect()
    }
}

/// Plans an install or upgrade.
pub async fn plan_install(request: InstallRequest, world: &World) -> Result<Preview, Error> {
    let world = &world.with_deadline(Deadline::of(&request.options));
    let wanted = Wanted::load(request, world).await?;
    let options = wanted.options.clone();
    let (deployment, past) = install::rendered(wanted, world, None).await?;
    // A release with history has a namespace that exists.
    let creates_namespace = past.is_empty() && lacks_namespace(world, &options).await?;
    Ok(Preview { creates_namespace, ..preview(world, &options, deployment, past).await? })
}

/// Plans applying plain manifests.
pub async fn plan_apply(request: ApplyRequest, world: &World) -> Result<Preview, Error> {
    let world = &world.with_deadline(Deadline::of(&request.options));
    let options = world.at_home(request.options);
    let files = apply::read(request.manifests, world).await?;
    let reading = apply::deployment(&files, &options, world, None);
    let (deployment, past) = world.unless_stopped("reading the release's inventory", reading).await?;
    let creates_namespace = past.is_empty() && lacks_namespace(world, &options).await?;
    Ok(Preview { creates_namespace, ..preview(world, &options, deployment, past).await? })
}

/// Plans a rollback.
pub async fn plan_rollback(request: RollbackRequest, world: &World) -> Result<Preview, Error> {
    let world = &world.with_deadline(Deadline::of(&request.options));
    let RollbackRequest { revision, options } = request;
    let options = world.at_home(options);
    let reading = rollback::deployment(world, &options, revision, None);
    let (deployment, past) = world.unless_stopped("reading the release's records", reading).await?;
    let back_to = revision.or_else(|| past.earlier());
    Ok(Preview { back_to, ..preview(world, &options, deployment, past).await? })
}

/// Plans an uninstall.
pub async fn plan_uninstall(options: &DeployOptions, world: &World) -> Result<Preview, Error> {
    let world = &world.with_deadline(Deadline::of(options));
    let options = &world.at_home(options.clone());
    let reading = uninstall::deployment(world, options, None);
    let (deployment, past) = world.unless_stopped("reading the release's records", reading).await?;
    preview(world, options, deployment, past).await
}

async fn preview(world: &World, options: &DeployOptions, deployment: Deployment, past: Past) -> Result<Preview, Error> {
    let planned = Box::pin(planning::plan(world, &world.cluster, options, deployment, &past)).await?;
    let warnings = planned.warnings.iter().cloned().chain(planned.rights.warnings()).collect();
    Ok(Preview {
        release: options.release.clone(),
        is_idle: planned.is_idle(),
        plan: planned.plan,
        record: planned.record,
        record_reasons: planned.record_reasons,
        last: match past.is_of_manifests() {
            true => past.inventory_record(),
            false => past.last_record().cloned(),
        },
        back_to: None,
        creates_namespace: false,
        warnings,
        faulty: planned.faulty,
        blocked: planned.blocked,
    })
}

/// Whether an install would have to create the namespace; an error if it must not.
async fn lacks_namespace(world: &World, options: &DeployOptions) -> Result<bool, Error> {
    let name = &options.release.namespace;
    match world.cluster.get(&ResourceId::new("", "Namespace", None, name), "v1").await {
        Ok(None) if options.create_namespace => Ok(true),
        Ok(None) => Err(Error::NoNamespace(name.clone())),
        Ok(Some(found)) if found.is_being_deleted() => Err(being_deleted(&found, name)),
        // A user who may not read namespaces may still work in one.
        Ok(Some(_)) => Ok(false),
        Err(error) if error.is_forbidden() => Ok(false),
        Err(error) => Err(error.into()),
    }
}
