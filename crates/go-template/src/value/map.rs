//! Go's string-keyed maps: shared references with sorted iteration.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::{Entries, Str, Value};
use crate::function::Signature;
use crate::{CallError, Elem};

/// The static Go type of a map.
#[derive(Clone, Copy, Debug)]
pub enum MapType {
    /// `map[string]interface {}`
    Any,
    /// `map[string]string`
    String,
    /// A named map type with methods, such as Helm's `Values`.
    Named(&'static NamedMap),
}

/// A named Go map type over `map[string]interface {}` or `map[string]string`.
#[derive(Debug)]
pub struct NamedMap {
    /// The type's name as `%T` prints it.
    pub name: &'static str,
    /// The element type.
    pub elem: Elem,
    /// Looks up a method by name.
    pub method: fn(&[u8]) -> Option<&'static Signature>,
    /// Calls a method that `method` found.
    pub invoke: fn(&Map, &str, &[Value]) -> Result<Value, CallError>,
}

impl MapType {
    /// The type's name as `%T` prints it.
    pub fn name(self) -> &'static str {
        match self {
            MapType::Any => "map[string]interface {}",
            MapType::String => "map[string]string",
            MapType::Named(named) => named.name,
        }
    }

    /// The static type of the elements.
    pub fn elem(self) -> Elem {
        match self {
            MapType::Any => Elem::Any,
            MapType::String => Elem::String,
            MapType::Named(named) => named.elem,
        }
    }
}

struct Cells {
    entries: RefCell<Entries>,
    /// Set on maps that several renderings share; `written` is set when one of them writes.
    watch: RefCell<Option<Rc<Cell<bool>>>>,
}

/// A reference to a map: clones share their entries. The type belongs to the reference, as after a conversion in Go.
#[derive(Clone)]
pub struct Map {
    cells: Rc<Cells>,
    map_type: MapType,
    nil: bool,
}

impl Default for Map {
    fn default() -> Map {
        Map::new()
    }
}

impl Map {
    /// Makes an empty `map[string]interface {}`.
    pub fn new() -> Map {
        Map::with_type(MapType::Any, Entries::default())
    }

    /// Makes a map of the given type from its entries.
    pub fn with_type(map_type: MapType, entries: Entries) -> Map {
        let cells = Rc::new(Cells { entries: RefCell::new(entries), watch: RefCell::new(None) });
        Map { cells, map_type, nil: false }
    }

    /// Makes Go's nil map of the type: empty, but `null` in JSON.
    pub fn nil(map_type: MapType) -> Map {
        Map { nil: true, ..Map::with_type(map_type, Entries::default()) }
    }

    /// Whether this is the nil map.
    pub fn is_nil(&self) -> bool {
        self.nil
    }

    /// The same entries under another static type.
    pub fn converted(&self, map_type: MapType) -> Map {
        Map { cells: self.cells.clone(), map_type, nil: self.nil }
    }

    /// The static Go type.
    pub fn map_type(&self) -> MapType {
        self.map_type
    }

    /// Gets an entry.
    pub fn get(&self, key: &[u8]) -> Option<Value> {
        self.cells.entries.borrow().get(key).cloned()
    }

    /// Whether the key exists, even with nil.
    pub fn contains(&self, key: &[u8]) -> bool {
        self.cells.entries.borrow().get(key).is_some()
    }

    /// Sets an entry, for all holders of this map.
    pub fn set(&self, key: impl Into<Str>, value: Value) {
        self.note_write();
        self.cells.entries.borrow_mut().insert(key.into(), value);
    }

    /// Removes an entry, for all holders of this map.
    pub fn remove(&self, key: &[u8]) -> Option<Value> {
        self.note_write();
        self.cells.entries.borrow_mut().remove(key)
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.cells.entries.borrow().len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.cells.entries.borrow().is_empty()
    }

    /// The keys, sorted bytewise.
    pub fn keys(&self) -> Vec<Str> {
        self.cells.entries.borrow().keys().cloned().collect()
    }

    /// A copy of the entries, sorted by key bytewise.
    pub fn entries(&self) -> Vec<(Str, Value)> {
        self.cells.entries.borrow().iter().map(|(k, v)| (k.clone(), v.clone())).collect()
    }

    /// Calls `f` on the entries without copying them; `f` must not write to this map.
    pub fn with<R>(&self, f: impl FnOnce(&Entries) -> R) -> R {
        f(&self.cells.entries.borrow())
    }

    /// Whether both are the same map, not only equal ones.
    pub fn same(&self, other: &Map) -> bool {
        Rc::ptr_eq(&self.cells, &other.cells)
    }

    /// Sets `written` as soon as anything writes to this map.
    pub fn watch(&self, written: &Rc<Cell<bool>>) {
        *self.cells.watch.borrow_mut() = Some(written.clone());
    }

    /// `reflect.DeepEqual` of two maps.
    pub fn deep_equal(&self, other: &Map) -> bool {
        if self.map_type.name() != other.map_type.name() {
            return false;
        }
        if self.same(other) {
            return true;
        }
        let (a, b) = (self.cells.entries.borrow(), other.cells.entries.borrow());
        a.len() == b.len() && a.iter().zip(b.iter()).all(|((k, v), (l, w))| k == l && v.deep_equal(w))
    }

    fn note_write(&self) {
        if let Some(written) = &*self.cells.watch.borrow() {
            written.set(true);
        }
    }
}

impl<K: Into<Str>> FromIterator<(K, Value)> for Map {
    fn from_iter<I: IntoIterator<Item = (K, Value)>>(entries: I) -> Map {
        Map::with_type(MapType::Any, entries.into_iter().map(|(k, v)| (k.into(), v)).collect())
    }
}
