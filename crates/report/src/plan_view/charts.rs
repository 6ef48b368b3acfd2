//! The order of the charts of an ordered plan: batches for display, and which chart waits for which, with the
//! declaration.

use skeg_plan::{ChartWait, Member, Order, Plan, batches};
use skeg_resources::DeployType;

/// A chart of an ordered plan.
#[derive(Clone, Debug)]
pub(super) struct ChartView {
    /// `shop/charts/db`.
    pub(super) path: String,
    /// As shown to people.
    pub(super) name: String,
    /// Its resources are only deleted.
    pub(super) is_dropped: bool,
    /// Its direct subcharts, and itself for its own resources, layer by layer, in the order of deployment; empty if it
    /// has no subcharts.
    pub(super) batches: Vec<Vec<String>>,
    /// Charts that must be ready before anything of it starts, with the declaration.
    pub(super) after: Vec<WaitView>,
    /// Subcharts that must be ready before its own resources start.
    pub(super) own_after: Vec<WaitView>,
}

/// A dependency of one chart on another.
#[derive(Clone, Debug)]
pub(super) struct WaitView {
    /// The path of the chart to wait for.
    pub(super) on: String,
    /// `depends-on in shop/Chart.yaml:12`.
    pub(super) why: String,
}

/// A line of the order for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OrderLine {
    /// The indentation level.
    pub(super) depth: usize,
    pub(super) text: String,
    /// The declaration; empty for a batch.
    pub(super) why: String,
}

/// All charts; empty if the plan is not ordered.
pub(super) fn charts(plan: &Plan) -> Vec<ChartView> {
    let Some(order) = &plan.order else { return Vec::new() };
    let waits = |waits: &[ChartWait]| {
        waits.iter().map(|wait| WaitView { on: wait.on.clone(), why: wait.origin.to_string() }).collect()
    };
    let view = |(index, chart): (usize, &skeg_plan::ChartOrder)| ChartView {
        path: chart.path.clone(),
        name: crate::phrase::chart_name(plan, index).unwrap_or_default().to_string(),
        is_dropped: plan.is_dropped(index),
        batches: layers(order, &chart.path, plan.deploy_type),
        after: waits(&chart.after),
        own_after: waits(&chart.own_after),
    };
    order.charts.iter().enumerate().map(view).collect()
}

fn layers(order: &Order, chart: &str, deploy_type: DeployType) -> Vec<Vec<String>> {
    let paths = |layer: Vec<Member>| layer.into_iter().map(|member| member.into_path(chart)).collect();
    let mut layers: Vec<Vec<String>> = batches(order, chart).into_iter().map(paths).collect();
    // What is installed first is deleted last.
    if deploy_type == DeployType::Uninstall {
        layers.reverse();
    }
    let has_subcharts = layers.iter().flatten().any(|member| member != chart);
    if has_subcharts { layers } else { Vec::new() }
}

/// The order for display: batches, with those of a subchart below it, then which chart waits for which.
pub(super) fn lines(charts: &[ChartView], deploy_type: DeployType) -> Vec<OrderLine> {
    let mut lines = Vec::new();
    // The parent of a dropped chart may no longer be in the order either.
    let has_parent = |chart: &ChartView| {
        let parent = chart.path.rsplit_once("/charts/").map(|(parent, _)| parent);
        parent.is_some_and(|parent| charts.iter().any(|other| other.path == parent))
    };
    for root in charts.iter().filter(|chart| !has_parent(chart)) {
        batch_lines(charts, root, 0, &mut lines);
    }
    for chart in charts {
        let after = chart.after.iter().map(|wait| (wait, chart.name.clone()));
        let own = chart.own_after.iter().map(|wait| (wait, own(chart)));
        for (wait, waiter) in after.chain(own) {
            let on = name(charts, &wait.on);
            let text = match (deploy_type, waiter == chart.name) {
                (DeployType::Uninstall, true) => format!("{on} waits until {waiter} is gone"),
                (DeployType::Uninstall, false) => format!("{on} waits until {waiter} are gone"),
                (_, true) => format!("{waiter} waits for {on}"),
                (_, false) => format!("{waiter} wait for {on}"),
            };
            lines.push(OrderLine { depth: 0, text, why: wait.why.clone() });
        }
    }
    lines
}

fn batch_lines(charts: &[ChartView], chart: &ChartView, depth: usize, lines: &mut Vec<OrderLine>) {
    let prefix = if depth == 0 { String::new() } else { format!("{}, ", chart.name) };
    for (number, batch) in chart.batches.iter().enumerate() {
        let member = |path: &String| match charts.iter().find(|other| other.path == *path) {
            Some(other) if other.path == chart.path => own(chart),
            Some(other) if other.is_dropped => format!("{} (deleted)", other.name),
            Some(other) => other.name.clone(),
            None => path.clone(),
        };
        let members: Vec<String> = batch.iter().map(member).collect();
        let text = format!("{prefix}batch {}: {}", number + 1, members.join(", "));
        lines.push(OrderLine { depth, text, why: String::new() });
        for path in batch.iter().filter(|path| **path != chart.path) {
            if let Some(subchart) = charts.iter().find(|other| other.path == *path) {
                batch_lines(charts, subchart, depth + 1, lines);
            }
        }
    }
}

/// `shop's own resources`.
fn own(chart: &ChartView) -> String {
    format!("{}'s own resources", chart.name)
}

fn name<'a>(charts: &'a [ChartView], path: &'a str) -> &'a str {
    charts.iter().find(|chart| chart.path == path).map_or(path, |chart| &chart.name)
}
