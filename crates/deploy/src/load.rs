//! From a [`ChartRequest`] to a chart in memory: located, read, values merged, secrets decrypted.

use std::path::Path;
use std::time::Instant;

use skeg_chart::{Chart, Compat, Links, LoadOptions, UserValues};
use skeg_go_yaml::Tree;
use skeg_render::{
    Capabilities, ClusterLookup, Error as RenderError, NamedValues, Options, Release, Rendered, Request, SecretOptions,
    Secrets,
};
use skeg_resources::KnownSecrets;

use crate::chart_request::{ChartRequest, Overrides, SecretRequest};
use crate::chart_source::ChartSource;
use crate::error::Error;
use crate::secret_place::place_of;
use crate::unused::Sources;

/// Something worth reporting while a chart is loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadNote {
    /// The user should know.
    Warning(String),
    /// For debug logs.
    Detail(String),
}

/// A chart in memory with its values: everything a rendering needs except the release and the cluster.
pub struct LoadedChart {
    /// As loaded; conditions, tags and aliases are not processed yet.
    pub chart: Chart,
    /// The user's values, merged.
    pub values: Tree,
    /// Without what depends on the cluster or the thread.
    options: Options,
    /// Where each value was set, for reporting unused ones.
    sources: Option<Sources>,
}

/// Loads a chart. It blocks, and needs no runtime.
///
/// Decrypted values are added to `secrets` before any message could quote them.
///
/// # Errors
/// [`Error::Chart`], [`Error::Render`] or [`Error::SecretKey`].
pub fn load(
    request: &ChartRequest,
    charts: &dyn ChartSource,
    secrets: &KnownSecrets,
    tell: &mut dyn FnMut(LoadNote),
) -> Result<LoadedChart, Error> {
    let begun = Instant::now();
    let path = charts.locate(&request.chart)?;
    let values = request.values.merge(&mut |name| request.files.read(name), request.compat);
    let values = values.map_err(RenderError::Chart)?;
    let lookup = lookup_objects(request)?;
    let links = Links { refuse_outside: request.no_outside_links, guard_secrets: request.secrets.is_some() };
    let loading = LoadOptions { links, order_lists: request.order_lists };
    let mut chart = skeg_chart::load_with(&path, request.compat, loading).map_err(RenderError::Chart)?;
    let root = match &request.overrides {
        Some(overrides) => overrides.apply(&mut chart, request)?,
        None => Tree::Null,
    };
    if request.update_dependencies && skeg_chart::check_presence(&chart, request.compat).is_err() {
        let text = "charts are missing in charts/, and --dependency-update is not supported yet";
        return Err(RenderError::Other(text.into()).into());
    }
    let unlocked = request.secrets.as_ref().map(|how| unlock(how, &chart, request, tell)).transpose()?;
    let masked = unlocked.iter().flat_map(|unlocked| &unlocked.masked);
    masked.for_each(|masked| secrets.add_decrypted(&masked.value));
    tell(LoadNote::Detail(format!("loading the chart and values took {} ms", begun.elapsed().as_millis())));
    let options = Options {
        compat: request.compat,
        strict: request.strict,
        allow_dns: request.allow_dns,
        skip_schema: request.skip_schema,
        root,
        lookup,
        include_crds: request.include_crds,
        sub_notes: request.sub_notes,
        find_unused: request.find_unused,
        secrets: unlocked,
        memory_in_use: request.process.memory_in_use,
        is_last: request.process.is_last,
        ..Options::default()
    };
    Ok(LoadedChart { chart, values, options, sources: Sources::of(request) })
}

impl LoadedChart {
    pub(crate) fn compat(&self) -> Compat {
        self.options.compat
    }

    /// Renders for a release on a cluster.
    pub(crate) fn render(
        self,
        release: Release,
        capabilities: Capabilities,
        cluster: Option<ClusterLookup>,
        stack: usize,
    ) -> Result<Rendered, RenderError> {
        let LoadedChart { chart, values, options, sources } = self;
        let options = Options { cluster, stack, ..options };
        let mut rendered = skeg_render::render(Request { chart, values, release, capabilities, options })?;
        if let Some(sources) = sources {
            sources.warn(&mut rendered);
        }
        Ok(rendered)
    }
}

fn lookup_objects(request: &ChartRequest) -> Result<Vec<Tree>, RenderError> {
    let mut objects = Vec::new();
    for name in &request.lookup_files {
        let refuse = |why: String| RenderError::Other(format!("--lookup-resources: {why}"));
        let text = request.files.read(name).map_err(refuse)?;
        for document in skeg_render::split_documents(&text, request.compat) {
            let tree = skeg_go_yaml::read_tree(document).map_err(|error| refuse(format!("{name}: {error}")))?;
            match tree.get("items") {
                Some(Tree::List(items)) => objects.extend(items.iter().cloned()),
                _ if tree.as_map().is_some() => objects.push(tree),
                _ => {}
            }
        }
    }
    Ok(objects)
}

impl Overrides {
    /// Applies the overrides to the chart. Returns the top-level keys next to `.Values`; `.Runtime` is always one of
    /// them.
    fn apply(&self, chart: &mut Chart, request: &ChartRequest) -> Result<Tree, RenderError> {
        if self.no_default_values {
            chart.values = Tree::map();
        }
        if let Some(version) = &self.app_version {
            chart.metadata.app_version.clone_from(version);
        }
        let read = |pairs: &[String], flag: &str| {
            let pairs = UserValues { set_json: pairs.to_vec(), ..UserValues::default() };
            let read = pairs.merge(&mut |_| Err(String::new()), request.compat);
            read.map_err(|error| RenderError::Other(error.to_string().replacen("--set-json", flag, 1)))
        };
        let mut root = read(&self.root, "--set-root-json")?;
        let runtime = read(&self.runtime, "--set-runtime-json")?;
        if let Tree::Map(keys) = &mut root {
            keys.insert("Runtime".into(), runtime);
        }
        Ok(root)
    }
}

/// Decrypts the secrets of a chart. The key is looked up only if something is encrypted.
fn unlock(
    how: &SecretRequest,
    chart: &Chart,
    request: &ChartRequest,
    tell: &mut dyn FnMut(LoadNote),
) -> Result<Secrets, Error> {
    let mut values = Vec::new();
    for name in &how.files {
        let read = request.files.read(name);
        let data = read.map_err(|why| RenderError::Other(format!("--secret-values: {why}")))?;
        let place = place_of(Path::new(name), &request.files.directory);
        values.push(NamedValues { name: name.clone(), place, data });
    }
    let SecretRequest { no_default_values, no_decrypt, allow_foreign, .. } = *how;
    let options = SecretOptions { values, no_default_values, no_decrypt, allow_foreign, compat: request.compat };
    let mut without_key = None;
    let mut find_key = || {
        how.key.find(tell).map_err(|error| {
            let text = error.to_string();
            without_key = Some(error);
            RenderError::Other(text)
        })
    };
    let unlocked = Secrets::unlock(chart, &options, &mut find_key);
    match without_key {
        Some(error) => Err(error.into()),
        None => Ok(unlocked?),
    }
}
