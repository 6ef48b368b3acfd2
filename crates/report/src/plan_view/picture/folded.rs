//! A graph of many operations: a column for each stage, in it a box for each chart.

use std::collections::{BTreeMap, BTreeSet};

use skeg_plan::{Operation, Plan};

use super::layers::Layers;
use super::{HEIGHT, Node, draw};
use crate::phrase::verb;

/// A stage with a chart, or with the records.
type Party = (usize, String);

/// The stages of a plan with their charts.
pub(super) fn picture(plan: &Plan) -> String {
    let stages = stages(plan);
    let party = |operation: &Operation| -> Option<Party> {
        let stage = stages.iter().position(|stage| *stage == operation.stage.name())?;
        Some((stage, operation.action.target().map_or_else(String::new, |target| chart(plan, target))))
    };
    let mut members: BTreeMap<Party, Vec<usize>> = BTreeMap::new();
    for (index, operation) in plan.operations.iter().enumerate() {
        if let Some(party) = party(operation).filter(|_| !operation.action.is_tracking()) {
            members.entry(party).or_default().push(index);
        }
    }
    let parties: Vec<&Party> = members.keys().collect();
    let place = |party: &Party| parties.binary_search(&party).ok();
    let mut pairs: BTreeSet<(usize, usize)> = BTreeSet::new();
    for operation in &plan.operations {
        for edge in &operation.after {
            let (Some(from), Some(to)) = (party(&plan.operations[edge.on]), party(operation)) else { continue };
            // Charts of one stage may wait for each other in both directions.
            if let (true, Some(from), Some(to)) = (from.0 < to.0, place(&from), place(&to)) {
                pairs.insert((from, to));
            }
        }
    }
    let pairs: Vec<(usize, usize)> = pairs.into_iter().collect();
    let used: BTreeSet<usize> = parties.iter().map(|party| party.0).collect();
    let columns: Vec<usize> = parties.iter().map(|party| used.range(..party.0).count()).collect();
    let nodes: Vec<Node> =
        members.iter().map(|((stage, chart), members)| node(plan, stages[*stage], chart, members)).collect();
    let edges: Vec<(usize, usize, String)> = pairs
        .iter()
        .map(|(from, to)| (*from, *to, format!("{} before {}", stages[parties[*from].0], stages[parties[*to].0])))
        .collect();
    draw(&nodes, &edges, &Layers::new(&columns, &vec![HEIGHT; nodes.len()], &pairs))
}

/// In plan order.
fn stages(plan: &Plan) -> Vec<&'static str> {
    let mut stages: Vec<&'static str> = Vec::new();
    for operation in &plan.operations {
        if !stages.contains(&operation.stage.name()) {
            stages.push(operation.stage.name());
        }
    }
    stages
}

/// The chart that a resource comes from: `grafana` of `kps/charts/grafana/templates/web.yaml`.
fn chart(plan: &Plan, target: usize) -> String {
    match chart_of(&plan.targets[target].origin.path) {
        "" => format!("no longer in the {}", plan.source()),
        chart => chart.to_string(),
    }
}

fn chart_of(path: &str) -> &str {
    let (mut chart, mut rest) = path.split_once('/').unwrap_or((path, ""));
    while let Some((subchart, inside)) = rest.strip_prefix("charts/").and_then(|rest| rest.split_once('/')) {
        (chart, rest) = (subchart, inside);
    }
    chart
}

fn node(plan: &Plan, stage: &str, chart: &str, members: &[usize]) -> Node {
    let mut verbs: BTreeMap<&str, usize> = BTreeMap::new();
    for member in members {
        *verbs.entry(verb(&plan.operations[*member].action)).or_default() += 1;
    }
    let class = if verbs.len() == 1 { verbs.keys().next().copied().unwrap_or("mixed") } else { "mixed" };
    let counts: Vec<String> = verbs.iter().map(|(verb, number)| format!("{number} to {verb}")).collect();
    match chart {
        "" => Node { class: "record", name: "records".to_string(), what: stage.to_string(), is_dot: false },
        chart => {
            Node { class, name: chart.to_string(), what: format!("{stage}: {}", counts.join(", ")), is_dot: false }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::chart_of;

    #[test]
    fn charts_are_found_in_paths() {
        for (path, chart) in [
            ("kps/templates/web.yaml", "kps"),
            ("kps/charts/grafana/templates/web.yaml", "grafana"),
            ("kps/charts/crds/crds/coupon.yaml", "crds"),
            ("kps/charts/a/charts/b/templates/charts/c.yaml", "b"),
            ("kps/crds/coupon.yaml", "kps"),
            ("", ""),
        ] {
            assert_eq!(chart_of(path), chart, "{path}");
        }
    }
}
