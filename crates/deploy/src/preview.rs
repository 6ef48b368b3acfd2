//! What a command would do, without doing it: nothing is locked, nothing written.

use skeg_plan::{Plan, ReleaseName};
use skeg_release_store::Release;

use crate::carry_out::{Deployment, prepare};
use crate::deploy_options::DeployOptions;
use crate::error::Error;
use crate::install::{self, InstallRequest};
use crate::past::Past;
use crate::rollback::{self, RollbackRequest};
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
    /// The last revision, as it is on record.
    pub last: Option<Release>,
    pub warnings: Vec<String>,
}

/// What installing would do.
pub async fn plan_install(request: InstallRequest, world: &World) -> Result<Preview, Error> {
    let options = request.options.clone();
    let (deployment, past) = install::ready(request, world).await?;
    preview(world, &options, deployment, past).await
}

/// What rolling back would do.
pub async fn plan_rollback(request: RollbackRequest, world: &World) -> Result<Preview, Error> {
    let (deployment, past) = rollback::ready(world, &request.options, request.revision).await?;
    preview(world, &request.options, deployment, past).await
}

/// What uninstalling would do.
pub async fn plan_uninstall(options: &DeployOptions, world: &World) -> Result<Preview, Error> {
    let (deployment, past) = uninstall::ready(world, options).await?;
    preview(world, options, deployment, past).await
}

async fn preview(world: &World, options: &DeployOptions, deployment: Deployment, past: Past) -> Result<Preview, Error> {
    let prepared = prepare(&world.cluster, options, deployment, &past).await?;
    Ok(Preview {
        release: options.release.clone(),
        is_idle: prepared.is_idle(),
        plan: prepared.plan,
        record: prepared.record,
        last: past.last_record().cloned(),
        warnings: prepared.warnings,
    })
}
