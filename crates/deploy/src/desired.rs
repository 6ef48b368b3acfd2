//! What a release should consist of: a chart rendered for this cluster and release, or the resources of a record.

use std::collections::{BTreeMap, BTreeSet};

use skeg_chart::Chart;
use skeg_cluster::{Cluster, KnownKinds};
use skeg_plan::ReleaseName;
use skeg_release_store::Release;
use skeg_render::{Capabilities, ClusterLookup, KubeVersion, Rendered};
use skeg_resources::{
    Class, Context, DeployType, Document, Extra, Parsed, Record, Resource, ResourceId, Scopes, Strictness,
    stored_documents, stored_hook,
};
use skeg_sequence::Order;

use crate::deploy_options::{DeployOptions, Metadata};
use crate::error::Error;
use crate::inventory;
use crate::load::LoadedChart;
use crate::lookup;
use crate::order;
use crate::past::Past;
use crate::record::from_tree;
use crate::world::World;

/// The result of rendering.
pub(crate) struct Desired {
    pub(crate) resources: Vec<Resource>,
    pub(crate) record: Record,
    pub(crate) chart: Chart,
    /// What the user set.
    pub(crate) config: serde_json::Map<String, serde_json::Value>,
    pub(crate) notes: String,
    pub(crate) warnings: Vec<String>,
    /// The order of the charts; `None` unless the deploy is ordered.
    pub(crate) order: Option<Order>,
}

/// What templates see of the cluster.
pub(crate) async fn capabilities(cluster: &Cluster, compat: skeg_chart::Compat) -> Result<Capabilities, Error> {
    let (version, api_versions) = tokio::try_join!(cluster.version(), cluster.api_versions())?;
    let unreadable = |why| Error::Other(format!("the API server's version {:?}: {why}", version.git_version));
    let kube_version = KubeVersion::parse(&version.git_version, compat).map_err(unreadable)?;
    Ok(Capabilities { kube_version, api_versions })
}

/// Renders the chart for the next revision on this cluster.
pub(crate) async fn render(
    chart: LoadedChart,
    capabilities: Capabilities,
    options: &DeployOptions,
    past: &Past,
    world: &World,
) -> Result<Desired, Error> {
    let release = &options.release;
    let next = skeg_render::Release {
        name: release.name.clone(),
        namespace: release.namespace.clone(),
        is_upgrade: past.history.deploy_type() == DeployType::Upgrade,
        revision: past.history.next_revision() as i64,
    };
    let (cluster, secrets) = (&world.cluster, &world.secrets);
    let config = match from_tree(&chart.values) {
        serde_json::Value::Object(config) => config,
        _ => serde_json::Map::new(),
    };
    let rendered = render_aside(chart, next, capabilities, Some(lookup::asking(world))).await?;
    let scopes = cluster.scopes().await?;
    let mut parsed = read(&rendered, &Reading { release, metadata: &options.metadata, scopes: &scopes })?;
    let chart = rendered.chart.unwrap_or_default();
    let mut tell = |note: String| world.notes.tell(|| note);
    let order = options.ordered.then(|| order::chart_order(&chart, &mut tell)).transpose()?;
    match &order {
        Some(order) => order::sort(&mut parsed.record, order, &parsed.resources)?,
        None => order::forget(&mut parsed.resources),
    }
    parsed.resources.iter().for_each(|resource| secrets.add_object(&resource.object, &resource.rules.sensitive));
    let mut warnings = rendered.warnings;
    warnings.extend(parsed.warnings);
    Ok(Desired {
        resources: parsed.resources,
        record: parsed.record,
        chart,
        config,
        notes: String::from_utf8_lossy(&rendered.notes).into_owned(),
        warnings,
        order,
    })
}

/// Renders on a thread that may wait for the cluster.
pub(crate) async fn render_aside(
    chart: LoadedChart,
    release: skeg_render::Release,
    capabilities: Capabilities,
    lookup: Option<ClusterLookup>,
) -> Result<Rendered, Error> {
    let rendered = tokio::task::spawn_blocking(move || chart.render(release, capabilities, lookup, 0)).await;
    Ok(rendered.map_err(|error| Error::Other(format!("rendering: {error}")))??)
}

