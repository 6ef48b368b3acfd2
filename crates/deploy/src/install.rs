//! Installing a chart: the first time and every time after.

use skeg_plan::{Outdated, Recorded};
use skeg_release_store::Release;
use skeg_resources::{Class, Object, Resource};

use crate::carry_out::{Deployment, Site};
use crate::chart_request::ChartRequest;
use crate::deadline::Deadline;
use crate::deploy_options::DeployOptions;
use crate::desired::{self, Desired, Reading};
use crate::dropped;
use crate::error::Error;
use crate::load::LoadedChart;
use crate::outcome::DeployOutcome;
use crate::past::Past;
use crate::record;
use crate::rollback;
use crate::session::Session;
use crate::under_way::Patience;
use crate::world::World;

/// What to install.
pub struct InstallRequest {
    /// Where the chart is, and what was set for it.
    pub chart: ChartRequest,
    pub options: DeployOptions,
    /// What the record says of the revision; none for Helm's own words.
    pub description: Option<String>,
}

/// What to install, with the chart in memory and the namespace known.
pub(crate) struct Wanted {
    pub(crate) chart: LoadedChart,
    pub(crate) options: DeployOptions,
    pub(crate) description: Option<String>,
}

impl Wanted {
    pub(crate) async fn load(request: InstallRequest, world: &World) -> Result<Wanted, Error> {
        let InstallRequest { chart, options, description } = request;
        Ok(Wanted { chart: world.load(chart).await?, options: world.at_home(options), description })
    }
}

/// Brings the cluster to what the chart says.
pub async fn install(request: InstallRequest, world: &World) -> Result<DeployOutcome, Error> {
    let world = &world.with_deadline(Deadline::of(&request.options));
    let wanted = Wanted::load(request, world).await?;
    let session = Session::open(world, &wanted.options).await?;
    let outcome = install_locked(wanted, world, &session).await;
    // An error means that nothing was changed, so nothing is left behind either.
    session.close(outcome.is_err()).await;
    outcome
}

async fn install_locked(wanted: Wanted, world: &World, session: &Session) -> Result<DeployOutcome, Error> {
    let options = wanted.options.clone();
    let site = Site { world, session, options: &options };
    let readying = {
        let (world, patience) = (world.clone(), session.patience.clone());
        async move { ready(wanted, &world, Some(&patience)).await }
    };
    let ready = world.unless_stopped_aside("reading the release's records and rendering the chart", readying).await;
    let (deployment, past) = ready.map_err(|error| session.patience.explain(error))?;
    let mut outcome = site.carry_out(deployment, &past).await?;
    rollback::after_failure(&site, &mut outcome, &past).await;
    Ok(outcome)
}

/// The chart rendered, ready to be planned, with what came before. Without patience nobody is waited for.
pub(crate) async fn ready(
    wanted: Wanted,
    world: &World,
    patience: Option<&Patience>,
) -> Result<(Deployment, Past), Error> {
    let Wanted { chart, options, description } = wanted;
    let reading = async {
        tokio::try_join!(world.past(&options.release, patience), desired::capabilities(&world.cluster, chart.compat()),)
    };
    let (past, capabilities) = world.notes.timed("reading records and kinds", reading).await?;
    let rendering = desired::render(chart, capabilities, &options, &past, world);
    let desired = world.notes.timed("rendering", rendering).await?;
    let deployment = deployment(desired, description, &options, &past, world).await?;
    Ok((deployment, past))
}

/// What was rendered, with the record that says so and what came before.
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
    let record_reasons = record_reasons(past, &record, &desired, &reading)?;
    let last = past.deployed().and_then(|revision| past.records.get(&revision)).or_else(|| past.last_record());
    let warnings = desired.warnings.into_iter().chain(dropped::told(last, &record)).collect();
    let words = if past.is_empty() { "Install complete" } else { "Upgrade complete" };
    Ok(Deployment {
        deploy_type: past.history.deploy_type(),
        revision: record.revision,
        previous: desired::previous(past, &reading, &desired.resources)?,
        is_recorded: record_reasons.is_empty(),
        record_reasons,
        record: Some(record),
        description: description.unwrap_or_else(|| words.to_string()),
        desired: desired.resources,
        warnings,
    })
}

/// What the last record does not say as the next would. Nothing: then no revision is needed unless resources change.
fn record_reasons(
    past: &Past,
    next: &Release,
    desired: &Desired,
    reading: &Reading<'_>,
) -> Result<Vec<Outdated>, Error> {
    let Some(last) = past.last_record() else { return Ok(vec![Outdated::NoPrevious]) };
    if !past.is_settled() {
        return Ok(vec![Outdated::EarlierUnsettled]);
    }
    let (before, now) = if is_same_text(last, next) {
        // Thousands of manifests need not be read to know that they say the same.
        (Saying::new(last, &[]), Saying::new(next, &[]))
    } else {
        (Saying::new(last, &desired::stored(last, reading)?.0), Saying::new(next, &desired.resources))
    };
    Ok(skeg_plan::outdated(Some(&before.recorded()), &now.recorded()))
}

fn is_same_text(one: &Release, other: &Release) -> bool {
    one.manifest == other.manifest
        && one.hooks.iter().map(|hook| &hook.manifest).eq(other.hooks.iter().map(|hook| &hook.manifest))
}

/// What a record says, taken apart for comparison.
struct Saying<'a> {
    release: &'a Release,
    config: serde_json::Value,
    hooks: Vec<Object>,
    regular: Vec<Object>,
}

impl<'a> Saying<'a> {
    fn new(release: &'a Release, resources: &[Resource]) -> Saying<'a> {
        let of = |class: Class| {
            let found = resources.iter().filter(move |resource| resource.class == class);
            found.map(|resource| resource.object.clone()).collect()
        };
        let config = serde_json::Value::Object(release.config.clone());
        Saying { release, config, hooks: of(Class::Hook), regular: of(Class::Regular) }
    }

    fn recorded(&self) -> Recorded<'_> {
        let info = &self.release.info;
        let (config, hooks, regular) = (&self.config, &self.hooks, &self.regular);
        Recorded { status: info.status, notes: &info.notes, config, hooks, regular }
    }
}
