//! What is known of a value while templates are followed: which of the user's values it may be or hold.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Stands for any key of a map, and any item of a list.
pub(super) const ANY: &str = "*";

/// Keys from the outermost values on.
pub(super) type Path = Rc<[Rc<str>]>;

/// What a value may be: any of these at once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Traced {
    pub(super) origins: BTreeSet<Origin>,
    /// Keys of a map that templates make.
    pub(super) fields: BTreeMap<Rc<str>, Rc<Traced>>,
    /// Items of a list, or what stands under keys that are not known.
    pub(super) items: Option<Rc<Traced>>,
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Origin {
    /// What the templates of a chart see as `.`, by the chart's number.
    Root(usize),
    /// `.Subcharts` of such.
    Subcharts(usize),
    /// A value, or everything below it.
    Value(Path),
}

impl Traced {
    pub(super) fn root(chart: usize) -> Traced {
        Traced::of(Origin::Root(chart))
    }

    pub(super) fn of(origin: Origin) -> Traced {
        Traced { origins: BTreeSet::from([origin]), ..Traced::default() }
    }

    /// A list of such items.
    pub(super) fn list(items: Traced) -> Traced {
        Traced { items: Some(Rc::new(items)), ..Traced::default() }
    }

    /// It may be the other one as well.
    pub(super) fn join(&mut self, other: &Traced) {
        self.origins.extend(other.origins.iter().cloned());
        for (name, field) in &other.fields {
            self.add_field(name.clone(), field);
        }
        if let Some(items) = &other.items {
            self.add_items(items);
        }
    }

    pub(super) fn joined(mut self, other: &Traced) -> Traced {
        self.join(other);
        self
    }

    pub(super) fn add_field(&mut self, name: Rc<str>, field: &Rc<Traced>) {
        match self.fields.get_mut(&name) {
            Some(there) if there == field => {}
            Some(there) => Rc::make_mut(there).join(field),
            None => drop(self.fields.insert(name, field.clone())),
        }
    }

    pub(super) fn add_items(&mut self, more: &Traced) {
        match &mut self.items {
            Some(items) => Rc::make_mut(items).join(more),
            None => self.items = Some(Rc::new(more.clone())),
        }
    }

    /// How deep maps and lists stand in each other.
    pub(super) fn depth(&self) -> usize {
        let below = self.fields.values().chain(&self.items).map(|traced| traced.depth());
        1 + below.max().unwrap_or(0)
    }
}

/// A path with one more key.
pub(super) fn below(path: &Path, key: &str) -> Path {
    path.iter().cloned().chain([Rc::from(key)]).collect()
}
