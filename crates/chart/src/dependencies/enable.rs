//! Aliases, tags and conditions: which subcharts stay.

use std::collections::{HashMap, HashSet};

use skeg_go_yaml::Tree;

use super::graph::{ChartId, Graph, ROOT, RequirementId};
use crate::coalesce::{Merger, Mode, TableId, Tables, View};
use crate::{Error, Warning, range};

/// Keeps the charts that requirements, tags and conditions want, on all levels.
pub(super) fn enable(graph: &mut Graph, user: &Tree, warnings: &mut Vec<Warning>) -> Result<(), Error> {
    enable_in(graph, ROOT, user, "", warnings)
}

fn enable_in(
    graph: &mut Graph,
    chart: ChartId,
    values: &Tree,
    path: &str,
    warnings: &mut Vec<Warning>,
) -> Result<(), Error> {
    let Some(requirements) = graph.meta(chart).requirements.clone() else { return Ok(()) };
    select(graph, chart, &requirements);

    // Helm merges the defaults of a subchart into the ROOT of its parent's values here, and still looks conditions up below
    // the subchart's name.
    let coalesced = {
        let mut merger = Merger::new(graph.compat);
        let root = merger.tables.add_tree(values);
        merger.coalesce(&graph.defaults(chart), root, "", Mode::Coalesce)?;
        let switches = read_switches(graph, &requirements, &merger.tables, root, path, warnings);
        let needed = graph.charts[chart].subcharts.iter().any(|&child| graph.meta(child).requirements.is_some());
        (switches, if needed { merger.tables.to_tree(root) } else { Tree::Null })
    };
    let (switches, coalesced) = coalesced;
    for (&id, enabled) in requirements.iter().zip(switches) {
        graph.requirements[id].enabled = enabled;
    }
    let disabled: HashSet<String> = requirements
        .iter()
        .map(|&id| &graph.requirements[id])
        .filter(|requirement| !requirement.enabled)
        .map(|requirement| requirement.name.clone())
        .collect();
    let subcharts = graph.charts[chart].subcharts.clone();
    let kept: Vec<ChartId> = subcharts.into_iter().filter(|&child| !disabled.contains(graph.name(child))).collect();
    let kept_requirements: Vec<RequirementId> =
        requirements.into_iter().filter(|&id| !disabled.contains(&graph.requirements[id].name)).collect();
    for &child in &kept {
        let below = format!("{path}{}.", graph.name(child));
        enable_in(graph, child, &coalesced, &below, warnings)?;
    }
    graph.meta_mut(chart).requirements = Some(kept_requirements).filter(|kept| !kept.is_empty());
    graph.set_subcharts(chart, kept);
    Ok(())
}

/// Charts that no requirement names come first, then a copy for every requirement, under its alias.
fn select(graph: &mut Graph, chart: ChartId, requirements: &[RequirementId]) {
    let present = graph.charts[chart].subcharts.clone();
    // All that fit each requirement, in order. By name first: with hundreds of subcharts few have the same.
    let mut by_name: HashMap<&str, Vec<ChartId>> = HashMap::new();
    for &child in &present {
        by_name.entry(graph.name(child)).or_default().push(child);
    }
    let fitting = |&id: &RequirementId| {
        let requirement = &graph.requirements[id];
        let fits = |child: &ChartId| range::is_compatible(&requirement.version, &graph.meta(*child).metadata.version);
        by_name.get(&*requirement.name).into_iter().flatten().copied().filter(fits).collect::<Vec<ChartId>>()
    };
    let fitting: Vec<Vec<ChartId>> = requirements.iter().map(fitting).collect();
    let named: HashSet<ChartId> = fitting.iter().flatten().copied().collect();
    let mut selected: Vec<ChartId> = present.into_iter().filter(|child| !named.contains(child)).collect();
    for (&id, fitting) in requirements.iter().zip(&fitting) {
        if let Some(&child) = fitting.first() {
            let alias = graph.requirements[id].alias.clone();
            selected.push(graph.copy(child, &alias));
        }
        let requirement = &mut graph.requirements[id];
        if !requirement.alias.is_empty() {
            requirement.name.clone_from(&requirement.alias);
        }
    }
    graph.set_subcharts(chart, selected);
}

/// Whether each requirement is enabled: conditions over tags, and enabled where neither says anything.
fn read_switches(
    graph: &Graph,
    requirements: &[RequirementId],
    tables: &Tables<'_>,
    root: TableId,
    path: &str,
    warnings: &mut Vec<Warning>,
) -> Vec<bool> {
    let tags = tables.lookup(root, ["tags"]).filter(|tags| tags.is_table());
    let mut switches = Vec::with_capacity(requirements.len());
    for &id in requirements {
        let requirement = &graph.requirements[id];
        let by_tags = tags.is_none_or(|_| {
            let mut settings = Vec::new();
            for tag in &requirement.tags {
                match tables.lookup(root, ["tags", tag]) {
                    Some(View::Whole(Tree::Bool(on))) => settings.push(*on),
                    Some(_) => {
                        warnings.push(Warning::TagNotBool { chart: requirement.name.clone(), tag: tag.clone() });
                    }
                    None => {}
                }
            }
            settings.is_empty() || settings.contains(&true)
        });
        let mut by_condition = None;
        for condition in requirement.condition.trim().split(',').filter(|condition| !condition.is_empty()) {
            match tables.lookup(root, format!("{path}{condition}").split('.')) {
                Some(View::Whole(Tree::Bool(on))) => {
                    by_condition = Some(*on);
                    break;
                }
                Some(value) if !value.is_table() => warnings
                    .push(Warning::ConditionNotBool { chart: requirement.name.clone(), path: condition.to_string() }),
                _ => {}
            }
        }
        switches.push(by_condition.unwrap_or(by_tags));
    }
    switches
}
