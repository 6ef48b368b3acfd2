//! Rendering against a cluster, and Helm's checks of the result. Nothing is written.

use skeg_chart::Compat;
use skeg_cluster::Cluster;
use skeg_go_yaml::Tree;
use skeg_render::{Release, Rendered};
use skeg_resources::{MANAGED_BY, MANAGER, Object, RELEASE_NAME, RELEASE_NAMESPACE, ResourceId};

use crate::chart_request::ChartRequest;
use crate::desired;
use crate::error::Error;
use crate::lookup;
use crate::render::Target;
use crate::world::World;

/// What to render, and what to ask the cluster for.
pub struct DryRun {
    /// The chart with its values.
    pub chart: ChartRequest,
    /// The release, and the capabilities to use if the cluster is not asked.
    pub target: Target,
    /// Templates see the cluster's version and kinds instead of the target's.
    pub capabilities: bool,
    /// `lookup` reads from the cluster.
    pub lookup: bool,
    /// Refuse kinds that the cluster does not know.
    pub check_kinds: bool,
    /// Who may own an object that already exists.
    pub existing: Existing,
}

/// Who may own an object that already exists.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// Existing objects are not checked.
    NotAsked,
    /// Anybody.
    Anybodys,
    /// Only this release.
    Ours,
}

/// Renders and checks; errors are in Helm's words.
pub async fn dry_run(request: DryRun, world: &World) -> Result<Rendered, Error> {
    world.unless_stopped("rendering the chart", render_and_check(request, world)).await
}

async fn render_and_check(request: DryRun, world: &World) -> Result<Rendered, Error> {
    let (Target { release, capabilities }, compat) = (request.target, request.chart.compat);
    let chart = world.load(request.chart).await?;
    let capabilities = match request.capabilities {
        true => desired::capabilities(&world.cluster, compat).await?,
        false => capabilities,
    };
    let lookup = request.lookup.then(|| lookup::asking(world));
    let rendered = desired::render_aside(chart, release.clone(), capabilities, lookup).await?;
    if !request.check_kinds && request.existing == Existing::NotAsked {
        return Ok(rendered);
    }
    let objects = objects(&rendered, compat);
    if request.check_kinds {
        check_kinds(&objects, &world.cluster).await?;
    }
    if request.existing != Existing::NotAsked {
        let unable = if compat.is_v4() { "unable" } else { "Unable" };
        let checked = check_existing(&objects, request.existing, &release, &world.cluster).await;
        checked.map_err(|why| Error::Other(format!("{unable} to continue with install: {why}")))?;
    }
    Ok(rendered)
}

/// What Helm builds before it installs: without hooks, lists expanded.
struct Built {
    api_version: String,
    kind: String,
    name: String,
    namespace: String,
    is_of_list: bool,
}

impl Built {
    fn read(tree: &Tree, is_of_list: bool) -> Built {
        let text = |tree: Option<&Tree>| tree.and_then(Tree::as_str).unwrap_or_default().to_string();
        let metadata = |key: &str| text(tree.get("metadata").and_then(|metadata| metadata.get(key)));
        let (api_version, kind) = (text(tree.get("apiVersion")), text(tree.get("kind")));
        Built { api_version, kind, name: metadata("name"), namespace: metadata("namespace"), is_of_list }
    }

    fn group_and_version(&self) -> (&str, &str) {
        self.api_version.split_once('/').unwrap_or(("", &self.api_version))
    }

    fn unknown(&self) -> String {
        let no_match = format!("no matches for kind {:?} in version {:?}", self.kind, self.api_version);
        if self.is_of_list {
            return format!("unable to recognize {no_match}");
        }
        let (name, namespace) = (&self.name, &self.namespace);
        format!(
            "resource mapping not found for name: {name:?} namespace: {namespace:?} from \"\": {no_match}\n\
             ensure CRDs are installed first"
        )
    }
}

fn objects(rendered: &Rendered, compat: Compat) -> Vec<Built> {
    let crds = rendered.crds.iter().flat_map(|crd| skeg_render::split_documents(&crd.content, compat));
    let manifests = rendered.manifests.iter().map(|manifest| &manifest.content[..]);
    let mut objects = Vec::new();
    // Rendering has already refused manifests that cannot be parsed.
    for tree in crds.chain(manifests).filter_map(|text| skeg_go_yaml::read_tree(text).ok()) {
        match tree.get("items") {
            Some(Tree::List(items)) => objects.extend(items.iter().map(|item| Built::read(item, true))),
            _ => objects.push(Built::read(&tree, false)),
        }
    }
    objects
}

async fn check_kinds(objects: &[Built], cluster: &Cluster) -> Result<(), Error> {
    let mut unknown = Vec::new();
    for object in objects {
        let (group, version) = object.group_and_version();
        if cluster.kind(group, &object.kind, version).await?.is_none() {
            unknown.push(object.unknown());
        }
    }
    let list = match unknown.as_slice() {
        [] => return Ok(()),
        [one] => one.clone(),
        several => format!("[{}]", several.join(", ")),
    };
    Err(Error::Other(format!("unable to build kubernetes objects from release manifest: {list}")))
}

/// Refuses the first object that cannot be read or is owned by another release.
async fn check_existing(
    objects: &[Built],
    existing: Existing,
    release: &Release,
    cluster: &Cluster,
) -> Result<(), String> {
    for object in objects {
        let (group, version) = object.group_and_version();
        let kind = cluster.kind(group, &object.kind, version).await.map_err(|error| error.to_string())?;
        let namespace = match &object.namespace {
            _ if kind.is_some_and(|kind| !kind.namespaced) => None,
            given if given.is_empty() => Some(release.namespace.as_str()),
            given => Some(given.as_str()),
        };
        let shown = format!("{} {:?} in namespace {:?}", object.kind, object.name, namespace.unwrap_or_default());
        let unreadable = |why: String| format!("could not get information about the resource {shown}: {why}");
        if object.name.is_empty() {
            return Err(unreadable("resource name may not be empty".to_string()));
        }
        let id = ResourceId::new(group, &object.kind, namespace, &object.name);
        let live = cluster.get(&id, version).await.map_err(|error| unreadable(error.to_string()))?;
        let live = live.filter(|_| existing == Existing::Ours);
        let wrong = live.map_or_else(Vec::new, |live| wrong_marks(&live, release));
        if !wrong.is_empty() {
            let wrong = wrong.join("; ");
            return Err(format!(
                "{shown} exists and cannot be imported into the current release: invalid ownership metadata; {wrong}"
            ));
        }
    }
    Ok(())
}

/// Helm's ownership marks that are missing or belong to another release.
fn wrong_marks(live: &Object, release: &Release) -> Vec<String> {
    let (label, annotation) = ("label", "annotation");
    let marks = [
        (label, live.label(MANAGED_BY), MANAGED_BY, MANAGER),
        (annotation, live.annotation(RELEASE_NAME), RELEASE_NAME, release.name.as_str()),
        (annotation, live.annotation(RELEASE_NAMESPACE), RELEASE_NAMESPACE, release.namespace.as_str()),
    ];
    let wrong = marks.into_iter().filter_map(|(what, found, key, wanted)| match found {
        Some(found) if found == wanted => None,
        Some(found) => {
            Some(format!("{what} validation error: key {key:?} must equal {wanted:?}: current value is {found:?}"))
        }
        None => Some(format!("{what} validation error: missing key {key:?}: must be set to {wanted:?}")),
    });
    wrong.collect()
}