/// The context in which manifests are parsed.
pub(crate) struct Reading<'a> {
    pub(crate) release: &'a ReleaseName,
    pub(crate) metadata: &'a Metadata,
    pub(crate) scopes: &'a KnownKinds,
}

impl Reading<'_> {
    pub(crate) fn parse(&self, documents: &[Document<'_>], strictness: Strictness) -> Result<Parsed, Error> {
        let metadata = self.metadata;
        // The manifests of a record already have the extra annotations and labels.
        let extra = match strictness {
            Strictness::Wanted => extra(&metadata.annotations, &metadata.labels),
            Strictness::OnRecord => Extra::default(),
        };
        let runtime_extra = extra_of_runtime(metadata);
        let scopes: &dyn Scopes = self.scopes;
        let (release, namespace) = (&self.release.name, &self.release.namespace);
        let (extra, runtime_extra) = (&extra, &runtime_extra);
        let context = Context { release, namespace, scopes, extra, runtime_extra, strictness };
        Ok(skeg_resources::parse(documents, &context)?)
    }
}

fn extra(annotations: &BTreeMap<String, String>, labels: &BTreeMap<String, String>) -> Extra {
    Extra { annotations: annotations.clone(), labels: labels.clone() }
}

fn extra_of_runtime(metadata: &Metadata) -> Extra {
    extra(&metadata.runtime_annotations, &metadata.runtime_labels)
}

fn read(rendered: &Rendered, reading: &Reading<'_>) -> Result<Parsed, Error> {
    let crds = rendered.crds.iter().map(|crd| Document {
        path: &crd.source,
        number: 0,
        text: &crd.content,
        class: Class::Standalone,
    });
    let hooks = rendered.hooks.iter().map(|hook| Document {
        path: &hook.manifest.source,
        number: hook.manifest.document,
        text: &hook.manifest.content,
        class: Class::Hook,
    });
    let manifests = rendered.manifests.iter().map(document);
    let documents: Vec<Document<'_>> = crds.chain(hooks).chain(manifests).collect();
    reading.parse(&documents, Strictness::Wanted)
}

/// A rendered manifest as input for parsing.
pub(crate) fn document(manifest: &skeg_render::Manifest) -> Document<'_> {
    let skeg_render::Manifest { source, document, content, .. } = manifest;
    Document { path: source, number: *document, text: content, class: Class::Regular }
}

/// The resources of a record, with warnings about them. Annotations for ordered deploys are ignored unless
/// `is_ordered`.
pub(crate) fn stored(
    record: &Release,
    reading: &Reading<'_>,
    is_ordered: bool,
) -> Result<(Vec<Resource>, Vec<String>), Error> {
    let hooks = record.hooks.iter().map(|hook| stored_hook(&hook.path, &hook.manifest));
    let documents: Vec<Document<'_>> = stored_documents(&record.manifest).into_iter().chain(hooks).collect();
    let mut parsed = reading.parse(&documents, Strictness::OnRecord)?;
    if !is_ordered {
        order::forget(&mut parsed.resources);
    }
    Ok((parsed.resources, parsed.warnings))
}

/// Resources of earlier revisions that may still be in the cluster and are no longer wanted. The newest revision that
/// has a resource defines it.
pub(crate) fn previous(past: &Past, reading: &Reading<'_>, wanted: &[Resource]) -> Result<Vec<Resource>, Error> {
    let mut seen: BTreeSet<ResourceId> = wanted.iter().map(|resource| resource.id.clone()).collect();
    let mut all = Vec::new();
    for summary in past.history.perhaps_live().iter().rev() {
        let Some(record) = past.records.get(&summary.revision) else { continue };
        let (resources, _) = stored(record, reading, true)?;
        all.extend(resources.into_iter().filter(|resource| seen.insert(resource.id.clone())));
    }
    let known = inventory::resources(&past.inventory.inventory, &seen, reading)?;
    all.extend(known.into_iter().filter(|resource| seen.insert(resource.id.clone())));
    Ok(all)
}
