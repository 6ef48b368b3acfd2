//! The whole way from a loaded chart to manifests.

use std::sync::Arc;

use skeg_chart::{Chart, Coalesced, Compat, Warning};
use skeg_go_template::TemplateSet;
use skeg_go_yaml::Tree;
use skeg_template_functions::helm::{Host, Lookup};

use crate::context::{Outline, charts};
use crate::engine::{self, Execution, Job, Parsing};
use crate::lookup::Objects;
use crate::unused::{self, Declared};
use crate::{Capabilities, Error, Release, Rendered, Secrets, collect};

/// What to render and how.
pub struct Request {
    /// As loaded; conditions, tags and aliases are not yet processed.
    pub chart: Chart,
    /// What the user set over the chart's defaults.
    pub values: Tree,
    /// `.Release`.
    pub release: Release,
    /// `.Capabilities`.
    pub capabilities: Capabilities,
    /// How to render.
    pub options: Options,
}

/// Choices of a rendering.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whose bytes to make.
    pub compat: Compat,
    /// A missing map key is an error.
    pub strict: bool,
    /// `getHostByName` asks the resolver.
    pub allow_dns: bool,
    /// Do not check values against `values.schema.json`.
    pub skip_schema: bool,
    /// A map of top-level keys next to `.Values`, unless Helm has one of that name. Null: none.
    pub root: Tree,
    /// Objects that `lookup` finds, as if they were in a cluster.
    pub lookup: Vec<Tree>,
    /// The cluster that `lookup` asks where no objects are given.
    pub cluster: Option<ClusterLookup>,
    /// Read the files of `crds/`; else there are none in what comes out.
    pub include_crds: bool,
    /// Notes of subcharts are part of the notes.
    pub sub_notes: bool,
    /// Look for values that the user set and no template reads.
    pub find_unused: bool,
    /// Decrypted values and files of the chart; without them there is no `werf_secret_file`, as in Helm.
    pub secrets: Option<Secrets>,
    /// Tells how many bytes of memory the process uses, so that templates which take too much are refused.
    pub memory_in_use: Option<fn() -> usize>,
    /// How many bytes of the caller's stack templates may use; the functions they call take more. What needs more than that
    /// is executed elsewhere, and without any all is.
    pub stack: usize,
    /// The process ends soon: what is of no more use is forgotten, since taking it apart takes a while.
    pub is_last: bool,
}

/// Answers `lookup` from a cluster.
#[derive(Clone)]
pub struct ClusterLookup(pub Arc<dyn Lookup>);

impl std::fmt::Debug for ClusterLookup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ClusterLookup")
    }
}

/// Renders a chart: dependencies, values, schema, templates, then splitting and sorting.
pub fn render(request: Request) -> Result<Rendered, Error> {
    let Request { mut chart, values, release, capabilities, options } = request;
    let compat = options.compat;
    skeg_chart::check_installable(&chart).map_err(Error::Chart)?;
    skeg_chart::check_presence(&chart, compat).map_err(Error::Chart)?;
    skeg_chart::check_release_name(&release.name, compat).map_err(Error::Chart)?;
    let threads = engine::thread_count(&chart);
    let mut functions = skeg_template_functions::table(compat == Compat::V4);
    let studied = options.find_unused.then(|| (Declared::of(&chart), values.clone()));
    let mut values = values;
    if let Some(secrets) = &options.secrets {
        functions.add(skeg_template_functions::secrets::FUNCTIONS);
        values = secrets.lay_over(values);
    }
    let parsing = Parsing::new(functions);
    let parse = || parsing.work();
    let whole = &mut chart;
    // Templates are parsed while values are put together: those of the root chart at once, the others when it is clear
    // which subcharts there are.
    let settled = skeg_worker_threads::scope(threads - 1, |workers| {
        parsing.add(engine::root_jobs(whole).iter());
        workers.offer(&parse);
        let settled = settle(whole, &values, &capabilities, &options, |jobs| {
            parsing.add(jobs.iter().filter(|job| !job.is_of_root()));
            workers.offer(&parse);
        });
        if settled.is_err() {
            parsing.stop();
        }
        parse();
        settled
    });
    let Settled { chart: settled, jobs, coalesced, warnings } = settled?;
    let set = parsing.finish(&jobs)?;
    let outline = Outline::new(settled, &coalesced, &release, &capabilities, &options);
    let mut rendered = execute(settled, &jobs, &set, &outline, &options, threads)?;
    drop(outline);
    if let Some((declared, user)) = &studied {
        rendered.unused = unused::find(settled, &jobs, &set, user, declared);
    }
    if options.is_last {
        std::mem::forget((jobs, coalesced, set));
        std::mem::forget(values);
    } else {
        drop((jobs, coalesced));
    }
    rendered.warnings = warnings.iter().map(ToString::to_string).collect();
    rendered.chart = Some(chart);
    rendered.masked = options.secrets.map(|secrets| secrets.masked).unwrap_or_default();
    Ok(rendered)
}

