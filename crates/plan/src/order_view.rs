//! The order of a chart for display: batches, waits with their reasons, resource groups.

use serde::Serialize;
use skeg_resources::Resource;
use skeg_sequence::{ChartOrder, Member, Order, Wait, batches};

use crate::error::Error;
use crate::sequence::Sequence;

/// The order of a chart with all its subcharts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OrderView {
    /// Each chart that has subcharts or resource groups, parents first.
    pub charts: Vec<ChartView>,
    /// Warnings about groups without a position in the order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// The order within one chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChartView {
    /// `shop/charts/db`.
    pub path: String,
    /// The paths of subcharts, layer by layer; the chart's own path stands for its own resources.
    pub batches: Vec<Vec<String>>,
    /// Who waits for whom.
    pub waits: Vec<WaitView>,
    /// The resource groups, in a valid order of deployment.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupView>,
    /// Resources deployed after all groups; omitted if there are no groups.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rest: Vec<String>,
}

/// One chart waits for another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WaitView {
    /// The path of the waiting subchart; the chart's own path if its own resources wait.
    pub chart: String,
    /// The path of the chart that must be ready.
    pub on: String,
    /// What declares it.
    pub because: String,
}

/// A resource group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GroupView {
    /// Empty for resources that are in no group but wait for some.
    pub name: String,
    /// The resources in it.
    pub resources: Vec<String>,
    /// The groups it waits for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<String>,
}

/// The order of a chart and its rendered resources, for display.
///
/// # Errors
/// Resource groups that wait for each other.
pub fn order_view(order: &Order, resources: &[Resource]) -> Result<OrderView, Error> {
    let sequence = Sequence::new(order, &resources.iter().collect::<Vec<_>>())?;
    let charts = order.charts.iter().enumerate().map(|(index, chart)| chart_view(&sequence, index, chart, resources));
    // The root is always shown, so that the result is never empty.
    let is_shown =
        |(at, view): &(usize, ChartView)| *at == 0 || view.batches.concat().len() > 1 || !view.groups.is_empty();
    let charts = charts.enumerate().filter(is_shown).map(|(_, view)| view).collect();
    Ok(OrderView { charts, warnings: sequence.warnings })
}

fn chart_view(sequence: &Sequence<'_>, index: usize, chart: &ChartOrder, resources: &[Resource]) -> ChartView {
    let order = sequence.order;
    let paths = |batch: Vec<Member>| batch.into_iter().map(|member| member.into_path(&chart.path)).collect();
    let wait = |waiter: &ChartOrder, wait: &Wait| WaitView {
        chart: waiter.path.clone(),
        on: wait.on.clone(),
        because: wait.origin.to_string(),
    };
    let subcharts = order.charts.iter().filter(|other| other.parent() == Some(&chart.path));
    let below = subcharts.flat_map(|subchart| subchart.after.iter().map(|each| wait(subchart, each)));
    let own = chart.own_after.iter().map(|each| wait(chart, each));
    let groups = &sequence.groups[index];
    let titles = |members: &[usize]| members.iter().map(|member| resources[*member].id.to_string()).collect();
    let group_name = |group: usize| groups.groups[group].name.clone().unwrap_or_default();
    let group = |at: usize| GroupView {
        name: group_name(at),
        resources: titles(&groups.groups[at].members),
        after: groups.groups[at].after.iter().map(|wait| group_name(wait.on)).collect(),
    };
    ChartView {
        path: chart.path.clone(),
        batches: batches(order, &chart.path).into_iter().map(paths).collect(),
        waits: below.chain(own).collect(),
        groups: groups.deploy_order().into_iter().map(group).collect(),
        rest: if groups.groups.is_empty() { Vec::new() } else { titles(&groups.unsequenced) },
    }
}
