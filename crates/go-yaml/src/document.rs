//! A parsed document: nodes in one arena, in the order they are written, with texts borrowed where possible.

use std::borrow::Cow;
use std::sync::Arc;

use crate::resolve::{Scalar, resolve_node};
use crate::scan::Span;

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A scalar of any style.
    Scalar,
    /// A sequence.
    List,
    /// A mapping.
    Map,
    /// An alias (`*name`).
    Alias,
}

/// How a scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Without quotes.
    Plain,
    /// In `'`.
    SingleQuoted,
    /// In `"`.
    DoubleQuoted,
    /// A block after `|`.
    Literal,
    /// A block after `>`.
    Folded,
}

/// A tag, resolved if its name has a meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tag {
    #[default]
    None,
    Str,
    Bool,
    Int,
    Float,
    Null,
    Timestamp,
    Binary,
    Merge,
    /// Another tag, by its index in the document's list.
    Other(u32),
}

impl Tag {
    pub(crate) fn known(name: &str) -> Option<Tag> {
        Some(match name.strip_prefix("tag:yaml.org,2002:")? {
            "str" => Tag::Str,
            "bool" => Tag::Bool,
            "int" => Tag::Int,
            "float" => Tag::Float,
            "null" => Tag::Null,
            "timestamp" => Tag::Timestamp,
            "binary" => Tag::Binary,
            "merge" => Tag::Merge,
            _ => return None,
        })
    }

    /// The short name, as errors use it.
    pub(crate) fn short_name(self) -> &'static str {
        match self {
            Tag::Str => "!!str",
            Tag::Bool => "!!bool",
            Tag::Int => "!!int",
            Tag::Float => "!!float",
            Tag::Null => "!!null",
            Tag::Timestamp => "!!timestamp",
            Tag::Binary => "!!binary",
            Tag::Merge => "!!merge",
            Tag::None | Tag::Other(_) => "",
        }
    }
}

/// One node of the arena. Its children follow it directly, up to `end`.
#[derive(Clone, Debug)]
pub(crate) struct NodeData {
    pub(crate) text: Span,
    pub(crate) line: u32,
    pub(crate) end: u32,
    /// The node that an alias refers to.
    pub(crate) extra: u32,
    pub(crate) tag: Tag,
    pub(crate) kind: Kind,
    pub(crate) style: Style,
    /// The scalar is plain and without a tag: its text determines its type.
    pub(crate) implicit: bool,
}

impl NodeData {
    pub(crate) fn new(kind: Kind, line: u32) -> NodeData {
        NodeData {
            text: Span::default(),
            line,
            end: 0,
            extra: 0,
            tag: Tag::None,
            kind,
            style: Style::Plain,
            implicit: false,
        }
    }

    pub(crate) fn tagged(self, tag: Tag) -> NodeData {
        NodeData { tag, ..self }
    }
}

/// The texts that the documents of a stream share.
#[derive(Debug)]
pub(crate) struct Texts<'a> {
    pub(crate) source: Cow<'a, str>,
    pub(crate) scratch: String,
}

/// A parsed document.
#[derive(Clone, Debug)]
pub struct Document<'a> {
    pub(crate) texts: Arc<Texts<'a>>,
    pub(crate) nodes: Vec<NodeData>,
    pub(crate) tags: Vec<String>,
    pub(crate) has_aliases: bool,
}

impl<'a> Document<'a> {
    /// The outermost node.
    pub fn root(&self) -> Node<'_, 'a> {
        Node { document: self, at: 0 }
    }

    pub(crate) fn node(&self, at: u32) -> Node<'_, 'a> {
        Node { document: self, at }
    }
}

static NOTHING: NodeData = NodeData {
    text: Span::EMPTY,
    line: 0,
    end: 0,
    extra: 0,
    tag: Tag::None,
    kind: Kind::Scalar,
    style: Style::Plain,
    implicit: true,
};

/// A node of a document.
#[derive(Clone, Copy)]
pub struct Node<'d, 'a> {
    pub(crate) document: &'d Document<'a>,
    pub(crate) at: u32,
}

impl<'d, 'a> Node<'d, 'a> {
    pub(crate) fn data(self) -> &'d NodeData {
        self.document.nodes.get(self.at as usize).unwrap_or(&NOTHING)
    }

    /// What the node is.
    pub fn kind(self) -> Kind {
        self.data().kind
    }

    /// A scalar's text without quotes and escapes; an alias's name.
    pub fn text(self) -> &'d str {
        self.data().text.text(&self.document.texts.source, &self.document.texts.scratch)
    }

    /// How a scalar is written.
    pub fn style(self) -> Style {
        self.data().style
    }

    /// The full tag; "" if there is none.
    pub fn tag(self) -> Cow<'d, str> {
        match self.data().tag {
            Tag::None => "".into(),
            Tag::Other(at) => self.document.tags.get(at as usize).map_or("", String::as_str).into(),
            known => known.short_name().replacen("!!", "tag:yaml.org,2002:", 1).into(),
        }
    }

    /// The node's unique number within the document.
    pub fn number(self) -> u32 {
        self.at
    }

    /// The line it starts on, from 1.
    pub fn line(self) -> usize {
        self.data().line as usize + 1
    }

    /// The node that an alias refers to, or the node itself.
    pub fn target(self) -> Node<'d, 'a> {
        match self.kind() {
            Kind::Alias => self.document.node(self.data().extra),
            _ => self,
        }
    }

    /// The value of a scalar by Go's rules; collections have none. A wrong tag makes it a string.
    pub fn scalar(self) -> Option<Scalar<'d>> {
        let text = || Scalar::Str(self.text().into());
        (self.kind() == Kind::Scalar).then(|| resolve_node(self).unwrap_or_else(|_| text()))
    }

    /// Whether this is a null.
    pub fn is_null(self) -> bool {
        matches!(self.scalar(), Some(Scalar::Null))
    }

    /// The items of a list; nothing otherwise.
    pub fn items(self) -> Items<'d, 'a> {
        let end = if self.kind() == Kind::List { self.data().end } else { 0 };
        Items { document: self.document, at: self.at + 1, end }
    }

    /// The entries of a map as written, duplicates and merge keys included; nothing otherwise.
    pub fn entries(self) -> Entries<'d, 'a> {
        let end = if self.kind() == Kind::Map { self.data().end } else { 0 };
        Entries { items: Items { document: self.document, at: self.at + 1, end } }
    }
}

/// The items of a list, see [`Node::items`].
#[derive(Clone)]
pub struct Items<'d, 'a> {
    document: &'d Document<'a>,
    at: u32,
    end: u32,
}

impl<'d, 'a> Iterator for Items<'d, 'a> {
    type Item = Node<'d, 'a>;

    fn next(&mut self) -> Option<Node<'d, 'a>> {
        if self.at >= self.end {
            return None;
        }
        let node = self.document.node(self.at);
        self.at = node.data().end.max(self.at + 1);
        Some(node)
    }
}

/// The entries of a map, see [`Node::entries`].
#[derive(Clone)]
pub struct Entries<'d, 'a> {
    items: Items<'d, 'a>,
}

impl<'d, 'a> Iterator for Entries<'d, 'a> {
    type Item = (Node<'d, 'a>, Node<'d, 'a>);

    fn next(&mut self) -> Option<Self::Item> {
        Some((self.items.next()?, self.items.next()?))
    }
}
