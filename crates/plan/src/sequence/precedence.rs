//! Which units come before which others, directly or not.

use skeg_sequence::{ChartOrder, Charts, Groups, Order, Wait};

use super::{Unit, parts_before};

/// For each unit, all units that must be ready before it starts.
pub(super) struct Precedence {
    before: Vec<Set>,
}

/// Units, one bit each.
#[derive(Clone)]
struct Set(Vec<u64>);

impl Set {
    fn new(count: usize) -> Set {
        Set(vec![0; count.div_ceil(64)])
    }

    fn insert(&mut self, unit: usize) {
        self.0[unit / 64] |= 1 << (unit % 64);
    }

    fn contains(&self, unit: usize) -> bool {
        self.0[unit / 64] & (1 << (unit % 64)) != 0
    }

    fn add(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word |= more);
    }
}

impl Precedence {
    pub(super) fn new(order: &Order, units: &[Unit], groups: &[Groups]) -> Precedence {
        let charts = Charts::new(order);
        let count = order.charts.len();
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); count];
        let parent = |chart: &ChartOrder| chart.parent().and_then(|parent| charts.at(parent));
        let parents: Vec<Option<usize>> = order.charts.iter().map(parent).collect();
        for (chart, parent) in parents.iter().enumerate() {
            parent.iter().for_each(|parent| below[*parent].push(chart));
        }
        let mut own: Vec<Vec<usize>> = vec![Vec::new(); count];
        units.iter().enumerate().for_each(|(at, unit)| own[unit.chart].push(at));
        let resolver = Resolver { order, charts, units, groups, parents, below, own };
        let mut found: Vec<Option<Set>> = vec![None; units.len()];
        for unit in 0..units.len() {
            resolver.fill(unit, &mut found);
        }
        Precedence { before: found.into_iter().map(|set| set.unwrap_or_else(|| Set::new(units.len()))).collect() }
    }

    pub(super) fn is_after(&self, later: usize, earlier: usize) -> bool {
        self.before[later].contains(earlier)
    }

    /// The units that come before any of these.
    pub(super) fn before_any(&self, these: &[bool]) -> Vec<bool> {
        let mut all = Set::new(self.before.len());
        for (unit, _) in these.iter().enumerate().filter(|(_, is_one)| **is_one) {
            all.add(&self.before[unit]);
        }
        (0..self.before.len()).map(|unit| all.contains(unit)).collect()
    }
}

struct Resolver<'a> {
    order: &'a Order,
    charts: Charts<'a>,
    units: &'a [Unit],
    groups: &'a [Groups],
    parents: Vec<Option<usize>>,
    below: Vec<Vec<usize>>,
    own: Vec<Vec<usize>>,
}

impl Resolver<'_> {
    /// Computes what comes before a unit, recursively. Neither charts nor groups have cycles.
    fn fill(&self, unit: usize, found: &mut [Option<Set>]) {
        let mut path = vec![unit];
        while let Some(&at) = path.last() {
            if found[at].is_some() {
                path.pop();
                continue;
            }
            let direct = self.direct(at);
            let missing: Vec<usize> =
                direct.iter().copied().filter(|before| found[*before].is_none() && !path.contains(before)).collect();
            if !missing.is_empty() {
                path.extend(missing);
                continue;
            }
            let mut set = Set::new(self.units.len());
            for before in direct {
                set.insert(before);
                found[before].iter().for_each(|more| set.add(more));
            }
            found[at] = Some(set);
            path.pop();
        }
    }

    /// The units that a unit waits for directly.
    fn direct(&self, unit: usize) -> Vec<usize> {
        let chart = self.units[unit].chart;
        let mut before = parts_before(self.units, self.groups, unit);
        let mut awaited: Vec<usize> = self.waits(&self.order.charts[chart].own_after).collect();
        let mut above = Some(chart);
        while let Some(chart) = above {
            awaited.extend(self.waits(&self.order.charts[chart].after));
            above = self.parents[chart];
        }
        let mut is_seen = vec![false; self.below.len()];
        while let Some(chart) = awaited.pop() {
            if std::mem::replace(&mut is_seen[chart], true) {
                continue;
            }
            before.extend(&self.own[chart]);
            awaited.extend(&self.below[chart]);
            // A chart without resources passes on what it waits for.
            let ChartOrder { after, own_after, .. } = &self.order.charts[chart];
            awaited.extend(self.waits(after).chain(self.waits(own_after)));
        }
        before.sort_unstable();
        before.dedup();
        before
    }

    fn waits(&self, waits: &[Wait]) -> impl Iterator<Item = usize> {
        waits.iter().filter_map(|wait| self.charts.at(&wait.on))
    }
}
