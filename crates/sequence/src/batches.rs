//! Batches: the order of one chart's parts as layers. A view for people; deploys wait for what is declared, not for layers.

use std::collections::BTreeMap;

use crate::order::{Order, Wait};

/// A part of a chart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Member {
    /// A direct subchart with all that is in it, by its path.
    Subchart(String),
    /// The chart's own resources.
    Own,
}

impl Member {
    /// The subchart's path, or that of the chart whose own resources these are.
    pub fn into_path(self, chart: &str) -> String {
        match self {
            Member::Subchart(path) => path,
            Member::Own => chart.to_string(),
        }
    }
}

/// The direct subcharts of a chart and its own resources, layer by layer: each part is in the first layer behind all that it
/// waits for. Subcharts come in the order of the chart, its own resources last.
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
    // Until it is known, a cycle, which no order has, would end here.
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
    // Orders that were put together may have several roots.
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
