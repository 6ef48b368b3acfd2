//! Maps that are merged in place and may be shared, over data that is only borrowed.

use std::collections::BTreeMap;

use bstr::{BStr, ByteSlice};
use skeg_go_yaml::Tree;

use super::BuildValues;

/// Number of a table.
pub(crate) type TableId = usize;

/// A value: borrowed as it is, or a table that may have changed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum View<'a> {
    Whole(&'a Tree),
    Table(TableId),
}

impl View<'_> {
    pub(crate) fn is_null(self) -> bool {
        matches!(self, View::Whole(Tree::Null))
    }

    pub(crate) fn is_table(self) -> bool {
        matches!(self, View::Table(_) | View::Whole(Tree::Map(_)))
    }
}

pub(crate) type Entries<'a> = BTreeMap<&'a BStr, View<'a>>;

/// All tables of one merge. Nothing is copied until a table has to differ from what it came from.
#[derive(Debug, Default)]
pub(crate) struct Tables<'a> {
    all: Vec<Entries<'a>>,
}

impl<'a> Tables<'a> {
    pub(crate) fn add(&mut self, entries: Entries<'a>) -> TableId {
        self.all.push(entries);
        self.all.len() - 1
    }

    /// A table of a map's entries; empty for anything else.
    pub(crate) fn add_tree(&mut self, tree: &'a Tree) -> TableId {
        let entries = match tree {
            Tree::Map(map) => map.iter().map(|(key, value)| (key.as_bstr(), View::Whole(value))).collect(),
            _ => Entries::new(),
        };
        self.add(entries)
    }

    pub(crate) fn entries(&self, id: TableId) -> &Entries<'a> {
        static NONE: Entries<'static> = Entries::new();
        self.all.get(id).unwrap_or(&NONE)
    }

    pub(crate) fn get(&self, id: TableId, key: &BStr) -> Option<View<'a>> {
        self.entries(id).get(key).copied()
    }

    pub(crate) fn set(&mut self, id: TableId, key: &'a BStr, value: View<'a>) {
        if let Some(entries) = self.all.get_mut(id) {
            entries.insert(key, value);
        }
    }

    pub(crate) fn remove(&mut self, id: TableId, key: &BStr) {
        if let Some(entries) = self.all.get_mut(id) {
            entries.remove(key);
        }
    }

    /// The entry as a table of its own, if it is one; from now on it may be changed or shared.
    pub(crate) fn open(&mut self, id: TableId, key: &BStr) -> Option<TableId> {
        match self.get(id, key)? {
            View::Table(inner) => Some(inner),
            View::Whole(tree @ Tree::Map(_)) => {
                let inner = self.add_tree(tree);
                if let Some(slot) = self.all.get_mut(id).and_then(|entries| entries.get_mut(key)) {
                    *slot = View::Table(inner);
                }
                Some(inner)
            }
            View::Whole(_) => None,
        }
    }

    /// A copy of one level: tables below are shared from now on.
    pub(crate) fn copy_shallow(&mut self, id: TableId) -> TableId {
        let keys: Vec<&'a BStr> = self.entries(id).keys().copied().collect();
        for key in keys {
            self.open(id, key);
        }
        let entries = self.entries(id).clone();
        self.add(entries)
    }

    /// A copy that shares nothing that could change.
    pub(crate) fn copy_deep(&mut self, id: TableId) -> TableId {
        let mut entries = self.entries(id).clone();
        for view in entries.values_mut() {
            if let View::Table(inner) = *view {
                *view = View::Table(self.copy_deep(inner));
            }
        }
        self.add(entries)
    }

    /// Drops nulls from a table and the tables below it (lists are left alone).
    pub(crate) fn drop_nulls(&mut self, id: TableId) {
        let keys: Vec<&'a BStr> = self.entries(id).keys().copied().collect();
        for key in keys {
            match self.get(id, key) {
                Some(View::Whole(Tree::Null)) => self.remove(id, key),
                Some(View::Whole(tree)) if !has_null(tree) => {}
                Some(_) => {
                    if let Some(inner) = self.open(id, key) {
                        self.drop_nulls(inner);
                    }
                }
                None => {}
            }
        }
    }

    /// Follows keys through tables.
    pub(crate) fn lookup<'k>(&self, id: TableId, path: impl IntoIterator<Item = &'k str>) -> Option<View<'a>> {
        let mut view = View::Table(id);
        for key in path {
            view = match view {
                View::Table(id) => self.get(id, BStr::new(key))?,
                View::Whole(tree) => View::Whole(tree.get(key)?),
            };
        }
        Some(view)
    }

    pub(crate) fn to_tree(&self, id: TableId) -> Tree {
        let entries = self.entries(id).iter();
        Tree::Map(entries.map(|(key, view)| ((*key).to_owned(), self.view_to_tree(*view))).collect())
    }

    pub(crate) fn view_to_tree(&self, view: View<'a>) -> Tree {
        match view {
            View::Whole(tree) => tree.clone(),
            View::Table(id) => self.to_tree(id),
        }
    }

    pub(crate) fn build<B: BuildValues>(&self, root: TableId, builder: &mut B) -> B::Value {
        let mut built = vec![None; self.all.len()];
        self.build_table(root, builder, &mut built)
    }

    fn build_table<B: BuildValues>(&self, id: TableId, builder: &mut B, built: &mut [Option<B::Value>]) -> B::Value {
        if let Some(Some(value)) = built.get(id) {
            return value.clone();
        }
        let mut entries = Vec::with_capacity(self.entries(id).len());
        for (key, view) in self.entries(id) {
            let value = match *view {
                View::Whole(tree) => builder.leaf(tree),
                View::Table(inner) => self.build_table(inner, builder, built),
            };
            entries.push((*key, value));
        }
        let value = builder.table(entries);
        if let Some(slot) = built.get_mut(id) {
            *slot = Some(value.clone());
        }
        value
    }
}

/// Whether a map has a null in it or in the maps below.
pub(crate) fn has_null(tree: &Tree) -> bool {
    match tree {
        Tree::Null => true,
        Tree::Map(map) => map.values().any(has_null),
        _ => false,
    }
}
