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
    let root = merger.tables.add_tree(user);
    merger.coalesce(&Defaults::of(chart), root, "", Mode::Coalesce)?;
    Ok(Coalesced { tables: merger.tables, root, warnings: merger.warnings })
}

impl<'a> Coalesced<'a> {
    /// Everything copied into plain data.
    pub fn to_tree(&self) -> Tree {
        self.tables.to_tree(self.root)
    }

    /// Builds values of another kind. A table that two charts share is built once and cloned, so that it can stay shared.
    pub fn build<B: BuildValues>(&self, builder: &mut B) -> B::Value {
        self.tables.build(self.root, builder)
    }
}

/// Makes values of the caller's kind out of coalesced ones.
pub trait BuildValues {
    /// The caller's kind of value.
    type Value: Clone;
    /// Of a part nothing was merged into.
    fn leaf(&mut self, tree: &Tree) -> Self::Value;
    /// Of finished entries, sorted by key.
    fn table(&mut self, entries: Vec<(&BStr, Self::Value)>) -> Self::Value;
}
