//! Makes a plan: observe the cluster, build, validate. Nothing is changed.

use std::collections::BTreeSet;

use skeg_cluster::Cluster;
use skeg_inventory::Change as InventoryChange;
use skeg_plan::{Built, Error as PlanError, Outdated, Plan, Policy, Request, Revision};
use skeg_release_store::Release;
use skeg_resources::{DeployType, Resource, ResourceId};
use skeg_sequence::Order;

use crate::deploy_options::DeployOptions;
use crate::error::Error;
use crate::namespace;
use crate::observe::observe;
use crate::past::Past;
use crate::rights::{self, RightsCheck};
use crate::validate::{self, RefusedObject};
use crate::world::World;

/// A change of a release, ready to be planned.
pub(crate) struct Deployment {
    pub(crate) deploy_type: DeployType,
    pub(crate) revision: u64,
    pub(crate) desired: Vec<Resource>,
    /// Resources that earlier revisions may have left.
    pub(crate) previous: Vec<Resource>,
    /// The order of the wanted resources, or of those to uninstall.
    pub(crate) order: Option<Order>,
    /// The order of the resources that earlier revisions may have left.
    pub(crate) previous_order: Option<Order>,
    /// The record of the new revision; `None` for an uninstall.
    pub(crate) record: Option<Release>,
    /// What earlier deploys kept although it was dropped.
    pub(crate) retained: BTreeSet<ResourceId>,
    /// What is deployed, for the inventory; `None` for an uninstall.
    pub(crate) change: Option<InventoryChange>,
    /// The last record already says the same, so a new revision is needed only if resources change.
    pub(crate) is_recorded: bool,
    /// Why a new revision is needed even if no resource changes.
    pub(crate) record_reasons: Vec<Outdated>,
    pub(crate) description: String,
    pub(crate) warnings: Vec<String>,
}

/// A planned change of a release.
pub(crate) struct Planned {
    pub(crate) plan: Plan,
    pub(crate) record: Option<Release>,
    pub(crate) is_recorded: bool,
    pub(crate) record_reasons: Vec<Outdated>,
    pub(crate) warnings: Vec<String>,
    /// Objects that the API server would refuse. Such a plan is shown, but not executed.
    pub(crate) faulty: Vec<RefusedObject>,
    /// Other reasons why it must not be executed. Such a plan is shown too.
    pub(crate) blocked: Vec<PlanError>,
    /// Whether the user has the rights for all of it.
    pub(crate) rights: RightsCheck,
}

impl Planned {
    /// An error with all reasons against executing the plan.
    pub(crate) fn refuse(&self) -> Result<(), Error> {
        if self.blocked.is_empty() {
            self.rights.refuse()?;
        }
        match Error::refusals(&self.blocked, &self.faulty) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Neither resources nor records would change.
    pub(crate) fn is_idle(&self) -> bool {
        self.is_recorded && self.plan.is_empty()
    }
}

/// Observes the cluster and plans, without changing anything. Within a session, reads go through its fenced cluster.
pub(crate) async fn plan(
    world: &World,
    cluster: &Cluster,
    options: &DeployOptions,
    deployment: Deployment,
    past: &Past,
) -> Result<Planned, Error> {
    let planning = {
        let (world, cluster, options) = (world.clone(), cluster.clone(), options.clone());
        let history = past.revisions();
        async move { build(&world, &cluster, &options, deployment, history).await }
    };
    world.unless_stopped_aside("looking at the cluster and planning", planning).await
}

async fn build(
    world: &World,
    cluster: &Cluster,
    options: &DeployOptions,
    deployment: Deployment,
    history: Vec<Revision>,
) -> Result<Planned, Error> {
    let Deployment { deploy_type, revision, desired, previous, order, previous_order, description, .. } = deployment;
    let Deployment { record, change, retained, is_recorded, record_reasons, mut warnings, .. } = deployment;
    let World { secrets, notes, .. } = world;
    let observing = observe(cluster, secrets, notes, deploy_type, &desired, &previous);
    let live = notes.timed("observing", observing).await?;
    let policy = Policy { description, ..options.policy.clone() };
    let release = options.release.clone();
    let request = Request {
        release,
        revision,
        deploy_type,
        desired,
        previous,
        live,
        history,
        policy,
        order,
        previous_order,
        change,
        retained,
    };
    let knowledge = validate::Knowledge::of(&request);
    let Built { plan, mut blocked } = notes.timed("planning", async { skeg_plan::build(request) }).await?;
    if !blocked.is_empty() {
        let served = cluster.api_versions().await?;
        blocked.iter_mut().for_each(|error| error.suggest(&served));
    }
    let set_aside: Vec<&ResourceId> = blocked.iter().flat_map(PlanError::blocked).map(|(id, _)| id).collect();
    let validating = async {
        tokio::try_join!(
            validate::validate(cluster, &plan, &knowledge, &set_aside),
            rights::check(cluster, &plan, world.driver(), is_recorded),
        )
    };
    let (validation, rights) = notes.timed("validating", validating).await?;
    warnings.extend(validation.warnings);
    if options.policy.delete_namespace {
        warnings.extend(notes.timed("looking at the namespace", namespace::examine(cluster, &plan)).await?);
    }
    let looking = namespace::occupied(cluster, &plan);
    let (occupied, unread) = notes.timed("looking at namespaces that are deleted", looking).await?;
    blocked.extend(occupied);
    warnings.extend(unread);
    Ok(Planned { plan, record, is_recorded, record_reasons, warnings, faulty: validation.faulty, blocked, rights })
}
