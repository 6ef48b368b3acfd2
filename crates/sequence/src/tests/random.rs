//! Random trees of charts: every declared dependency is in the order, nothing else is, and batches are a plain
//! topological layering.

use std::collections::{BTreeMap, BTreeSet};

use super::{chart, dependency, list, order};
use crate::{Declarations, Member, Order, batches};

/// A small random number generator; the same seed gives the same graph.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// A chart with subcharts that wait only for earlier ones; some are aliased, some disabled, some nested.
fn tree(random: &mut Random, path: &str, depth: usize) -> Declarations {
    let count = random.below(7);
    let name = |index: usize| format!("c{index}");
    let mut dependencies = Vec::new();
    for index in 0..count {
        let waits: Vec<String> = (0..index).filter(|_| random.below(3) == 0).map(name).collect();
        let waits: Vec<&str> = waits.iter().map(String::as_str).collect();
        let depends_on = (random.below(2) == 0).then(|| list(index + 1, &waits));
        let (own, alias) =
            if random.below(4) == 0 { ("base".to_string(), name(index)) } else { (name(index), String::new()) };
        dependencies.push(dependency(&own, &alias, depends_on));
    }
    let mut chart = chart(path, dependencies);
    chart.subcharts.retain(|_| random.below(6) > 0);
    if random.below(2) == 0 {
        let named: Vec<String> = (0..count).filter(|_| random.below(2) == 0).map(name).collect();
        chart.annotation = Some(list(99, &named.iter().map(String::as_str).collect::<Vec<_>>()));
    }
    if depth > 0 {
        for subchart in &mut chart.subcharts {
            let name = subchart.name.clone();
            *subchart = Declarations { name, ..tree(random, &subchart.path.clone(), depth - 1) };
        }
    }
    chart
}

/// What a chart's parts wait for, derived directly from the declarations.
fn expected(chart: &Declarations) -> BTreeMap<Member, BTreeSet<String>> {
    let on: BTreeSet<String> = chart.subcharts.iter().map(|subchart| subchart.name.clone()).collect();
    let path = |name: &String| format!("{}/charts/{name}", chart.path);
    let mut waits: BTreeMap<String, BTreeSet<String>> = on.iter().map(|name| (name.clone(), BTreeSet::new())).collect();
    for dependency in &chart.dependencies {
        if let (Some(list), Some(waits)) = (&dependency.depends_on, waits.get_mut(dependency.effective_name())) {
            waits.extend(list.names.iter().filter(|name| on.contains(*name)).cloned());
        }
    }
    let waiting = waits.iter().filter(|(_, waits)| !waits.is_empty()).map(|(name, _)| name.clone());
    let related: BTreeSet<String> = waiting.chain(waits.values().flatten().cloned()).collect();
    let own: BTreeSet<String> = match &chart.annotation {
        Some(list) => list.names.iter().filter(|name| on.contains(*name)).cloned().collect(),
        None => related.clone(),
    };
    for (name, waits) in &mut waits {
        if !related.contains(name) && !own.contains(name) {
            waits.clone_from(&own);
        }
    }
    let paths = |names: BTreeSet<String>| names.iter().map(path).collect();
    let subcharts = waits.into_iter().map(|(name, waits)| (Member::Subchart(path(&name)), paths(waits)));
    subcharts.chain([(Member::Own, paths(own))]).collect()
}

fn found(order: &Order, chart: &Declarations) -> BTreeMap<Member, BTreeSet<String>> {
    let paths = |waits: &[crate::Wait]| waits.iter().map(|wait| wait.on.clone()).collect();
    let subcharts = order.charts.iter().filter(|other| other.parent() == Some(&chart.path));
    let own = order.chart(&chart.path).expect("the chart").own_after.as_slice();
    subcharts
        .map(|sub| (Member::Subchart(sub.path.clone()), paths(&sub.after)))
        .chain([(Member::Own, paths(own))])
        .collect()
}

/// Layers, by repeatedly removing the parts that wait for nothing that is left.
fn layers(waits: &BTreeMap<Member, BTreeSet<String>>) -> Vec<BTreeSet<Member>> {
    let mut left = waits.clone();
    let mut layers = Vec::new();
    while !left.is_empty() {
        let is_left = |path: &String| left.contains_key(&Member::Subchart(path.clone()));
        let layer: BTreeSet<Member> =
            left.iter().filter(|(_, waits)| !waits.iter().any(is_left)).map(|(member, _)| member.clone()).collect();
        assert!(!layer.is_empty(), "a cycle");
        left.retain(|member, _| !layer.contains(member));
        layers.push(layer);
    }
    layers
}

fn check(order: &Order, chart: &Declarations) {
    let waits = expected(chart);
    assert_eq!(found(order, chart), waits);
    let batches: Vec<BTreeSet<Member>> =
        batches(order, &chart.path).into_iter().map(|batch| batch.into_iter().collect()).collect();
    assert_eq!(batches, layers(&waits));
    chart.subcharts.iter().for_each(|subchart| check(order, subchart));
}

#[test]
fn random_charts_get_exactly_the_order_they_declare() {
    for seed in 1..2000_u64 {
        let root = tree(&mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)), "shop", 2);
        check(&order(&root), &root);
    }
}
