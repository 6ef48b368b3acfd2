//! Random trees of charts, nested, aliased, some switched off, with groups: the graph has every declared wait, and no other.

use std::collections::{BTreeMap, BTreeSet};

use skeg_resources::{Class, Resource};
use skeg_sequence::{Declarations, DeclaredDependency, resolve};

use super::{before, list};
use crate::world::{config, initial, read_at};

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// A resource of the test: its chart, its group, and the groups it waits for.
struct Member {
    name: String,
    chart: String,
    group: Option<usize>,
    after: Vec<usize>,
}

fn tree(random: &mut Random, path: &str, depth: usize, members: &mut Vec<Member>) -> Declarations {
    let count = if depth == 0 { 0 } else { random.below(5) };
    let mut chart = Declarations {
        path: path.into(),
        name: path.rsplit('/').next().unwrap_or_default().into(),
        ..Declarations::default()
    };
    for index in 0..count {
        let waits: Vec<String> = (0..index).filter(|_| random.below(3) == 0).map(|other| format!("c{other}")).collect();
        let depends_on =
            (!waits.is_empty()).then(|| list(index + 1, &waits.iter().map(String::as_str).collect::<Vec<_>>()));
        let own = format!("c{index}");
        let (name, alias) = if random.below(4) == 0 { ("base".to_string(), own) } else { (own, String::new()) };
        chart.dependencies.push(DeclaredDependency { name, alias, depends_on });
        // Some are switched off.
        if random.below(8) > 0 {
            chart.subcharts.push(tree(random, &format!("{path}/charts/c{index}"), depth - 1, members));
        }
    }
    if random.below(3) == 0 {
        let named: Vec<String> = (0..count).filter(|_| random.below(2) == 0).map(|other| format!("c{other}")).collect();
        chart.annotation = Some(list(99, &named.iter().map(String::as_str).collect::<Vec<_>>()));
    }
    // Groups g0, g1, … wait for the one before, so that none is isolated.
    let groups = random.below(4);
    for _ in 0..random.below(5) {
        let group = (groups > 1).then(|| random.below(groups + 1)).filter(|group| *group < groups);
        members.push(Member { name: format!("r{}", members.len()), chart: path.into(), group, after: Vec::new() });
    }
    let here = members.iter().filter(|member| member.chart == path).filter_map(|member| member.group);
    let present: BTreeSet<usize> = here.collect();
    let mut earlier = BTreeMap::new();
    for pair in present.iter().collect::<Vec<_>>().windows(2) {
        earlier.insert(*pair[1], *pair[0]);
    }
    for member in members.iter_mut().filter(|member| member.chart == path) {
        member.after = member.group.and_then(|group| earlier.get(&group).copied()).into_iter().collect();
    }
    chart
}

/// A part of a chart: `(chart, group)`, or `(chart, None)` for resources in no group.
type Part = (String, Option<usize>);

fn parts_of(members: &[Member], chart: &str) -> BTreeSet<Part> {
    let is_below = |member: &&Member| member.chart == chart || member.chart.starts_with(&format!("{chart}/charts/"));
    members.iter().filter(is_below).map(|member| (member.chart.clone(), member.group)).collect()
}

