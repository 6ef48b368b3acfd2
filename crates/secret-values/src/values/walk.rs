//! The scalars of a file of values, each with its path and its place.

use std::collections::HashMap;

use skeg_go_yaml::{Kind, Node, Place, Placed, Style, parse_placed};

use super::aliases::{self, Seen};
use crate::{Error, Path, Step};

pub(super) const MAX_DEPTH: usize = skeg_go_yaml::MAX_VALUE_DEPTH;

/// A scalar that is a value, not a key, and not null.
pub(super) struct Value {
    pub(super) path: Path,
    /// Its text, quotes and escapes undone.
    pub(super) text: String,
    /// It is a number or a boolean.
    pub(super) is_typed: bool,
    /// Where aliases bring it; none where there is none.
    pub(super) seen: Option<Seen>,
    pub(super) tag: String,
    pub(super) style: Style,
    pub(super) place: Place,
    /// How far the lines of a block in its place are indented; none where that is not known.
    pub(super) block_indent: Option<usize>,
}

/// All values of the one document of a text, in the order they are written.
pub(super) fn values(text: &str) -> Result<Vec<Value>, Error> {
    let placed = parse_placed(text).map_err(|error| Error::Yaml(error.message))?;
    let [placed] = placed.as_slice() else {
        return if placed.is_empty() { Ok(Vec::new()) } else { Err(Error::SeveralDocuments) };
    };
    let mut walk = Walk {
        source: text,
        placed,
        path: Path::default(),
        seen: aliases::seen(placed.document.root()),
        found: Vec::new(),
    };
    walk.node(placed.document.root(), Some(2))?;
    Ok(walk.found)
}

struct Walk<'t, 'd> {
    source: &'t str,
    placed: &'d Placed<'t>,
    path: Path,
    seen: HashMap<u32, Seen>,
    found: Vec<Value>,
}

impl Walk<'_, '_> {
    fn node(&mut self, node: Node<'_, '_>, block_indent: Option<usize>) -> Result<(), Error> {
        if self.path.0.len() > MAX_DEPTH {
            return Err(Error::TooDeep);
        }
        match node.kind() {
            Kind::Scalar => self.scalar(node, block_indent),
            Kind::List => {
                for (index, item) in node.items().enumerate() {
                    // Where an item begins is deeper than the dash before it.
                    let indent = self.placed.place(item).map(|place| self.column(place));
                    self.below(Step::Index(index), item, indent)?;
                }
            }
            Kind::Map => {
                for (key, value) in node.entries() {
                    let indent = self.placed.place(key).map(|place| self.column(place) + 2);
                    let name = if key.target().kind() == Kind::Scalar { key.target().text() } else { "?" };
                    self.below(Step::Key(name.to_string()), value, indent)?;
                }
            }
            // What it stands for is met at its anchor.
            Kind::Alias => {}
        }
        Ok(())
    }

    fn below(&mut self, step: Step, node: Node<'_, '_>, block_indent: Option<usize>) -> Result<(), Error> {
        self.path.0.push(step);
        self.node(node, block_indent)?;
        self.path.0.pop();
        Ok(())
    }

    fn scalar(&mut self, node: Node<'_, '_>, block_indent: Option<usize>) {
        let (Some(place), Some(scalar)) = (self.placed.place(node), node.scalar()) else { return };
        if node.is_null() {
            return;
        }
        self.found.push(Value {
            path: self.path.clone(),
            text: node.text().to_string(),
            seen: self.seen.get(&node.number()).copied(),
            is_typed: !matches!(scalar, skeg_go_yaml::Scalar::Str(_)),
            tag: node.tag().into_owned(),
            style: node.style(),
            place,
            block_indent: block_indent.filter(|_| !place.in_flow),
        });
    }

    /// How many characters stand before it on its line.
    fn column(&self, place: Place) -> usize {
        let before = &self.source[..place.start];
        before[before.rfind(['\n', '\r']).map_or(0, |at| at + 1)..].chars().count()
    }
}
