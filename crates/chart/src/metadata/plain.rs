//! A YAML document as scalars, lists and maps, numbers still as written: what a typed decoding starts from.

use std::collections::BTreeMap;

use skeg_go_yaml::{Builder, Error, Kind, Node, Scalar, Tree};

/// More than any Chart.yaml holds; aliases of aliases could ask for without end.
const MAX_NODES: usize = 200_000;
/// Reading recurses; nothing in a Chart.yaml is this deep.
const MAX_DEPTH: usize = 200;

/// What is left to spend on a document.
struct Budget {
    nodes: usize,
    depth: usize,
}

pub(super) enum Plain {
    Null,
    Bool(bool),
    /// A number: its value, and its text where a text is wanted.
    Number(f64, String),
    Text(String),
    List(Vec<Plain>),
    /// Sorted by key, each key once.
    Map(Vec<(String, Plain)>),
}

impl Plain {
    /// Reads the first document; the error is the text of Go's library.
    pub(super) fn read(text: &[u8]) -> Result<Plain, Error> {
        if let Some(map) = skeg_go_yaml::read_plain_map(text, &mut PlainBuilder) {
            return Ok(map);
        }
        let failed = |error: Error| error.after("error converting YAML to JSON: ");
        let Some(document) = skeg_go_yaml::parse(text).map_err(failed)? else { return Ok(Plain::Null) };
        let mut budget = Budget { nodes: MAX_NODES, depth: MAX_DEPTH };
        match read_node(document.root(), &mut budget) {
            Some(plain) => Ok(plain),
            // Something no map key or value may be: the strict reader knows Go's words for it.
            None => Err(match skeg_go_yaml::read_tree(text) {
                Err(error) => error,
                Ok(_) => Error::other("error converting YAML to JSON: yaml: document contains excessive aliasing"),
            }),
        }
    }

    /// What encoding/json calls it.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Plain::Null => "null",
            Plain::Bool(_) => "bool",
            Plain::Number(..) => "number",
            Plain::Text(_) => "string",
            Plain::List(_) => "array",
            Plain::Map(_) => "object",
        }
    }

    /// The text of the first infinity or NaN in it. Only a field that takes text can hold one.
    pub(super) fn unsayable(&self) -> Option<&str> {
        match self {
            Plain::Number(number, text) if !number.is_finite() => Some(text),
            Plain::List(items) => items.iter().find_map(Plain::unsayable),
            Plain::Map(entries) => entries.iter().find_map(|(_, value)| value.unsayable()),
            _ => None,
        }
    }

    pub(super) fn to_tree(&self) -> Tree {
        match self {
            Plain::Null => Tree::Null,
            Plain::Bool(b) => Tree::Bool(*b),
            Plain::Number(number, _) => Tree::Float(*number),
            Plain::Text(text) => Tree::Str(text.as_str().into()),
            Plain::List(items) => Tree::List(items.iter().map(Plain::to_tree).collect()),
            Plain::Map(entries) => {
                Tree::Map(entries.iter().map(|(key, value)| (key.as_str().into(), value.to_tree())).collect())
            }
        }
    }
}

/// Builds what the quick reader of plain maps finds.
struct PlainBuilder;

impl Builder for PlainBuilder {
    type Value = Plain;

    fn null(&mut self) -> Plain {
        Plain::Null
    }

    fn bool(&mut self, value: bool) -> Plain {
        Plain::Bool(value)
    }

    fn float(&mut self, value: f64) -> Plain {
        number(&Scalar::Float(value))
    }

    fn int(&mut self, value: i64) -> Plain {
        number(&Scalar::Int(value))
    }

    fn uint(&mut self, value: u64) -> Plain {
        number(&Scalar::Uint(value))
    }

    fn string(&mut self, value: &str) -> Plain {
        Plain::Text(value.to_string())
    }

    fn owned_string(&mut self, value: String) -> Plain {
        Plain::Text(value)
    }

    fn list(&mut self, items: Vec<Plain>) -> Plain {
        Plain::List(items)
    }

    fn map(&mut self, entries: Vec<(String, Plain)>) -> Plain {
        Plain::Map(entries)
    }
}

fn number(scalar: &Scalar<'_>) -> Plain {
    go_text(scalar).map_or(Plain::Null, |(number, text)| Plain::Number(number, text))
}

fn read_node(node: Node<'_, '_>, budget: &mut Budget) -> Option<Plain> {
    budget.nodes = budget.nodes.checked_sub(1)?;
    budget.depth = budget.depth.checked_sub(1)?;
    let plain = read_within(node, budget);
    budget.depth += 1;
    plain
}

fn read_within(node: Node<'_, '_>, budget: &mut Budget) -> Option<Plain> {
    let node = node.target();
    match node.kind() {
        Kind::List => Some(Plain::List(node.items().map(|item| read_node(item, budget)).collect::<Option<_>>()?)),
        Kind::Map => {
            let mut entries = BTreeMap::new();
            read_entries(node, &mut entries, budget)?;
            Some(Plain::Map(entries.into_iter().collect()))
        }
        _ => Some(match node.scalar()? {
            Scalar::Null => Plain::Null,
            Scalar::Bool(b) => Plain::Bool(b),
            scalar => match go_text(&scalar) {
                Some((number, text)) => Plain::Number(number, text),
                None => Plain::Text(node_text(scalar)),
            },
        }),
    }
}

fn read_entries(map: Node<'_, '_>, entries: &mut BTreeMap<String, Plain>, budget: &mut Budget) -> Option<()> {
    for (key, value) in map.entries() {
        if key.kind() == Kind::Scalar && key.text() == "<<" && key.style() == skeg_go_yaml::Style::Plain {
            merge(value.target(), entries, budget)?;
            continue;
        }
        let key = match key.target().scalar()? {
            Scalar::Null => return None,
            Scalar::Bool(b) => b.to_string(),
            scalar => go_text(&scalar).map_or_else(|| node_text(scalar), |(_, text)| text),
        };
        let value = read_node(value, budget)?;
        entries.insert(key, value);
    }
    Some(())
}

/// A merge key overwrites what stands before it; of several maps the first wins.
fn merge(value: Node<'_, '_>, entries: &mut BTreeMap<String, Plain>, budget: &mut Budget) -> Option<()> {
    match value.kind() {
        Kind::Map => read_entries(value, entries, budget),
        Kind::List => {
            let maps: Vec<_> = value.items().collect();
            maps.into_iter().rev().try_for_each(|map| read_entries(map.target(), entries, budget))
        }
        _ => None,
    }
}

/// A number and the text Go makes of it where a string is wanted.
fn go_text(scalar: &Scalar<'_>) -> Option<(f64, String)> {
    match scalar {
        Scalar::Int(n) => Some((*n as f64, n.to_string())),
        Scalar::Uint(n) => Some((*n as f64, n.to_string())),
        Scalar::Float(f) => Some((*f, skeg_go_yaml::format_float32(*f))),
        _ => None,
    }
}

fn node_text(scalar: Scalar<'_>) -> String {
    match scalar {
        Scalar::Str(text) => text.into_owned(),
        _ => String::new(),
    }
}