/// The charts that a chart as a whole and its own resources wait for, computed independently from the declarations.
fn waits(chart: &Declarations, all: &mut BTreeMap<String, (Vec<String>, Vec<String>)>) {
    let path = |name: &str| format!("{}/charts/{name}", chart.path);
    let is_on = |path: &String| chart.subcharts.iter().any(|subchart| subchart.path == *path);
    let paths = |names: &[String]| names.iter().map(|name| path(name)).filter(is_on).collect::<Vec<_>>();
    let mut after: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for dependency in &chart.dependencies {
        let waits = dependency.depends_on.as_ref().map(|list| paths(&list.names)).unwrap_or_default();
        let waiter = path(dependency.effective_name());
        if is_on(&waiter) {
            after.insert(waiter, waits);
        }
    }
    let mut related: BTreeSet<String> = after.values().flatten().cloned().collect();
    related.extend(after.iter().filter(|(_, waits)| !waits.is_empty()).map(|(name, _)| name.clone()));
    let own: Vec<String> = match &chart.annotation {
        Some(list) => paths(&list.names),
        None => related.iter().cloned().collect(),
    };
    for (name, waits) in &mut after {
        if !related.contains(name) && !own.contains(name) {
            waits.clone_from(&own);
        }
    }
    all.entry(chart.path.clone()).or_default().1 = own;
    for (name, waits) in after {
        all.entry(name).or_default().0 = waits;
    }
    chart.subcharts.iter().for_each(|subchart| waits(subchart, all));
}

/// All charts that must be ready before the own resources of a chart.
fn charts_before(chart: &str, all: &BTreeMap<String, (Vec<String>, Vec<String>)>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut left: Vec<String> = all[chart].1.clone();
    let mut above = chart;
    loop {
        left.extend(all[above].0.clone());
        match above.rsplit_once("/charts/") {
            Some((parent, _)) => above = parent,
            None => break,
        }
    }
    while let Some(next) = left.pop() {
        if found.insert(next.clone()) {
            left.extend(all[&next].0.iter().chain(&all[&next].1).cloned());
            left.extend(all.keys().filter(|below| below.starts_with(&format!("{next}/charts/"))).cloned());
        }
    }
    found
}

fn expected(members: &[Member], root: &Declarations) -> BTreeMap<String, BTreeSet<String>> {
    let mut all = BTreeMap::new();
    waits(root, &mut all);
    let mut result = BTreeMap::new();
    for member in members {
        let mut parts: BTreeSet<Part> =
            charts_before(&member.chart, &all).iter().flat_map(|chart| parts_of(members, chart)).collect();
        // Groups of the same chart form a chain, and the rest comes after all of them.
        let own = members.iter().filter(|other| other.chart == member.chart).filter_map(|other| other.group);
        let own = own.filter(|group| member.group.is_none_or(|mine| *group < mine));
        parts.extend(own.map(|group| (member.chart.clone(), Some(group))));
        let is_before = |other: &&Member| parts.contains(&(other.chart.clone(), other.group));
        let names = members.iter().filter(is_before).map(|other| other.name.clone()).collect();
        result.insert(member.name.clone(), names);
    }
    result
}

fn resource(member: &Member) -> Vec<Resource> {
    let group = member.group.map(|group| format!("g{group}"));
    let after = member.after.iter().map(|group| format!("g{group}")).collect::<Vec<_>>().join(",");
    let mut annotations = Vec::new();
    annotations.extend(group.as_deref().map(|group| ("helm.sh/resource-group", group)));
    if !after.is_empty() {
        annotations.push(("helm.sh/depends-on/resource-groups", after.as_str()));
    }
    let path = format!("{}/templates/a.yaml", member.chart);
    read_at(&path, &config(&member.name, "1", &annotations), Class::Regular)
}

#[test]
fn the_graph_holds_what_is_declared_and_nothing_else() {
    let mut waits = 0;
    for seed in 1..400_u64 {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut members = Vec::new();
        let root = tree(&mut random, "shop", 3, &mut members);
        let mut world = initial();
        world.request.desired = members.iter().flat_map(resource).collect();
        world.request.order = Some(resolve(&root).unwrap_or_else(|errors| panic!("{errors}")).order);
        let plan = world.plan();
        assert!(plan.warnings.is_empty(), "{seed}: {:?}", plan.warnings);
        let expected = expected(&members, &root);
        assert_eq!(before(&plan), expected, "seed {seed}");
        waits += expected.values().map(BTreeSet::len).sum::<usize>();
    }
    assert!(waits > 10_000, "{waits} waits only");
}
