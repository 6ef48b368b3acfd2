//! import-values: parts of a subchart's defaults that become defaults of its parent.

use std::sync::Arc;

use bstr::BStr;
use skeg_go_yaml::Tree;

use super::graph::{ChartId, Graph, ROOT};
use crate::coalesce::{Merger, Mode, TableId, View};
use crate::{Error, ImportValue, Warning, go_text};

/// Replaces the defaults of every chart that has requirements, children before parents.
pub(super) fn import(graph: &mut Graph, warnings: &mut Vec<Warning>) -> Result<(), Error> {
    import_in(graph, ROOT, warnings)
}

fn import_in(graph: &mut Graph, chart: ChartId, warnings: &mut Vec<Warning>) -> Result<(), Error> {
    for child in graph.charts[chart].subcharts.clone() {
        import_in(graph, child, warnings)?;
    }
    let Some(requirements) = graph.meta(chart).requirements.clone() else { return Ok(()) };
    let mut plan = Vec::new();
    for &id in &requirements {
        let requirement = &graph.requirements[id];
        let pairs: Vec<Pair> = requirement.import_values.iter().filter_map(Pair::of).collect();
        plan.push((id, requirement.name.clone(), pairs));
    }

    let values = {
        let mut merger = Merger::new(graph.compat);
        let merged = merger.tables.add(Default::default());
        merger.coalesce(&graph.defaults(chart), merged, "", Mode::Merge)?;
        merger.keep_sources = true;
        let imported = merger.tables.add(Default::default());
        let mut pairs = plan.iter().flat_map(|(_, name, pairs)| pairs.iter().map(move |pair| (name, pair)));
        pairs.try_for_each(|(name, pair)| import_pair(&mut merger, merged, imported, name, pair, warnings))?;
        // What the chart says itself wins over what it imports.
        let result = merger.tables.copy_deep(merged);
        merger.merge_tables(result, imported, "", Mode::Merge);
        merger.tables.to_tree(result)
    };
    graph.charts[chart].values = Arc::new(values);
    for (id, _, pairs) in plan {
        graph.requirements[id].import_values =
            pairs.into_iter().map(|pair| ImportValue::Pair { child: pair.child, parent: pair.parent }).collect();
    }
    Ok(())
}

struct Pair {
    child: String,
    parent: String,
}

impl Pair {
    fn of(item: &ImportValue) -> Option<Pair> {
        match item {
            // Met again through metadata that two charts share: Helm no longer knows the form it gave the item.
            ImportValue::Pair { .. } => None,
            ImportValue::Written(Tree::Str(name)) => {
                Some(Pair { child: format!("exports.{name}"), parent: ".".into() })
            }
            ImportValue::Written(tree @ Tree::Map(_)) => {
                let path = |key| go_text::show(tree.get(key).unwrap_or(&Tree::Null));
                Some(Pair { child: path("child"), parent: path("parent") })
            }
            ImportValue::Written(_) => None,
        }
    }
}

fn import_pair<'a>(
    merger: &mut Merger<'a>,
    merged: TableId,
    imported: TableId,
    chart: &str,
    pair: &'a Pair,
    warnings: &mut Vec<Warning>,
) -> Result<(), Error> {
    let mut table = Some(merged);
    for key in chart.split('.').chain(pair.child.split('.')) {
        table = table.and_then(|table| merger.tables.open(table, BStr::new(key)));
    }
    let Some(mut table) = table else {
        warnings.push(Warning::ImportMissing { chart: chart.to_string(), path: pair.child.clone() });
        return Ok(());
    };
    if merger.tables.entries(table).is_empty() {
        // An empty table is not shared: what is imported next to it stays out of the subchart.
        table = merger.tables.add(Default::default());
    }
    if pair.parent != "." {
        for key in pair.parent.rsplit('.') {
            let mut outer = crate::coalesce::Entries::new();
            outer.insert(BStr::new(key), View::Table(table));
            table = merger.tables.add(outer);
        }
    }
    merger.merge_tables(imported, table, "", Mode::Merge);
    Ok(())
}
