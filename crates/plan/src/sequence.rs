//! Assigns resources to the charts and resource groups of an order, and says what must be ready first.
//!
//! A unit starts as a whole: a resource group of a chart, or the chart's resources in no group. Only regular resources
//! of the main stage are in units; hooks have an order of their own.

mod precedence;

use std::collections::BTreeMap;

use skeg_resources::{Class, DeployType, Resource, Rules, Stage, Termination};
use skeg_sequence::{ChartOrder, Charts, Grouped, Groups, Order, deploy_order, group};

use crate::error::Error;
use crate::install::{Install, stages};
use precedence::Precedence;

/// The order of some resources. Resources are indices into the list it was made from.
pub(crate) struct Sequence<'a> {
    pub(crate) order: &'a Order,
    /// By resource: its unit.
    units_of: Vec<Option<usize>>,
    pub(crate) units: Vec<Unit>,
    /// By chart: the resource groups, their members being resources.
    pub(crate) groups: Vec<Groups>,
    precedence: Precedence,
    /// By chart: whether it, or a chart that contains it, waits for others or is waited for.
    is_related: Vec<bool>,
    /// Warnings about groups without a position in the order.
    pub(crate) warnings: Vec<String>,
}

/// Resources that start together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Unit {
    /// Index into the order.
    pub(crate) chart: usize,
    pub(crate) part: Part,
}

/// Which part of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    /// Index of a resource group.
    Group(usize),
    /// Resources in no group, or in a group without a position.
    Rest,
    /// Webhooks. They could block the pods that serve them, so they come after the rest of their chart.
    Webhooks,
}

/// The position of a resource in the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Resources with a smaller rank come earlier, or at the same time.
    pub rank: usize,
    /// The chart, an index into the order.
    pub chart: usize,
    /// The resource group, if it takes part in the order.
    pub group: Option<String>,
}

/// The positions of resources in an order, `None` for hooks and for resources of charts that are not in it, and
/// warnings about groups without a position.
///
/// # Errors
/// Resource groups that wait for each other.
pub fn positions(order: &Order, resources: &[Resource]) -> Result<(Vec<Option<Position>>, Vec<String>), Error> {
    let sequence = Sequence::new(order, &resources.iter().collect::<Vec<_>>())?;
    let mut charts = vec![0; order.charts.len()];
    deploy_order(order).into_iter().enumerate().for_each(|(place, chart)| charts[chart] = place);
    let groups: Vec<Vec<usize>> = sequence.groups.iter().map(Groups::deploy_order).collect();
    let key = |unit: &Unit| {
        let place = |group: usize| groups[unit.chart].iter().position(|other| *other == group);
        (
            charts[unit.chart],
            match unit.part {
                Part::Group(group) => (0, place(group)),
                Part::Rest => (1, None),
                Part::Webhooks => (2, None),
            },
        )
    };
    let mut sorted: Vec<(_, usize)> = sequence.units.iter().map(key).zip(0..).collect();
    sorted.sort_unstable();
    let mut ranks = vec![0; sorted.len()];
    sorted.into_iter().enumerate().for_each(|(rank, (_, unit))| ranks[unit] = rank);
    let position = |unit: usize| {
        let Unit { chart, part } = sequence.units[unit];
        let group = match part {
            Part::Group(group) => sequence.groups[chart].groups[group].name.clone(),
            Part::Rest | Part::Webhooks => None,
        };
        Position { rank: ranks[unit], chart, group }
    };
    Ok((sequence.units_of.iter().map(|unit| unit.map(position)).collect(), sequence.warnings))
}

/// The orders of a plan, if it has any.
#[derive(Default)]
pub(crate) struct Sequences<'a> {
    /// Of the wanted resources.
    pub(crate) deploy: Option<Sequence<'a>>,
    /// Of the removals.
    pub(crate) delete: Option<Sequence<'a>>,
}

