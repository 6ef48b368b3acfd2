//! Installing a chart, for the first time or as an upgrade.

use crate::chart_request::ChartRequest;
use crate::deadline::Deadline;
use crate::deploy_options::DeployOptions;
use crate::deployer::Deployer;
use crate::desired::{self, Desired, Reading};
use crate::dropped;
use crate::error::Error;
use crate::inventory;
use crate::load::LoadedChart;
use crate::order;
use crate::outcome::DeployOutcome;
use crate::past::Past;
use crate::planning::Deployment;
use crate::record;
use crate::rollback;
use crate::session::Session;
use crate::under_way::Patience;
use crate::world::World;

/// What to install.
pub struct InstallRequest {
    /// The chart with its values.
    pub chart: ChartRequest,
    /// The release, and how it is deployed.
    pub options: DeployOptions,
    /// The description in the record; `None` for Helm's own.
    pub description: Option<String>,
}

impl InstallRequest {
    /// Installs a chart with Helm's default description in the record.
    pub fn new(chart: ChartRequest, options: DeployOptions) -> InstallRequest {
        InstallRequest { chart, options, description: None }
    }
}

/// Makes the cluster match the chart, on the first install and on every upgrade.
///
/// ```no_run
/// use skeg_deploy::{
///     ChartReference, ChartRequest, Cluster, Connection, DeployOptions, Driver, Error, InstallRequest, KnownSecrets,
///     ReleaseName, World, install,
/// };
///
/// async fn deploy_shop() -> Result<(), Error> {
///     let connection = Connection { kubeconfigs: vec!["/home/me/.kube/config".into()], ..Connection::default() };
///     let cluster = Cluster::connect(&connection).await?;
///     let world = World::new(cluster, Driver::Secret, KnownSecrets::default(), |_plan| {}, |event| println!("{event:?}"));
///
///     let chart = ChartRequest::new(ChartReference::path("./shop"));
///     let options = DeployOptions::new(ReleaseName { name: "shop".into(), namespace: "shop".into() });
///     let outcome = install(InstallRequest::new(chart, options), &world).await?;
///     assert!(outcome.result.is_good());
///     Ok(())
/// }
/// ```
///
/// An error means that nothing was changed. A deploy that was begun and failed is an outcome.
pub async fn install(request: InstallRequest, world: &World) -> Result<DeployOutcome, Error> {
    let world = &world.with_deadline(Deadline::of(&request.options));
    let wanted = Wanted::load(request, world).await?;
    let session = Session::open(world, &wanted.options).await?;
    let outcome = install_locked(wanted, world, &session).await;
    // If nothing was changed, the lock's entry is removed too.
    session.close(outcome.is_err()).await;
    outcome
}

async fn install_locked(wanted: Wanted, world: &World, session: &Session) -> Result<DeployOutcome, Error> {
    let options = wanted.options.clone();
    let deployer = Deployer { world, session, options: &options };
    let (deployment, past) = rendered(wanted, world, Some(&session.patience)).await?;
    let mut outcome = deployer.deploy(deployment, &past).await?;
    rollback::after_failure(&deployer, &mut outcome, &past).await;
    Ok(outcome)
}

/// What to install, with the chart loaded and the namespace known.
pub(crate) struct Wanted {
    chart: LoadedChart,
    pub(crate) options: DeployOptions,
    description: Option<String>,
}

impl Wanted {
    pub(crate) async fn load(request: InstallRequest, world: &World) -> Result<Wanted, Error> {
        let InstallRequest { chart, options, description } = request;
        Ok(Wanted { chart: world.load(chart).await?, options: world.at_home(options), description })
    }
}

/// The rendered chart, ready to be planned, and the release's history. Without `patience` it does not wait for other
/// deploys.
pub(crate) async fn rendered(
    wanted: Wanted,
    world: &World,
    patience: Option<&Patience>,
) -> Result<(Deployment, Past), Error> {
    let rendering = {
        let (world, patience) = (world.clone(), patience.cloned());
        async move { render(wanted, &world, patience.as_ref()).await }
    };
    let rendered = world.unless_stopped_aside("reading the release's records and rendering the chart", rendering).await;
    rendered.map_err(|error| match patience {
        Some(patience) => patience.explain(error),
        None => error,
    })
}

async fn render(wanted: Wanted, world: &World, patience: Option<&Patience>) -> Result<(Deployment, Past), Error> {
    let Wanted { chart, options, description } = wanted;
    let reading = async {
        tokio::try_join!(world.past(&options.release, patience), desired::capabilities(&world.cluster, chart.compat()))
    };
    let (past, capabilities) = world.notes.timed("reading records and kinds", reading).await?;
    if past.is_of_manifests() {
        return Err(Error::OfManifests(options.release));
    }
    let rendering = world.notes.timed("rendering", desired::render(chart, capabilities, &options, &past, world));
    let (desired, elsewhere) = tokio::join!(rendering, world.other_history(&options.release, &past));
    let mut desired = desired?;
    desired.warnings.extend(elsewhere);
    let deployment = deployment(desired, description, &options, &past, world).await?;
    Ok((deployment, past))
}

/// Everything the planner needs: the resources, the new record, and what earlier revisions left.
async fn deployment(
    desired: Desired,
    description: Option<String>,
    options: &DeployOptions,
    past: &Past,
    world: &World,
) -> Result<Deployment, Error> {
    let scopes = world.cluster.scopes().await?;
    let reading = Reading { release: &options.release, metadata: &options.metadata, scopes: &scopes };
    let mut record = record::build(&desired, options, past)?;
    record.keep_secrets(&world.secrets);
    match &desired.order {
        Some(order) => record.keep_order(order),
        // Without an order what is wrong with declarations matters to nobody.
        None => order::chart_order(&desired.chart, &mut drop).iter().for_each(|order| record.keep_declarations(order)),
    }
    let record_reasons = record::reasons(past, &record, &desired, &reading)?;
    let last = past.deployed().and_then(|revision| past.records.get(&revision)).or_else(|| past.last_record());
    let dropped = dropped::warnings(last, &record);
    let warnings = desired.warnings.into_iter().chain(dropped).chain(past.inventory_warning()).collect();
    let words = if past.is_empty() { "Install complete" } else { "Upgrade complete" };
    Ok(Deployment {
        change: Some(inventory::change(&record)),
        retained: past.retained(),
        deploy_type: past.history.deploy_type(),
        revision: record.revision,
        previous: desired::previous(past, &reading, &desired.resources)?,
        is_recorded: record_reasons.is_empty(),
        record_reasons,
        record: Some(record),
        description: description.unwrap_or_else(|| words.to_string()),
        desired: desired.resources,
        order: desired.order,
        previous_order: order::previous(past),
        warnings,
    })
}
