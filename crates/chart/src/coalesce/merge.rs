//! The merging rules, of both generations.

use std::collections::HashSet;

use bstr::{BStr, ByteSlice};
use skeg_go_yaml::Tree;

use super::tables::{TableId, Tables, View};
use crate::{Chart, Compat, Error, Warning, go_text};

/// The key that every chart hands down.
fn global() -> &'static BStr {
    BStr::new("global")
}

/// What nulls mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// A null removes a default.
    Coalesce,
    /// Nulls are values like others, for a later coalescing.
    Merge,
}

/// A chart as far as merging is concerned.
pub(crate) struct Defaults<'a> {
    pub(crate) name: &'a str,
    pub(crate) values: &'a Tree,
    pub(crate) subcharts: Vec<Defaults<'a>>,
}

impl<'a> Defaults<'a> {
    pub(crate) fn of(chart: &'a Chart) -> Defaults<'a> {
        Defaults {
            name: chart.name(),
            values: &chart.values,
            subcharts: chart.dependencies.iter().map(Defaults::of).collect(),
        }
    }
}

/// Tables under merge, and what there is to say about them.
pub(crate) struct Merger<'a> {
    pub(crate) tables: Tables<'a>,
    pub(crate) warnings: Vec<Warning>,
    compat: Compat,
    /// Tables taken over from a source stay tables of the source as well.
    pub(crate) keep_sources: bool,
}

