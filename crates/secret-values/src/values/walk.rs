//! The scalars of a values file, with path and position.

use std::collections::HashMap;

use skeg_go_yaml::{Kind, Node, ScalarSpan, Spanned, Style, parse_spanned};

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
    /// A digest of its aliases; `None` if there are none.
    pub(super) seen: Option<Seen>,
    pub(super) tag: String,
    pub(super) style: Style,
    pub(super) span: ScalarSpan,
    /// The indentation for a block in its place; `None` if unknown.
    pub(super) block_indent: Option<usize>,
}

/// All values of a text's only document, in order.
pub(super) fn values(text: &str) -> Result<Vec<Value>, Error> {
    let spanned = parse_spanned(text).map_err(|error| Error::Yaml(error.into_message()))?;
    let [spanned] = spanned.as_slice() else {
        return if spanned.is_empty() { Ok(Vec::new()) } else { Err(Error::SeveralDocuments) };
    };
    let mut walk = Walk {
        source: text,
        spanned,
        path: Path::default(),
        seen: aliases::seen(spanned.document.root()),
        found: Vec::new(),
    };
    walk.node(spanned.document.root(), Some(2))?;
    Ok(walk.found)
}

struct Walk<'t, 'd> {
    source: &'t str,
    spanned: &'d Spanned<'t>,
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
                    // An item starts deeper than its dash.
                    let indent = self.spanned.span(item).map(|span| self.column(span));
                    self.below(Step::Index(index), item, indent)?;
                }
            }
            Kind::Map => {
                for (key, value) in node.entries() {
                    let indent = self.spanned.span(key).map(|span| self.column(span) + 2);
                    let name = if key.target().kind() == Kind::Scalar { key.target().text() } else { "?" };
                    self.below(Step::Key(name.to_string()), value, indent)?;
                }
            }
            // Its value is visited at the anchor.
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
        let (Some(span), Some(scalar)) = (self.spanned.span(node), node.scalar()) else { return };
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
            span,
            block_indent: block_indent.filter(|_| !span.in_flow),
        });
    }

    /// The number of characters before it on its line.
    fn column(&self, span: ScalarSpan) -> usize {
        let before = &self.source[..span.start];
        before[before.rfind(['\n', '\r']).map_or(0, |at| at + 1)..].chars().count()
    }
}