impl<'a> Sequence<'a> {
    /// Assigns resources to the units of an order.
    ///
    /// # Errors
    /// Resource groups that wait for each other.
    pub(crate) fn new(order: &'a Order, resources: &[&Resource]) -> Result<Sequence<'a>, Error> {
        let charts = Charts::new(order);
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); order.charts.len()];
        let mut units_of: Vec<Option<Unit>> = vec![None; resources.len()];
        for (index, resource) in resources.iter().enumerate().filter(|(_, resource)| resource.class == Class::Regular) {
            let Some(chart) = charts.of_template(&resource.origin.path) else { continue };
            match is_late(resource) {
                true => units_of[index] = Some(Unit { chart, part: Part::Webhooks }),
                false => members[chart].push(index),
            }
        }
        let (mut groups, mut warnings) = (Vec::with_capacity(order.charts.len()), Vec::new());
        for (chart, members) in members.into_iter().enumerate() {
            let found = grouped(&order.charts[chart].path, &members, resources, &mut warnings)?;
            let rest = found.unsequenced.iter().map(|member| (*member, Part::Rest));
            let in_groups = found.groups.iter().enumerate();
            let in_groups =
                in_groups.flat_map(|(at, group)| group.members.iter().map(move |member| (*member, Part::Group(at))));
            for (member, part) in rest.chain(in_groups) {
                units_of[member] = Some(Unit { chart, part });
            }
            groups.push(found);
        }
        let mut places: BTreeMap<Unit, usize> = units_of.iter().flatten().map(|unit| (*unit, 0)).collect();
        places.values_mut().enumerate().for_each(|(at, place)| *place = at);
        let units: Vec<Unit> = places.keys().copied().collect();
        let units_of = units_of.into_iter().map(|unit| unit.map(|unit| places[&unit])).collect();
        let precedence = Precedence::new(order, &units, &groups);
        let waits = |chart: &ChartOrder| !chart.after.is_empty() || !chart.own_after.is_empty();
        let related = awaited(order, &charts).into_iter().zip(&order.charts);
        let is_related = related.map(|(is_awaited, chart)| is_awaited || waits(chart)).collect();
        Ok(Sequence { order, units_of, units, groups, precedence, is_related, warnings })
    }

    /// The unit of a resource; `None` if it takes no part in the order.
    pub(crate) fn unit(&self, resource: usize) -> Option<Unit> {
        self.units_of[resource].map(|unit| self.units[unit])
    }

    /// The chart of a resource, if the order affects that chart.
    pub(crate) fn related_chart(&self, resource: usize) -> Option<usize> {
        self.unit(resource).map(|unit| unit.chart).filter(|chart| self.is_related[*chart])
    }

    /// Whether one resource starts only when the other is ready.
    pub(crate) fn is_after(&self, later: usize, earlier: usize) -> bool {
        match (self.units_of[later], self.units_of[earlier]) {
            (Some(later), Some(earlier)) => self.precedence.is_after(later, earlier),
            _ => false,
        }
    }

    /// Marks unchanged resources that must be ready before a change may start, so that they are tracked.
    pub(crate) fn await_unchanged(&self, installs: &mut [Install], resources: &[Resource]) {
        let unit = |install: &Install| self.units_of[install.resource].filter(|_| install.stage == Stage::Install);
        let mut is_changing = vec![false; self.units.len()];
        for install in installs.iter().filter(|install| install.decision.change().is_some()) {
            unit(install).into_iter().for_each(|unit| is_changing[unit] = true);
        }
        let is_awaited = self.precedence.before_any(&is_changing);
        for install in installs.iter_mut().filter(|install| install.exists || install.decision.change().is_some()) {
            let waits = resources[install.resource].rules.tracking.termination == Termination::WaitUntilResourceReady;
            if waits && !install.decision.is_skipped() && unit(install).is_some_and(|unit| is_awaited[unit]) {
                install.is_tracked = true;
            }
        }
    }
}