impl<'a> Merger<'a> {
    pub(crate) fn new(compat: Compat) -> Merger<'a> {
        Merger { tables: Tables::default(), warnings: Vec::new(), compat, keep_sources: false }
    }

    /// Merges the defaults of a chart and of its subcharts under `dest`.
    pub(crate) fn coalesce(
        &mut self,
        chart: &Defaults<'a>,
        dest: TableId,
        prefix: &str,
        mode: Mode,
    ) -> Result<(), Error> {
        let prefix = join(prefix, chart.name);
        self.coalesce_values(chart, dest, &prefix, mode);
        for subchart in &chart.subcharts {
            let name = BStr::new(subchart.name);
            if self.tables.get(dest, name).is_none() {
                let empty = self.tables.add(Default::default());
                self.tables.set(dest, name, View::Table(empty));
            }
            let Some(inner) = self.tables.open(dest, name) else {
                let value = self.tables.get(dest, name).unwrap_or(View::Whole(&Tree::Null));
                let shown = go_text::show_as_bool(&self.tables.view_to_tree(value));
                return Err(Error::NotATable { prefix: "", chart: subchart.name.to_string(), shown });
            };
            self.coalesce_globals(inner, dest, &prefix);
            self.coalesce(subchart, inner, &prefix, mode)?;
        }
        Ok(())
    }

    /// Merges one chart's own defaults under `dest`.
    fn coalesce_values(&mut self, chart: &Defaults<'a>, dest: TableId, prefix: &str, mode: Mode) {
        let Tree::Map(defaults) = chart.values else { return };
        // Looked up for each key: with hundreds of subcharts there are as many keys.
        let subcharts: HashSet<&BStr> = chart.subcharts.iter().map(|subchart| BStr::new(subchart.name)).collect();
        for (key, default) in defaults {
            let key = key.as_bstr();
            match self.tables.get(dest, key) {
                None => self.take_default(dest, key, default, mode),
                Some(value) if value.is_null() && mode == Mode::Coalesce => self.tables.remove(dest, key),
                Some(value) if value.is_table() => {
                    // Nulls meant for a subchart must reach its own defaults.
                    let mode = if subcharts.contains(key) { Mode::Merge } else { mode };
                    self.merge_default(dest, key, default, prefix, mode);
                }
                Some(_) => {}
            }
        }
    }

    /// A default for a key the user says nothing about.
    fn take_default(&mut self, dest: TableId, key: &'a BStr, default: &'a Tree, mode: Mode) {
        let clean = mode == Mode::Coalesce && self.compat.is_v4();
        if clean && *default == Tree::Null {
            return;
        }
        self.tables.set(dest, key, View::Whole(default));
        if clean
            && super::tables::has_null(default)
            && let Some(table) = self.tables.open(dest, key)
        {
            self.tables.drop_nulls(table);
        }
    }

    /// A default for a key at which the user has a table.
    fn merge_default(&mut self, dest: TableId, key: &'a BStr, default: &'a Tree, prefix: &str, mode: Mode) {
        let full_key = join(prefix, &key.to_str_lossy());
        let (Tree::Map(_), Some(table)) = (default, self.tables.open(dest, key)) else {
            if *default != Tree::Null {
                self.warnings.push(Warning::DefaultSkipped { key: full_key });
            }
            return;
        };
        let source = self.tables.add_tree(default);
        if mode == Mode::Coalesce && self.compat.is_v4() {
            self.tables.drop_nulls(source);
        }
        self.merge_tables(table, source, &full_key, mode);
    }

    /// Merges `source` under `dest`: what `dest` has wins.
    pub(crate) fn merge_tables(&mut self, dest: TableId, source: TableId, prefix: &str, mode: Mode) {
        let offered: Vec<(&'a BStr, View<'a>)> =
            self.tables.entries(source).iter().map(|(key, view)| (*key, *view)).collect();
        // Helm marks the nulls of `dest` in the source too, which shows where the source is still somebody's table.
        let nulls = self.tables.entries(dest).iter().filter(|(_, view)| view.is_null());
        for key in nulls.map(|(key, _)| *key).collect::<Vec<_>>() {
            self.tables.set(source, key, View::Whole(&Tree::Null));
        }
        for (key, value) in offered {
            match self.tables.get(dest, key) {
                None => self.take_over(dest, source, key, value),
                Some(own) if own.is_null() => {
                    if mode == Mode::Coalesce && !value.is_null() {
                        self.tables.remove(dest, key);
                    }
                }
                Some(own) => self.merge_entry(dest, source, key, (own, value), prefix, mode),
            }
        }
    }

    fn take_over(&mut self, dest: TableId, source: TableId, key: &'a BStr, value: View<'a>) {
        let shared = if self.keep_sources { self.tables.open(source, key).map(View::Table) } else { None };
        self.tables.set(dest, key, shared.unwrap_or(value));
    }

    fn merge_entry(
        &mut self,
        dest: TableId,
        source: TableId,
        key: &'a BStr,
        (own, offered): (View<'a>, View<'a>),
        prefix: &str,
        mode: Mode,
    ) {
        let full_key = || join(prefix, &key.to_str_lossy());
        match (own.is_table(), offered.is_table()) {
            (true, true) => {
                if let (Some(own), Some(offered)) = (self.tables.open(dest, key), self.tables.open(source, key)) {
                    self.merge_tables(own, offered, &full_key(), mode);
                }
            }
            (false, true) => {
                let value = go_text::show(&self.tables.view_to_tree(offered));
                self.warnings.push(Warning::TableKept { key: full_key(), value });
            }
            (true, false) if !offered.is_null() => {
                let value = go_text::show(&self.tables.view_to_tree(offered));
                self.warnings.push(Warning::ScalarIgnored { key: full_key(), value });
            }
            _ => {}
        }
    }

    /// Hands the globals of a parent (`source`) down to a subchart (`dest`): the parent's win.
    fn coalesce_globals(&mut self, dest: TableId, source: TableId, prefix: &str) {
        let Some(own) = self.global_table(dest, "destination") else { return };
        let own = own.unwrap_or_else(|| self.tables.add(Default::default()));
        let Some(given) = self.global_table(source, "source") else { return };
        if let Some(given) = given {
            let keys: Vec<&'a BStr> = self.tables.entries(given).keys().copied().collect();
            for key in keys {
                self.hand_down(own, given, key, prefix);
            }
        }
        self.tables.set(dest, global(), View::Table(own));
    }

    /// The globals of a chart: `None` (with a warning) where they are no table, `Some(None)` where there are none.
    fn global_table(&mut self, chart: TableId, side: &'static str) -> Option<Option<TableId>> {
        if self.tables.get(chart, global()).is_none() {
            return Some(None);
        }
        let table = self.tables.open(chart, global());
        if table.is_none() {
            self.warnings.push(Warning::GlobalsSkipped { side });
        }
        table.map(Some)
    }

    fn hand_down(&mut self, own: TableId, given: TableId, key: &'a BStr, prefix: &str) {
        let here = self.tables.get(own, key);
        let Some(table) = self.tables.open(given, key) else {
            if here.is_some_and(View::is_table) {
                self.warnings.push(Warning::GlobalIsTable { key: key.to_string() });
            } else if let Some(value) = self.tables.get(given, key) {
                self.tables.set(own, key, value);
            }
            return;
        };
        // One level is copied, no more: tables below belong to parent and child from now on, as in Helm.
        let copy = self.tables.copy_shallow(table);
        match here {
            None => self.tables.set(own, key, View::Table(copy)),
            Some(_) => match self.tables.open(own, key) {
                None => self.warnings.push(Warning::GlobalConflict { key: key.to_string() }),
                Some(existing) => {
                    self.merge_tables(copy, existing, &join(prefix, &key.to_str_lossy()), Mode::Merge);
                    self.tables.set(own, key, View::Table(copy));
                }
            },
        }
    }
}

fn join(prefix: &str, key: &str) -> String {
    if prefix.is_empty() { key.to_string() } else { format!("{prefix}.{key}") }
}
