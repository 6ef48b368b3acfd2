//! The events that writers receive: a value is streamed from its owner to YAML or JSON, without building a tree.

use std::cmp::Ordering;

use bstr::BString;

use crate::{Error, Tree, emit, json, natural_cmp, natural_cmp_pretty, sort_by_key_order};

/// The events of one value. Lists and maps announce their length; the keys of a map come in output order.
pub trait Events {
    /// A null.
    fn null(&mut self);
    /// A boolean.
    fn bool(&mut self, value: bool);
    /// A signed integer.
    fn int(&mut self, value: i64);
    /// An unsigned integer.
    fn uint(&mut self, value: u64);
    /// A float.
    fn float(&mut self, value: f64);
    /// A string; bytes that are not UTF-8 are handled as Go does.
    fn str(&mut self, value: &[u8]);
    /// A list of this many items begins.
    fn begin_list(&mut self, len: usize);
    /// The list ends.
    fn end_list(&mut self);
    /// A map of this many entries begins.
    fn begin_map(&mut self, len: usize);
    /// The key of the next value.
    fn key(&mut self, key: &[u8]);
    /// The map ends.
    fn end_map(&mut self);
}

/// Writes a tree as `sigs.k8s.io/yaml.Marshal` does, final line feed included.
///
/// # Errors
/// Values that do not survive the detour through JSON.
pub fn write_tree(tree: &Tree) -> Result<Vec<u8>, Error> {
    let mut writer = emit::Writer::new();
    send(tree, &mut writer, &natural_cmp);
    writer.finish()
}

/// Writes a tree as go-yaml v3 does with an indentation of 2.
///
/// # Errors
/// Values nested too deep.
pub fn write_tree_pretty(tree: &Tree) -> Result<Vec<u8>, Error> {
    let mut writer = emit::Writer::pretty();
    send(tree, &mut writer, &natural_cmp_pretty);
    writer.finish()
}

/// Writes a tree as `encoding/json.Marshal` does.
///
/// # Errors
/// Infinities and NaN.
pub fn write_tree_json(tree: &Tree) -> Result<Vec<u8>, Error> {
    let mut writer = json::Writer::new();
    send(tree, &mut writer, &<[u8] as Ord>::cmp);
    writer.finish()
}

/// Sends a tree's events, keys in the given order. Trees are never deeper than `MAX_VALUE_DEPTH`.
fn send(tree: &Tree, events: &mut impl Events, order: &impl Fn(&[u8], &[u8]) -> Ordering) {
    match tree {
        Tree::Null => events.null(),
        Tree::Bool(b) => events.bool(*b),
        Tree::Int(n) => events.int(*n),
        Tree::Float(f) => events.float(*f),
        Tree::Str(s) => events.str(s),
        Tree::List(items) => {
            events.begin_list(items.len());
            for item in items {
                send(item, events, order);
            }
            events.end_list();
        }
        Tree::Map(map) => {
            let mut entries: Vec<(&BString, &Tree)> = map.iter().collect();
            sort_by_key_order(&mut entries, |a, b| order(a.0, b.0));
            events.begin_map(entries.len());
            for (key, value) in entries {
                events.key(key);
                send(value, events, order);
            }
            events.end_map();
        }
    }
}
