//! Plain data, the contents of values files. Unlike template values it can cross threads and shares nothing.

use bstr::BString;

use crate::{Builder, TreeMap};

/// A value as Go's decoders produce it: YAML numbers are floats, `--set` numbers are integers.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum Tree {
    /// Nothing.
    #[default]
    Null,
    /// A boolean.
    Bool(bool),
    /// Only from `--set`: YAML numbers are floats.
    Int(i64),
    /// A number.
    Float(f64),
    /// Text; bytes, not always UTF-8.
    Str(BString),
    /// A list.
    List(Vec<Tree>),
    /// A map.
    Map(TreeMap),
}

impl Tree {
    /// An empty map.
    pub fn map() -> Tree {
        Tree::Map(TreeMap::new())
    }

    /// The entry of a map.
    pub fn get(&self, key: impl AsRef<[u8]>) -> Option<&Tree> {
        self.as_map()?.get(key)
    }

    /// The entries, if this is a map.
    pub fn as_map(&self) -> Option<&TreeMap> {
        match self {
            Tree::Map(m) => Some(m),
            _ => None,
        }
    }

    /// The entries, if this is a map.
    pub fn as_map_mut(&mut self) -> Option<&mut TreeMap> {
        match self {
            Tree::Map(m) => Some(m),
            _ => None,
        }
    }

    /// The text, if this is a string.
    pub fn as_str(&self) -> Option<&bstr::BStr> {
        match self {
            Tree::Str(s) => Some(s.as_ref()),
            _ => None,
        }
    }
}

impl From<&str> for Tree {
    fn from(s: &str) -> Tree {
        Tree::Str(s.into())
    }
}

/// Builds trees.
pub struct TreeBuilder;

impl Builder for TreeBuilder {
    type Value = Tree;

    fn null(&mut self) -> Tree {
        Tree::Null
    }

    fn bool(&mut self, value: bool) -> Tree {
        Tree::Bool(value)
    }

    fn float(&mut self, value: f64) -> Tree {
        Tree::Float(value)
    }

    fn string(&mut self, value: &str) -> Tree {
        Tree::from(value)
    }

    fn owned_string(&mut self, value: String) -> Tree {
        Tree::Str(value.into())
    }

    fn list(&mut self, items: Vec<Tree>) -> Tree {
        Tree::List(items)
    }

    fn map(&mut self, entries: Vec<(String, Tree)>) -> Tree {
        Tree::Map(entries.into_iter().map(|(k, v)| (BString::from(k), v)).collect())
    }
}
