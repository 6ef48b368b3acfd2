//! YAML and JSON, parsed and written as Go's libraries do (sigs.k8s.io/yaml over go-yaml v2, encoding/json).
//!
//! Reading: [`parse`] builds a cheap [`Document`] of nodes; [`read`] and similar functions build values through a
//! [`Builder`]. Writing: [`yaml::Writer`] and [`json::Writer`] take the same [`Events`]. Nothing here knows of charts
//! or templates.

pub mod base64;
mod decode;
mod document;
mod emit;
mod error;
mod fields;
mod go_syntax;
pub mod json;
mod number;
mod order;
mod parse;
mod printable;
mod quick;
mod read;
mod resolve;
mod scan;
mod source;
mod spans;
mod tree;
mod tree_map;
mod write;

pub use document::{Document, Entries, Items, Kind, Node, Style};
pub use error::{Error, ErrorKind};
pub use number::{format_float, format_float32};
pub use order::{natural_cmp, natural_cmp_pretty, sort_by_key_order};
pub use parse::{parse, parse_all};
pub use printable::is_printable;
pub use read::{read, read_document, read_list, read_map, read_plain_map, read_tree, read_tree_list, read_tree_map};
pub use resolve::Scalar;
pub use spans::{ScalarSpan, Spanned, parse_spanned};
pub use tree::{Tree, TreeBuilder};
pub use tree_map::TreeMap;
pub use write::{Events, write_tree, write_tree_json, write_tree_pretty};

/// The YAML writer.
pub mod yaml {
    pub use crate::emit::Writer;
}

/// How deep values may nest. Go allows 10000; here dropping nested values recurses.
pub const MAX_VALUE_DEPTH: usize = 1000;

/// Builds values of the caller's type while a document is parsed.
pub trait Builder {
    /// The type of values.
    type Value;
    /// Builds a null.
    fn null(&mut self) -> Self::Value;
    /// Builds a boolean.
    fn bool(&mut self, value: bool) -> Self::Value;
    /// Builds a number; YAML has only floats here.
    fn float(&mut self, value: f64) -> Self::Value;
    /// An integer; a float, as Go's `interface{}` has it, unless the builder keeps integers.
    fn int(&mut self, value: i64) -> Self::Value {
        self.float(value as f64)
    }
    /// An integer that is too large for `int`.
    fn uint(&mut self, value: u64) -> Self::Value {
        self.float(value as f64)
    }
    /// Builds a string.
    fn string(&mut self, value: &str) -> Self::Value;
    /// A string that the builder may keep as it is.
    fn owned_string(&mut self, value: String) -> Self::Value {
        self.string(&value)
    }
    /// Builds a list.
    fn list(&mut self, items: Vec<Self::Value>) -> Self::Value;
    /// Entries come sorted bytewise by key, each key once.
    fn map(&mut self, entries: Vec<(String, Self::Value)>) -> Self::Value;
}