/// A chart whose subcharts and values are settled.
struct Settled<'a> {
    chart: &'a Chart,
    jobs: Vec<Job<'a>>,
    coalesced: Coalesced<'a>,
    warnings: Vec<Warning>,
}

/// Decides which subcharts there are and tells their templates, lays the user's values over the charts' and checks that they
/// fit, and the cluster too.
fn settle<'a>(
    chart: &'a mut Chart,
    values: &'a Tree,
    capabilities: &Capabilities,
    options: &Options,
    tell: impl FnOnce(&[Job<'_>]),
) -> Result<Settled<'a>, Error> {
    let compat = options.compat;
    let mut warnings = std::mem::take(&mut chart.warnings);
    warnings.extend(skeg_chart::process(chart, values, compat).map_err(Error::Chart)?);
    let chart: &'a Chart = chart;
    let jobs = engine::jobs(chart);
    tell(&jobs);
    let coalesced = skeg_chart::coalesce(chart, values, compat).map_err(Error::Chart)?;
    warnings.extend(coalesced.warnings.iter().cloned());
    if !options.skip_schema && charts(chart).iter().any(|c| c.schema.is_some()) {
        warnings.extend(skeg_chart::validate(chart, &coalesced.to_tree(), &no_fetch).map_err(Error::Chart)?);
    }
    let kube = &capabilities.kube_version;
    let normalized = if compat == Compat::V4 { &kube.normalized } else { &kube.version };
    skeg_chart::check_kube_version(chart, normalized, &kube.version).map_err(Error::Chart)?;
    Ok(Settled { chart, jobs, coalesced, warnings })
}

fn execute(
    chart: &Chart,
    jobs: &[Job<'_>],
    set: &TemplateSet,
    outline: &Outline<'_>,
    options: &Options,
    threads: usize,
) -> Result<Rendered, Error> {
    let compat = options.compat;
    let lookup: Option<Arc<dyn Lookup>> = match &options.cluster {
        _ if !options.lookup.is_empty() => Some(Arc::new(Objects::new(&options.lookup))),
        cluster => cluster.as_ref().map(|cluster| Arc::clone(&cluster.0)),
    };
    let secrets = options.secrets.as_ref();
    let host = || Host::new(lookup.clone(), options.allow_dns).with_secret_files(secrets.map(Secrets::files));
    let execution = Execution { set, jobs, outline, options, host: &host };
    let files = execution
        .run(threads, &|job, content| collect::read_file(job, content, compat))
        .map_err(|(number, error)| engine::failure(&jobs[number], error, compat))?;
    if options.is_last {
        skeg_worker_threads::stop();
    }
    collect::collect(chart, jobs, files, options)
}

/// Schemas on the net are not fetched: rendering needs no network.
fn no_fetch(address: &str) -> Result<Vec<u8>, String> {
    Err(format!("{address} is on the net, which rendering does not use; --skip-schema-validation goes without"))
}