/// The units of the same chart that a unit waits for directly. `units` are sorted.
pub(crate) fn parts_before(units: &[Unit], groups: &[Groups], at: usize) -> Vec<usize> {
    let Unit { chart, part } = units[at];
    let find = |part: Part| units.binary_search(&Unit { chart, part }).ok();
    let all_groups = || (0..groups[chart].groups.len()).filter_map(|group| find(Part::Group(group)));
    match part {
        Part::Group(group) => {
            groups[chart].groups[group].after.iter().filter_map(|wait| find(Part::Group(wait.on))).collect()
        }
        Part::Rest => all_groups().collect(),
        Part::Webhooks => all_groups().chain(find(Part::Rest)).collect(),
    }
}

fn grouped(
    chart: &str,
    members: &[usize],
    resources: &[&Resource],
    warnings: &mut Vec<String>,
) -> Result<Groups, Error> {
    let labels: Vec<String> =
        members.iter().map(|member| format!("{} ({})", resources[*member].id, resources[*member].origin)).collect();
    let parts = members.iter().zip(&labels).map(|(member, label)| {
        let rules = &resources[*member].rules;
        Grouped { label, group: rules.group.as_deref(), after: &rules.group_dependencies }
    });
    let mut groups = group(chart, &parts.collect::<Vec<_>>()).map_err(Error::Order)?;
    for demotion in &groups.demoted {
        let what = match &demotion.members[..] {
            [only] => labels[*only].clone(),
            [first, rest @ ..] => format!("{} and {} more of its resource group", labels[*first], rest.len()),
            [] => continue,
        };
        warnings.push(format!("{what} {}: it is deployed after all resource groups of its chart", demotion.reason));
    }
    for member in groups.groups.iter_mut().flat_map(|group| &mut group.members).chain(&mut groups.unsequenced) {
        *member = members[*member];
    }
    Ok(groups)
}

/// Webhooks come at the very end of a deploy, unless something waits for a chart that contains them: then that chart is
/// not ready without them.
pub(crate) fn advance_webhooks(order: &Order, resources: &mut [Resource], deploy_type: DeployType) {
    let charts = Charts::new(order);
    let is_awaited = awaited(order, &charts);
    for resource in resources.iter_mut().filter(|resource| is_late_webhook(resource, deploy_type)) {
        if charts.of_template(&resource.origin.path).is_some_and(|chart| is_awaited[chart]) {
            let turns = resource.rules.turns.iter_mut();
            turns.filter(|turn| turn.stage == Stage::PostPostInstall).for_each(|turn| turn.stage = Stage::Install);
        }
    }
}

/// By chart: whether something waits for it, or for a chart that contains it.
fn awaited(order: &Order, charts: &Charts<'_>) -> Vec<bool> {
    let mut is_awaited = vec![false; order.charts.len()];
    let waits = order.charts.iter().flat_map(|chart| chart.after.iter().chain(&chart.own_after));
    waits.filter_map(|wait| charts.at(&wait.on)).for_each(|chart| is_awaited[chart] = true);
    // Parents come before their subcharts.
    for chart in 0..order.charts.len() {
        let parent = order.charts[chart].parent().and_then(|parent| charts.at(parent));
        is_awaited[chart] |= parent.is_some_and(|parent| is_awaited[parent]);
    }
    is_awaited
}

fn is_late_webhook(resource: &Resource, deploy_type: DeployType) -> bool {
    resource.class == Class::Regular && stages(resource, deploy_type).contains(&Stage::PostPostInstall)
}

/// A webhook without a weight, group or dependency of its own.
pub(crate) fn is_late(resource: &Resource) -> bool {
    let Rules { weight, group, group_dependencies, .. } = &resource.rules;
    let is_placed = weight.is_none() || group.is_some() || !group_dependencies.is_empty();
    resource.id.kind.ends_with("WebhookConfiguration") && !is_placed
}
