//! Resolves declarations to an order: names become charts, cycles are refused.

use std::collections::{BTreeMap, BTreeSet};

use skeg_nearest::nearest;

use crate::cycle;
use crate::declarations::{Declarations, DeclaredList};
use crate::error::{CycleStep, Error, Errors};
use crate::order::{ChartOrder, Order, Wait, WaitOrigin};

/// An order, with notes for the user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resolved {
    /// The order of all charts.
    pub order: Order,
    /// Dependencies without effect because a subchart is disabled.
    pub notes: Vec<String>,
}

/// Resolves the declarations of a chart and all its subcharts.
///
/// # Errors
/// All names that are unknown or ambiguous, and one cycle for each chart that declares any.
pub fn resolve(root: &Declarations) -> Result<Resolved, Errors> {
    let mut resolver = Resolver { resolved: Resolved::default(), errors: Vec::new() };
    resolver.chart(root, Vec::new());
    match resolver.errors.is_empty() {
        true => Ok(resolver.resolved),
        false => Err(Errors(resolver.errors)),
    }
}

struct Resolver {
    resolved: Resolved,
    errors: Vec<Error>,
}

/// The meaning of a name in a list.
enum Meaning {
    /// Index into the subcharts.
    Subchart(usize),
    SwitchedOff,
    Wrong(Error),
}

impl Resolver {
    /// Adds a chart that waits for these siblings, and its subcharts.
    fn chart(&mut self, chart: &Declarations, after: Vec<Wait>) {
        let own = chart.annotation.as_ref().map(|list| {
            let origin = WaitOrigin::Annotation(list.place.clone());
            self.waits(chart, list, &origin, "its own resources").into_iter().map(|(_, wait)| wait).collect()
        });
        let mut siblings: Vec<Vec<(usize, Wait)>> = vec![Vec::new(); chart.subcharts.len()];
        for dependency in &chart.dependencies {
            let Some(list) = &dependency.depends_on else { continue };
            let name = dependency.effective_name();
            let waits = self.waits(chart, list, &WaitOrigin::DependsOn(list.place.clone()), name);
            match chart.subcharts.iter().position(|subchart| subchart.name == name) {
                Some(index) => siblings[index].extend(waits),
                None => self.note(format!("{}: {name} is disabled, so its order has no effect", list.place)),
            }
        }
        self.refuse_cycle(chart, &siblings);
        let own = own.unwrap_or_else(|| all_ordered(chart, &siblings));
        let (path, own_after) = (chart.path.clone(), own.clone());
        self.resolved.order.charts.push(ChartOrder { path, after, own_after, is_dropped: false });
        let with_parent = |wait: &Wait| Wait { on: wait.on.clone(), origin: WaitOrigin::WithParent };
        let ordered = ordered(&siblings);
        let named: BTreeSet<&str> = own.iter().map(|wait| wait.on.as_str()).collect();
        for (index, (subchart, waits)) in chart.subcharts.iter().zip(siblings).enumerate() {
            let takes_part = ordered.contains(&index) || named.contains(subchart.path.as_str());
            let waits = match takes_part {
                true => waits.into_iter().map(|(_, wait)| wait).collect(),
                false => own.iter().map(with_parent).collect(),
            };
            self.chart(subchart, waits);
        }
    }

    /// The subcharts that a list names, each once.
    fn waits(
        &mut self,
        chart: &Declarations,
        list: &DeclaredList,
        origin: &WaitOrigin,
        waiter: &str,
    ) -> Vec<(usize, Wait)> {
        let mut waits: BTreeMap<usize, Wait> = BTreeMap::new();
        for name in &list.names {
            match meaning(chart, name, list) {
                Meaning::Subchart(index) => {
                    let on = chart.subcharts[index].path.clone();
                    waits.insert(index, Wait { on, origin: origin.clone() });
                }
                Meaning::SwitchedOff => {
                    self.note(format!("{}: {name} is disabled, so the wait of {waiter} has no effect", list.place));
                }
                Meaning::Wrong(error) => self.errors.push(error),
            }
        }
        waits.into_iter().collect()
    }

    fn note(&mut self, note: String) {
        self.resolved.notes.push(note);
    }

    fn refuse_cycle(&mut self, chart: &Declarations, siblings: &[Vec<(usize, Wait)>]) {
        let graph: Vec<Vec<usize>> =
            siblings.iter().map(|waits| waits.iter().map(|(index, _)| *index).collect()).collect();
        let Some(cycle) = cycle::find(&graph) else { return };
        let step = |&(node, edge): &(usize, usize)| {
            let (on, wait) = &siblings[node][edge];
            let name = |index: usize| chart.subcharts[index].name.clone();
            CycleStep { waiter: name(node), on: name(*on), why: wait.origin.to_string() }
        };
        let steps = cycle.iter().map(step).collect();
        self.errors.push(Error::Cycle { what: format!("subcharts of {}", chart.path), steps });
    }
}

/// The subcharts that have dependencies or dependents.
fn ordered(siblings: &[Vec<(usize, Wait)>]) -> BTreeSet<usize> {
    let waiting = siblings.iter().enumerate().filter(|(_, waits)| !waits.is_empty()).map(|(index, _)| index);
    let waited_for = siblings.iter().flatten().map(|(index, _)| *index);
    waiting.chain(waited_for).collect()
}

fn all_ordered(chart: &Declarations, siblings: &[Vec<(usize, Wait)>]) -> Vec<Wait> {
    let wait = |index| {
        let subchart: &Declarations = &chart.subcharts[index];
        Wait { on: subchart.path.clone(), origin: WaitOrigin::OrderedSubcharts }
    };
    ordered(siblings).into_iter().map(wait).collect()
}

/// A name is an alias or, if no subchart has that alias, the name of a chart that has exactly one alias.
fn meaning(chart: &Declarations, name: &str, list: &DeclaredList) -> Meaning {
    let position = |name: &str| chart.subcharts.iter().position(|subchart| subchart.name == name);
    if let Some(index) = position(name) {
        return Meaning::Subchart(index);
    }
    if chart.dependencies.iter().any(|dependency| dependency.effective_name() == name) {
        return Meaning::SwitchedOff;
    }
    let aliases: Vec<String> = chart
        .dependencies
        .iter()
        .filter(|dependency| dependency.name == name)
        .map(|dependency| dependency.alias.clone())
        .collect();
    let (chart_path, name, place) = (chart.path.clone(), name.to_string(), list.place.clone());
    match aliases.as_slice() {
        [alias] => position(alias).map_or(Meaning::SwitchedOff, Meaning::Subchart),
        [] => {
            let known = known_names(chart);
            let nearest = nearest(&name, known.iter().map(String::as_str)).map(str::to_string);
            Meaning::Wrong(Error::Unknown { chart: chart_path, name, place, nearest, known })
        }
        _ => Meaning::Wrong(Error::Ambiguous { chart: chart_path, name, place, aliases }),
    }
}

fn known_names(chart: &Declarations) -> Vec<String> {
    let declared = chart.dependencies.iter().map(|dependency| dependency.effective_name().to_string());
    let present = chart.subcharts.iter().map(|subchart| subchart.name.clone());
    let mut names: Vec<String> = declared.chain(present).collect();
    names.sort();
    names.dedup();
    names
}
