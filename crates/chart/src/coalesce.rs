//! User values over chart defaults, top-down.
//!
//! In: a chart whose dependencies are settled and the user's values. Out: one table for the root, in which every subchart has
//! its own under its name. Helm merges in place and shares maps between charts (nested globals above all), and what one
//! chart merges into a shared map its parent sees too: hence `Tables`, maps by number that may be referred to twice.

mod merge;
mod tables;

pub(crate) use merge::{Defaults, Merger, Mode};
pub(crate) use tables::{Entries, TableId, Tables, View};

use bstr::BStr;
use skeg_go_yaml::Tree;

use crate::{Chart, Compat, Error, Warning};

/// The values of the root chart, those of subcharts nested under their names.
#[derive(Debug)]
pub struct Coalesced<'a> {
    tables: Tables<'a>,
    root: TableId,
    /// What did not fit together, in Helm's words.
    pub warnings: Vec<Warning>,
}

/// The values templates see. The chart's dependencies must be processed.
pub fn coalesce<'a>(chart: &'a Chart, user: &'a Tree, compat: Compat) -> Result<Coalesced<'a>, Error> {
    let mut merger = Merger::new(compat);
    let root = merger.tables.from_tree(user);
    merger.coalesce(&Defaults::of(chart), root, "", Mode::Coalesce)?;
    Ok(Coalesced { tables: merger.tables, root, warnings: merger.warnings })
}

impl<'a> Coalesced<'a> {
    /// Everything copied into plain data.
    pub fn to_tree(&self) -> Tree {
        self.tables.to_tree(self.root)
    }

    /// Builds values of another kind: `leaf` makes one of an untouched part, `table` one of finished entries (sorted by key).
    /// A table that two charts share is built once and cloned, so that `V` can keep it shared.
    pub fn build<V: Clone>(&self, leaf: &mut dyn FnMut(&Tree) -> V, table: &mut dyn FnMut(Vec<(&BStr, V)>) -> V) -> V {
        self.tables.build(self.root, leaf, table)
    }
}

#[cfg(test)]
mod tests;
