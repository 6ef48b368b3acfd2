//! Which values are read, as a tree of keys.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::traced::{ANY, Path};

/// What templates read.
#[derive(Default)]
pub(super) struct Reads {
    top: RefCell<Node>,
    /// Paths of which only the truth was asked.
    tested: RefCell<BTreeSet<Path>>,
    /// `tpl` is called.
    text_templates: Cell<bool>,
    /// Strings in templates that may be templates themselves.
    literals: RefCell<BTreeSet<String>>,
}

/// A key and the keys below it.
#[derive(Default)]
pub(super) struct Node {
    pub(super) children: BTreeMap<Rc<str>, Node>,
    /// All below it is read.
    pub(super) is_whole: bool,
}

impl Node {
    fn at(&mut self, path: &[Rc<str>]) -> &mut Node {
        path.iter().fold(self, |node, key| node.children.entry(key.clone()).or_default())
    }

    /// What is known of a key below this.
    pub(super) fn below(&self, key: &str) -> impl Iterator<Item = &Node> {
        [key, ANY].into_iter().filter_map(|key| self.children.get(key))
    }
}

impl Reads {
    /// All of a value is read.
    pub(super) fn whole(&self, path: &[Rc<str>]) {
        self.top.borrow_mut().at(path).is_whole = true;
    }

    /// A value is looked at, but not what is below it.
    pub(super) fn touch(&self, path: &[Rc<str>]) {
        self.top.borrow_mut().at(path);
    }

    /// It counts whether a value is empty.
    pub(super) fn test(&self, path: &Path) {
        self.touch(path);
        self.tested.borrow_mut().insert(path.clone());
    }

    pub(super) fn text_template(&self) {
        self.text_templates.set(true);
    }

    pub(super) fn literal(&self, text: &str) {
        if text.contains("{{") && !self.literals.borrow().contains(text) {
            self.literals.borrow_mut().insert(text.to_string());
        }
    }

    pub(super) fn has_text_templates(&self) -> bool {
        self.text_templates.get()
    }

    pub(super) fn literals(&self) -> Vec<String> {
        self.literals.borrow().iter().cloned().collect()
    }

    /// The paths of which the truth was asked.
    pub(super) fn tested(&self) -> Vec<Path> {
        self.tested.borrow().iter().cloned().collect()
    }

    /// Looks at the tree.
    pub(super) fn with<T>(&self, look: impl FnOnce(&Node) -> T) -> T {
        look(&self.top.borrow())
    }
}
