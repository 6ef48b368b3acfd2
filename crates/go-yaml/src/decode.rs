//! Decodes a document to values: expands aliases, applies merge keys, and turns keys into strings, as go-yaml v2 and
//! the JSON detour of sigs.k8s.io/yaml do. It uses its own stack, so nesting costs no call stack.

mod fault;
mod key;

pub(crate) use key::key_text;

use std::collections::HashSet;

use crate::document::{Entries, Items, Kind, Node, Tag};
use crate::resolve::{Scalar, resolve_node};
use crate::{Builder, Document, Error, MAX_VALUE_DEPTH};

/// An error, by the stage at which Go detects it.
pub(crate) enum Failure {
    /// While YAML is converted to JSON.
    Converting(Error),
    /// While the JSON is parsed.
    Reading(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Converting(error)
    }
}

/// Decodes a document.
pub(crate) fn decode<B: Builder>(document: &Document<'_>, builder: &mut B) -> Result<B::Value, Failure> {
    let mut decoder = Decoder::new(builder, 0);
    let value = decoder.run(document.root())?;
    let (bad_key, has_bad_value) = (decoder.bad_key.take(), decoder.has_bad_value);
    // Go detects these last: first keys, then values that JSON cannot represent, unless they were overwritten.
    let bad_value = if has_bad_value { Decoder::new(&mut fault::Faults, 0).run(document.root())? } else { None };
    match bad_key.or(bad_value) {
        Some(message) => Err(Error::other(message).into()),
        None => Ok(value),
    }
}

struct Decoder<'b, 'd, 'a, B: Builder> {
    builder: &'b mut B,
    /// How many keys enclose the current node.
    keys: usize,
    frames: Vec<Frame<'d, 'a, B::Value>>,
    /// The aliases being expanded.
    active: HashSet<u32>,
    decoded: usize,
    decoded_in_aliases: usize,
    bad_key: Option<String>,
    has_bad_value: bool,
}

/// A collection being decoded.
struct Frame<'d, 'a, V> {
    /// The alias that refers to it.
    alias: Option<u32>,
    work: Work<'d, 'a, V>,
}

enum Work<'d, 'a, V> {
    List {
        items: Items<'d, 'a>,
        out: Vec<V>,
    },
    Map {
        entries: Entries<'d, 'a>,
        key: Option<String>,
        out: Vec<(String, V)>,
    },
    /// A map being merged into the one of the frame at `into`.
    Merge {
        entries: Entries<'d, 'a>,
        key: Option<String>,
        into: usize,
    },
    /// Maps still to be merged, the last one first.
    Merges {
        maps: Vec<Node<'d, 'a>>,
        into: usize,
    },
}

impl<'b, 'd, 'a, B: Builder> Decoder<'b, 'd, 'a, B> {
    fn new(builder: &'b mut B, keys: usize) -> Self {
        Decoder {
            builder,
            keys,
            frames: Vec::new(),
            active: HashSet::new(),
            // Go counts the document itself.
            decoded: 1,
            decoded_in_aliases: 0,
            bad_key: None,
            has_bad_value: false,
        }
    }

    fn run(&mut self, root: Node<'d, 'a>) -> Result<B::Value, Failure> {
        let mut done = self.start(root, None)?;
        loop {
            if let Some(value) = done.take() {
                match self.frames.last_mut().map(|f| &mut f.work) {
                    None => return Ok(value),
                    Some(Work::List { out, .. }) => out.push(value),
                    Some(Work::Map { key, out, .. }) => out.extend(key.take().map(|k| (k, value))),
                    Some(Work::Merge { key, into, .. }) => {
                        let (key, into) = (key.take(), *into);
                        self.put(into, key, value);
                    }
                    Some(Work::Merges { .. }) => {}
                }
            }
            done = self.advance()?;
        }
    }

    /// Puts an entry into the map of a frame.
    fn put(&mut self, frame: usize, key: Option<String>, value: B::Value) {
        if let Some(Frame { work: Work::Map { out, .. }, .. }) = self.frames.get_mut(frame) {
            out.extend(key.map(|k| (k, value)));
        }
    }

    /// Advances the innermost collection; returns its value when it is complete.
    fn advance(&mut self) -> Result<Option<B::Value>, Failure> {
        let here = self.frames.len().saturating_sub(1);
        let Some(frame) = self.frames.last_mut() else { return Ok(None) };
        match &mut frame.work {
            Work::List { items, .. } => {
                if let Some(item) = items.next() {
                    return self.start(item, None);
                }
            }
            Work::Map { entries, .. } => {
                if let Some((key, value)) = entries.next() {
                    return self.entry(key, value, here);
                }
            }
            Work::Merge { entries, into, .. } => {
                if let Some((key, value)) = entries.next() {
                    let into = *into;
                    return self.entry(key, value, into);
                }
            }
            Work::Merges { maps, into } => {
                if let Some(map) = maps.pop() {
                    let into = *into;
                    return self.start(map, Some(into));
                }
            }
        }
        Ok(self.finish())
    }

    /// Closes the innermost collection.
    fn finish(&mut self) -> Option<B::Value> {
        let frame = self.frames.pop()?;
        if let Some(alias) = frame.alias {
            self.active.remove(&alias);
        }
        match frame.work {
            Work::List { out, .. } => Some(self.builder.list(out)),
            Work::Map { out, .. } => Some(self.builder.map(sort_entries(out))),
            Work::Merge { .. } | Work::Merges { .. } => None,
        }
    }

