//! The tables of a TOML text being parsed, with the library's rules for redefinitions.

use std::collections::{BTreeMap, HashSet};

use skeg_go_template::{Elem, List, Map, MapType, Str, Value};

use super::encode::bare_or_quoted;

pub(super) type Table = BTreeMap<Str, Node>;

pub(super) enum Node {
    Value(Value),
    Table(Table),
    Tables(Vec<Table>),
}

/// The whole document.
#[derive(Default)]
pub(super) struct Document {
    root: Table,
    /// Keys of tables that exist only because of their contents.
    implicit: HashSet<Vec<u8>>,
    /// Keys whose values are arrays.
    arrays: HashSet<Vec<u8>>,
}

/// A key as the library prints it in messages.
pub(super) fn key_text(key: &[Str]) -> Vec<u8> {
    let parts: Vec<Vec<u8>> = key.iter().map(|part| bare_or_quoted(part)).collect();
    parts.join(&b'.')
}

fn message(key: &[Str], rest: &str) -> String {
    format!("Key '{}' {rest}", String::from_utf8_lossy(&key_text(key)))
}

/// The table of a node: itself, or the last one of an array of tables.
fn table_of(node: &mut Node) -> Option<&mut Table> {
    match node {
        Node::Table(table) => Some(table),
        Node::Tables(tables) => tables.last_mut(),
        Node::Value(_) => None,
    }
}

impl Document {
    pub(super) fn mark_implicit(&mut self, key: &[Str]) {
        self.implicit.insert(key_text(key));
    }

    /// Records whether the value of a key is an array. The library takes an empty name for the table itself.
    pub(super) fn mark(&mut self, context: &[Str], name: &[u8], array: bool) {
        let mut key = context.to_vec();
        if !name.is_empty() || context.is_empty() {
            key.push(Str::from(name));
        }
        if array {
            self.arrays.insert(key_text(&key));
        } else {
            self.arrays.remove(&key_text(&key));
        }
    }

    /// Creates missing tables above a table.
    pub(super) fn reach(&mut self, parents: &[Str]) -> Result<&mut Table, String> {
        let mut table = &mut self.root;
        for (i, part) in parents.iter().enumerate() {
            if !table.contains_key(part) {
                self.implicit.insert(key_text(&parents[..=i]));
            }
            let node = table.entry(part.clone()).or_insert_with(|| Node::Table(Table::new()));
            table = table_of(node).ok_or_else(|| message(&parents[..=i], "was already created as a hash."))?;
        }
        Ok(table)
    }

    /// Creates a table whose parents exist, if it is missing; adds one to an array of tables (`array`).
    pub(super) fn open(&mut self, key: &[Str], array: bool) -> Result<(), String> {
        let Some((last, parents)) = key.split_last() else { return Ok(()) };
        if !array {
            return self.set(parents, last, Node::Table(Table::new()));
        }
        match self.reach(parents)?.entry(last.clone()).or_insert_with(|| Node::Tables(Vec::new())) {
            Node::Tables(tables) => {
                tables.push(Table::new());
                Ok(())
            }
            _ => Err(message(key, "was already created and cannot be used as an array.")),
        }
    }

    /// Sets a value in the table of a context.
    pub(super) fn set(&mut self, context: &[Str], name: &Str, node: Node) -> Result<(), String> {
        let mut table = &mut self.root;
        for (i, part) in context.iter().enumerate() {
            let defined = || message(&context[..=i], "has already been defined.");
            table = table.get_mut(part).and_then(table_of).ok_or_else(defined)?;
        }
        if !table.contains_key(name) {
            table.insert(name.clone(), node);
            return Ok(());
        }
        let key: Vec<Str> = context.iter().chain([name]).cloned().collect();
        let text = key_text(&key);
        if !self.implicit.remove(&text) {
            return Err(message(&key, "has already been defined."));
        }
        // An implicit table stays; an array replaces the elements collected for it.
        if self.arrays.contains(&text) {
            table.insert(name.clone(), node);
        }
        Ok(())
    }

    /// The document as a value.
    pub(super) fn finish(self) -> Map {
        to_map(self.root)
    }
}

fn to_map(table: Table) -> Map {
    table.into_iter().map(|(name, node)| (name, to_value(node))).collect()
}

fn to_value(node: Node) -> Value {
    match node {
        Node::Value(value) => value,
        Node::Table(table) => Value::Map(to_map(table)),
        Node::Tables(tables) => {
            let maps = tables.into_iter().map(|table| Value::Map(to_map(table).converted(MapType::Any))).collect();
            Value::List(List::new(Elem::AnyMap, maps))
        }
    }
}
