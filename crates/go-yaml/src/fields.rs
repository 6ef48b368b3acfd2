//! Reads fields as sigs.k8s.io/yaml fills a Go struct: names match in any case, and numbers and booleans in string
//! fields become strings. Also a cheap check whether Go would accept a document.

use std::borrow::Cow;

use crate::decode::{Failure, decode, is_merge, key_text, sort_entries};
use crate::document::{Document, Kind, Node, Tag};
use crate::number::format_float32;
use crate::resolve::{Scalar, resolve_node};
use crate::{Builder, Error};

impl<'d> Node<'d, '_> {
    /// The text that a Go string field gets from this node; none for null, lists and maps.
    pub fn as_go_string(self) -> Option<Cow<'d, str>> {
        Some(match self.target().scalar()? {
            Scalar::Null => return None,
            Scalar::Str(text) => text,
            Scalar::Bool(b) => if b { "true" } else { "false" }.into(),
            Scalar::Int(n) => n.to_string().into(),
            Scalar::Uint(n) => n.to_string().into(),
            Scalar::Float(f) => format_float32(f).into(),
        })
    }

    /// The node's type in Go's JSON errors: object, array, string, number, bool or null.
    pub fn json_type(self) -> &'static str {
        match (self.target().kind(), self.target().scalar()) {
            (Kind::Map, _) => "object",
            (Kind::List, _) => "array",
            (_, Some(Scalar::Str(_))) => "string",
            (_, Some(Scalar::Bool(_))) => "bool",
            (_, Some(Scalar::Null) | None) => "null",
            (_, Some(_)) => "number",
        }
    }

    /// The entries of a map as in a JSON object: string keys, sorted bytewise, unique, merges applied.
    pub fn object(self) -> Vec<(Cow<'d, str>, Self)> {
        let pairs = merged_entries(self.target());
        let named = |(key, value): (Self, Self)| Some((key_cow(key.target().scalar()?)?, value));
        sort_entries(pairs.into_iter().filter_map(named).collect())
    }

    /// The value for a struct field with this JSON name: of the keys that match in any case, the last one, bytewise,
    /// that is not null.
    pub fn field(self, name: &str) -> Option<Self> {
        let node = self.target();
        let mut found: Option<(&str, Self)> = None;
        let mut consider = |key: Self, value: Self| {
            // Field names are words, so a key that is not a string never matches one.
            let text = key.target().text();
            if fold_eq(text, name) && !value.target().is_null() && found.is_none_or(|f| f.0 <= text) {
                found = Some((text, value.target()));
            }
        };
        if node.entries().any(|(key, _)| is_merge(key)) {
            merged_entries(node).into_iter().for_each(|(key, value)| consider(key, value));
        } else {
            node.entries().for_each(|(key, value)| consider(key, value));
        }
        found.map(|f| f.1)
    }
}

fn key_cow(scalar: Scalar<'_>) -> Option<Cow<'_, str>> {
    match scalar {
        Scalar::Str(text) => Some(text),
        other => key_text(&other).map(Cow::Owned),
    }
}

/// The entries of a map in the order Go sets them, merges applied.
pub(crate) fn merged_entries<'d, 'a>(map: Node<'d, 'a>) -> Vec<(Node<'d, 'a>, Node<'d, 'a>)> {
    let (mut entries, mut budget) = (Vec::new(), MAX_MERGES);
    collect(map, &mut entries, 0, &mut budget);
    entries
}

/// The limit for merges of merges; further ones are left out, and `check` reports them.
const MAX_MERGES: usize = 10_000;

fn collect<'d, 'a>(
    map: Node<'d, 'a>,
    entries: &mut Vec<(Node<'d, 'a>, Node<'d, 'a>)>,
    depth: usize,
    budget: &mut usize,
) {
    // A merge that contains itself is refused elsewhere; here it only has to end.
    if depth > 100 || *budget == 0 {
        return;
    }
    *budget -= 1;
    for (key, value) in map.entries() {
        if !is_merge(key) {
            entries.push((key, value));
        } else if value.kind() == Kind::List {
            let maps: Vec<_> = value.items().collect();
            maps.into_iter().rev().for_each(|m| collect(m.target(), entries, depth + 1, budget));
        } else {
            collect(value.target(), entries, depth + 1, budget);
        }
    }
}

/// Compares names as encoding/json does: ASCII letters in any case, and the two other characters that fold to them.
pub(crate) fn fold_eq(a: &str, b: &str) -> bool {
    let fold = |c: char| match c {
        '\u{212A}' => 'k',
        '\u{17F}' => 's',
        c => c.to_ascii_lowercase(),
    };
    a.eq_ignore_ascii_case(b) || a.chars().map(fold).eq(b.chars().map(fold))
}

/// Builds nothing; only errors matter.
pub(crate) struct Nothing;

impl Builder for Nothing {
    type Value = ();

    fn null(&mut self) {}
    fn bool(&mut self, _: bool) {}
    fn float(&mut self, _: f64) {}
    fn string(&mut self, _: &str) {}
    fn list(&mut self, _: Vec<()>) {}
    fn map(&mut self, _: Vec<(String, ())>) {}
}

impl Document<'_> {
    /// Checks cheaply for errors that [`crate::read`] would report after parsing.
    ///
    /// # Errors
    /// The error of [`crate::read`] without the prefix for the stage, like those of [`crate::parse`].
    pub fn check(&self) -> Result<(), Error> {
        if !self.has_aliases && !self.is_suspicious() {
            return Ok(());
        }
        decode(self, &mut Nothing).map_err(|(Failure::Converting(error) | Failure::Reading(error))| error)
    }

    /// Whether the full check is needed: tags, merges, odd keys, infinities, great depth.
    fn is_suspicious(&self) -> bool {
        // For each open map: whether a key comes next, and where the collection ends.
        let mut open: Vec<(u32, bool, bool)> = Vec::new();
        for (at, data) in self.nodes.iter().enumerate() {
            while open.last().is_some_and(|o| o.0 as usize <= at) {
                open.pop();
            }
            let is_key = match open.last_mut() {
                Some((_, true, key_next)) => std::mem::replace(key_next, !*key_next),
                _ => false,
            };
            if data.kind != Kind::Scalar {
                if is_key || open.len() + 1 >= crate::MAX_VALUE_DEPTH {
                    return true;
                }
                open.push((data.end, data.kind == Kind::Map, true));
                continue;
            }
            if data.tag != Tag::None && !matches!(data.tag, Tag::Str | Tag::Other(_)) {
                return true;
            }
            if data.implicit && is_odd(self.node(at as u32), is_key) {
                return true;
            }
        }
        false
    }
}

/// Whether JSON may be unable to represent a plain scalar: a null or huge key, a merge, an infinity.
fn is_odd(node: Node<'_, '_>, is_key: bool) -> bool {
    let Some(&first) = node.text().as_bytes().first() else { return is_key };
    if is_key {
        let number =
            matches!(first, b'0'..=b'9' | b'+' | b'-' | b'.') && matches!(resolve_node(node), Ok(Scalar::Uint(_)));
        number || matches!(node.text(), "<<" | "~" | "null" | "Null" | "NULL")
    } else {
        matches!(first, b'.' | b'+' | b'-') && matches!(resolve_node(node), Ok(Scalar::Float(f)) if !f.is_finite())
    }
}