    /// Starts an entry of a map whose entries go to the frame at `into`.
    fn entry(&mut self, key: Node<'d, 'a>, value: Node<'d, 'a>, into: usize) -> Result<Option<B::Value>, Failure> {
        if is_merge(key) {
            return self.merge(value, into);
        }
        let name = self.key(key, value)?;
        if let Some(Frame { work: Work::Map { key, .. } | Work::Merge { key, .. }, .. }) = self.frames.last_mut() {
            *key = name;
        }
        self.start(value, None)
    }

    /// Starts the merge of a map or of a list of maps.
    fn merge(&mut self, value: Node<'d, 'a>, into: usize) -> Result<Option<B::Value>, Failure> {
        let maps: Vec<_> = match value.kind() {
            Kind::List => value.items().collect(),
            _ => vec![value],
        };
        if maps.iter().any(|m| m.target().kind() != Kind::Map) {
            return Err(Error::of_yaml("map merge requires map or sequence of maps as the value").into());
        }
        self.push(None, Work::Merges { maps, into })?;
        Ok(None)
    }

    /// Starts a node: returns the value of a scalar, or pushes a frame for a collection.
    fn start(&mut self, node: Node<'d, 'a>, into: Option<usize>) -> Result<Option<B::Value>, Failure> {
        self.count()?;
        if node.kind() != Kind::Alias {
            return self.open(node, into, None);
        }
        if !self.active.insert(node.at) {
            return Err(Error::of_yaml(&format!("anchor '{}' value contains itself", node.text())).into());
        }
        self.count()?;
        let target = node.target();
        let value = self.open(target, into, Some(node.at))?;
        if value.is_some() {
            self.active.remove(&node.at);
        }
        Ok(value)
    }

    fn open(
        &mut self,
        node: Node<'d, 'a>,
        into: Option<usize>,
        alias: Option<u32>,
    ) -> Result<Option<B::Value>, Failure> {
        let work = match (node.kind(), into) {
            (Kind::List, _) => Work::List { items: node.items(), out: Vec::new() },
            (Kind::Map, Some(into)) => Work::Merge { entries: node.entries(), key: None, into },
            (Kind::Map, None) => Work::Map { entries: node.entries(), key: None, out: Vec::new() },
            (Kind::Scalar | Kind::Alias, _) => return self.scalar(node).map(Some),
        };
        self.push(alias, work)?;
        Ok(None)
    }

    fn push(&mut self, alias: Option<u32>, work: Work<'d, 'a, B::Value>) -> Result<(), Failure> {
        if self.frames.len() >= MAX_VALUE_DEPTH {
            return Err(Failure::Reading(Error::other("exceeded max depth")));
        }
        self.frames.push(Frame { alias, work });
        Ok(())
    }

    fn scalar(&mut self, node: Node<'d, 'a>) -> Result<B::Value, Failure> {
        Ok(match resolve_node(node)? {
            Scalar::Null => self.builder.null(),
            Scalar::Bool(b) => self.builder.bool(b),
            Scalar::Int(n) => self.builder.int(n),
            Scalar::Uint(n) => self.builder.uint(n),
            Scalar::Float(f) => {
                self.has_bad_value |= !f.is_finite();
                self.builder.float(f)
            }
            Scalar::Str(s) => self.builder.string(&s),
        })
    }

    /// Counts a decoded node, and refuses documents that are mostly aliases.
    fn count(&mut self) -> Result<(), Failure> {
        self.decoded += 1;
        if !self.active.is_empty() {
            self.decoded_in_aliases += 1;
            let ratio = self.decoded_in_aliases as f64 / self.decoded as f64;
            if self.decoded_in_aliases > 100 && self.decoded > 1000 && ratio > allowed_alias_ratio(self.decoded) {
                return Err(Error::of_yaml("document contains excessive aliasing").into());
            }
        }
        Ok(())
    }
}

/// The allowed share of nodes that come from aliases: nearly all in small documents, a tenth in large ones.
fn allowed_alias_ratio(decoded: usize) -> f64 {
    const LOW: usize = 400_000;
    const HIGH: usize = 4_000_000;
    match decoded {
        0..=LOW => 0.99,
        HIGH.. => 0.10,
        n => 0.99 - 0.89 * ((n - LOW) as f64 / (HIGH - LOW) as f64),
    }
}

/// Whether a key is `<<`, unquoted.
pub(crate) fn is_merge(key: Node<'_, '_>) -> bool {
    let data = key.data();
    data.kind == Kind::Scalar && (data.implicit || data.tag == Tag::Merge) && key.text() == "<<"
}

/// Sorts entries by key; of equal keys the last one written stays.
pub(crate) fn sort_entries<K: Ord, V>(mut entries: Vec<(K, V)>) -> Vec<(K, V)> {
    if entries.is_sorted_by(|a, b| a.0 < b.0) {
        return entries;
    }
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    // `dedup_by` keeps the first of a run, so the later value moves there.
    entries.dedup_by(|later, first| {
        let same = later.0 == first.0;
        if same {
            std::mem::swap(later, first);
        }
        same
    });
    entries
}
