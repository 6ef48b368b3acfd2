//! Batches: the order of one chart's parts as layers. For display only; deploys wait for declared dependencies, not for
//! layers.

use std::collections::BTreeMap;

use crate::order::{Order, Wait};

/// A part of a chart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Member {
    /// A direct subchart with everything in it, by its path.
    Subchart(String),
    /// The chart's own resources.
    Own,
}

impl Member {
    /// The subchart's path, or `chart` for its own resources.
    pub fn into_path(self, chart: &str) -> String {
        match self {
            Member::Subchart(path) => path,
            Member::Own => chart.to_string(),
        }
    }
}

/// The direct subcharts of a chart and its own resources, layer by layer: each part is in the first layer after
/// everything it waits for. Within a layer, subcharts keep the chart's order, and its own resources come last.
pub fn batches(order: &Order, chart: &str) -> Vec<Vec<Member>> {
    let subcharts: Vec<_> = order.charts.iter().filter(|other| other.parent() == Some(chart)).collect();
    let waits: BTreeMap<&str, &[Wait]> =
        subcharts.iter().map(|subchart| (subchart.path.as_str(), subchart.after.as_slice())).collect();
    let mut layers = BTreeMap::new();
    let mut batches: Vec<Vec<Member>> = Vec::new();
    let mut put = |layer: usize, member: Member| {
        if batches.len() <= layer {
            batches.resize(layer + 1, Vec::new());
        }
        batches[layer].push(member);
    };
    for subchart in &subcharts {
        put(layer(&subchart.path, &waits, &mut layers), Member::Subchart(subchart.path.clone()));
    }
    let own_after = order.chart(chart).map(|own| own.own_after.as_slice()).unwrap_or_default();
    put(behind(own_after, &waits, &mut layers), Member::Own);
    batches
}

fn layer<'a>(path: &'a str, waits: &BTreeMap<&'a str, &'a [Wait]>, layers: &mut BTreeMap<&'a str, usize>) -> usize {
    if let Some(layer) = layers.get(path) {
        return *layer;
    }
    // Set before recursing, so that a cycle would end here; resolved orders have none.
    layers.insert(path, 0);
    let found = behind(waits.get(path).copied().unwrap_or_default(), waits, layers);
    layers.insert(path, found);
    found
}

fn behind<'a>(
    after: &'a [Wait],
    waits: &BTreeMap<&'a str, &'a [Wait]>,
    layers: &mut BTreeMap<&'a str, usize>,
) -> usize {
    after.iter().map(|wait| layer(&wait.on, waits, layers) + 1).max().unwrap_or(0)
}

/// The charts, by index, in an order in which their own resources could be deployed one chart after the other.
pub fn deploy_order(order: &Order) -> Vec<usize> {
    let places: BTreeMap<&str, usize> =
        order.charts.iter().enumerate().map(|(index, chart)| (chart.path.as_str(), index)).collect();
    let mut found = Vec::with_capacity(order.charts.len());
    // A merged order may have several roots.
    for root in order.charts.iter().filter(|chart| chart.parent().is_none_or(|parent| !places.contains_key(parent))) {
        add_chart(order, &root.path, &places, &mut found);
    }
    found
}

fn add_chart(order: &Order, chart: &str, places: &BTreeMap<&str, usize>, found: &mut Vec<usize>) {
    for member in batches(order, chart).into_iter().flatten() {
        match member {
            Member::Subchart(path) => add_chart(order, &path, places, found),
            Member::Own => found.extend(places.get(chart)),
        }
    }
}
