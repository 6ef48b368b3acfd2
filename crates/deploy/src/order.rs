//! The order of subcharts and resource groups: as a chart declares it, and as recorded by earlier revisions.

use std::collections::HashMap;

use skeg_chart::Chart;
use skeg_plan::{OrderView, Position};
use skeg_release_store::{KeptOrder, Release};
use skeg_render::{Manifest, Rendered};
use skeg_resources::{BuiltIn, Context, Document, Extra, Origin, Record, Resource, Strictness};
use skeg_sequence::Order;

use crate::desired;
use crate::error::Error;
use crate::past::Past;

/// The order that a rendered chart declares.
pub(crate) fn chart_order(chart: &Chart, tell: &mut dyn FnMut(String)) -> Result<Order, Error> {
    let resolved = skeg_sequence::resolve(&chart.order_declarations().map_err(Error::Order)?).map_err(Error::Order)?;
    resolved.notes.into_iter().for_each(tell);
    Ok(resolved.order)
}

/// Puts the documents of a record into the order in which they are deployed.
pub(crate) fn sort(record: &mut Record, order: &Order, resources: &[Resource]) -> Result<(), Error> {
    let (positions, _) = by_origin(order, resources)?;
    record.documents.sort_by_key(|document| positions.get(&document.origin).map_or(usize::MAX, |found| found.rank));
    Ok(())
}

/// The positions of documents in the order, and warnings about groups without one. A list is one document; its first
/// resource counts.
fn by_origin<'a>(
    order: &Order,
    resources: &'a [Resource],
) -> Result<(HashMap<&'a Origin, Position>, Vec<String>), Error> {
    let (positions, warnings) = skeg_plan::positions(order, resources)?;
    let mut found = HashMap::new();
    for (resource, position) in resources.iter().zip(positions) {
        if let Some(position) = position {
            found.entry(&resource.origin).or_insert(position);
        }
    }
    Ok((found, warnings))
}

/// The order of a revision, with a warning if it had to be reconstructed. `None` if the revision was not deployed in
/// order, unless `is_wanted`.
pub(crate) fn of_record(record: &Release, is_wanted: bool) -> (Option<Order>, Option<String>) {
    let revision = record.revision;
    let rebuilt = |why: &str| {
        let text = format!(
            "revision {revision} {why}: its order is worked out from the paths of its templates and the chart's metadata, \
             and what only subcharts declare is not known"
        );
        (Some(record.rebuild_order()), Some(text))
    };
    match record.order() {
        KeptOrder::Ordered(order) => (Some(order), None),
        KeptOrder::Lost => rebuilt("was deployed in order by another tool"),
        KeptOrder::Unordered if is_wanted => rebuilt("was not deployed in order"),
        KeptOrder::Unordered => (None, None),
    }
}

/// The order of charts that earlier revisions may have left. The newest revision that has a chart counts.
pub(crate) fn previous(past: &Past) -> Option<Order> {
    let live = past.history.perhaps_live().iter().rev();
    let records = live.filter_map(|summary| past.records.get(&summary.revision));
    let mut orders = records.filter_map(|record| of_record(record, false).0);
    let mut newest = orders.next()?;
    orders.for_each(|older| newest.extend(older));
    Some(newest)
}

/// Drops the annotations that only ordered deploys use.
pub(crate) fn forget(resources: &mut [Resource]) {
    resources.iter_mut().for_each(|resource| resource.rules.without_order_annotations());
}

/// The order of a rendered chart, for display. `tell` receives notes about declarations without effect, such as those
/// about disabled subcharts.
///
/// # Errors
/// [`Error::Order`] or [`Error::Plan`]: an order that cannot be followed.
pub fn order_view(rendered: &Rendered, tell: &mut dyn FnMut(String)) -> Result<OrderView, Error> {
    let (order, resources) = offline(rendered, tell)?;
    Ok(skeg_plan::order_view(&order, &resources)?)
}

/// The resource group of a manifest, as `helm template` prints it in comments: `shop/db disk`.
pub type GroupFrame = Option<String>;

/// Sorts rendered manifests into the order in which they are deployed, and removes the annotation that API servers
/// refuse. Returns the resource group of each manifest, and warnings about groups without a position.
///
/// # Errors
/// [`Error::Order`] or [`Error::Plan`]: an order that cannot be followed.
pub fn put_in_order(
    rendered: &mut Rendered,
    tell: &mut dyn FnMut(String),
) -> Result<(Vec<GroupFrame>, Vec<String>), Error> {
    let (order, resources) = offline(rendered, tell)?;
    let (positions, warnings) = by_origin(&order, &resources)?;
    let position =
        |manifest: &Manifest| positions.get(&Origin { path: manifest.source.to_string(), document: manifest.document });
    rendered.manifests.sort_by_cached_key(|manifest| position(manifest).map_or(usize::MAX, |found| found.rank));
    let frame = |position: &Position| {
        let chart = order.charts[position.chart].path.replace("/charts/", "/");
        position.group.as_ref().map(|group| format!("{chart} {group}"))
    };
    let frames = rendered.manifests.iter().map(|manifest| frame(position(manifest)?)).collect();
    let hooks = rendered.hooks.iter_mut().map(|hook| &mut hook.manifest);
    for manifest in rendered.manifests.iter_mut().chain(hooks) {
        if let Some(text) = skeg_resources::without_unsendable(&manifest.content) {
            manifest.content = text.into();
        }
    }
    Ok((frames, warnings))
}

/// Parses rendered manifests as if the cluster knew only Kubernetes' built-in kinds. Invalid annotations are not errors
/// here; a deploy reports them.
fn offline(rendered: &Rendered, tell: &mut dyn FnMut(String)) -> Result<(Order, Vec<Resource>), Error> {
    let order = rendered.chart.as_ref().map(|chart| chart_order(chart, tell)).transpose()?.unwrap_or_default();
    let documents: Vec<Document<'_>> = rendered.manifests.iter().map(desired::document).collect();
    let none = Extra::default();
    let (scopes, extra, runtime_extra, strictness) = (&BuiltIn, &none, &none, Strictness::OnRecord);
    let context = Context { release: "release", namespace: "namespace", scopes, extra, runtime_extra, strictness };
    Ok((order, skeg_resources::parse(&documents, &context)?.resources))
}
