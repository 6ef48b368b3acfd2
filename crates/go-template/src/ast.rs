//! What the parser makes and the evaluator walks: Go's parse tree with variables resolved to slots.
//!
//! All nodes of a text stand in one row, each before its parts; what has parts knows where they end. Names, strings and
//! numbers are stretches of the text. So a tree is one piece of memory, and can cross threads.

mod print;

pub(crate) use print::{Printed, Shape, line};

use std::ops::Range;
use std::sync::Arc;

use crate::function::Functions;
use crate::lex::Kind;

/// A text that templates are parsed from, shared with its loader.
pub type SourceText = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// A text and its nodes.
pub(crate) struct Code {
    /// The name it was parsed under (Go's ParseName).
    pub(crate) name: Arc<str>,
    pub(crate) text: SourceText,
    pub(crate) nodes: Box<[Node]>,
    /// What the nodes of functions point into.
    pub(crate) functions: Arc<Functions>,
}

/// One template: a file's body, or a `define` inside one.
#[derive(Clone)]
pub struct Template {
    /// The name that `template` and `include` call it by.
    pub name: Arc<str>,
    /// Nothing but white space and comments: such a body does not replace another one of the same name.
    pub is_empty: bool,
    pub(crate) code: Arc<Code>,
    /// Where its nodes start and end.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// How many variable slots a frame needs at most (slot 0 is `$`).
    pub(crate) slots: usize,
}

/// A part of a template and where it stands in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) pos: u32,
    pub(crate) kind: NodeKind,
}

/// There are very many of them.
const _: () = assert!(size_of::<Node>() == 16);

/// What a node is. An `end` is the number of a node where it says so, else a place in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NodeKind {
    /// A literal part.
    Text {
        end: u32,
    },
    /// An action that is nothing but a string, as `{{`text`}}`: the inside of the string.
    Literal {
        end: u32,
    },
    /// `if`, `with` or `range`: followed by its pipeline, the body, and from node `otherwise` to node `end` the `else` (an
    /// `else if` is an `If` there).
    Branch {
        keyword: Keyword,
        has_else: bool,
        otherwise: u32,
        end: u32,
    },
    /// `{{template "name" pipeline}}`: the name with its quotes, followed by the pipeline, if there is one, up to node
    /// `end`. What stands behind the pipeline is the body of a `block`, a template of its own.
    Invoke {
        name_end: u32,
        end: u32,
    },
    Break,
    Continue,
    /// A `define` up to node `end`: no part of what is around it.
    Definition {
        end: u32,
    },
    /// A pipeline: an action where it stands among the parts of a template, an operand where it stands in a command.
    Pipe(Pipe),
    /// A variable that a pipeline declares or assigns.
    Declared {
        slot: u32,
        end: u32,
    },
    /// A command up to node `end`: a function or value, then arguments.
    Command {
        args: u32,
        end: u32,
    },
    Dot,
    Nil,
    Bool(bool),
    /// A number and its kind of token.
    Number {
        kind: Kind,
        end: u32,
    },
    /// A string with its quotes. Where it is plain, its inside is its value.
    Str {
        is_plain: bool,
        end: u32,
    },
    /// `.a.b`
    Field {
        end: u32,
    },
    /// `$x.a.b`
    Variable {
        slot: u32,
        end: u32,
    },
    /// A function by its number. Its being there was checked by the parser.
    Function {
        number: u32,
        has_fields: bool,
    },
    /// `.a.b` behind a pipeline or function that has fields.
    Fields {
        end: u32,
    },
}

/// A pipeline: the variables it declares or assigns, then its commands up to node `end`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pipe {
    pub(crate) end: u32,
    pub(crate) variables: u8,
    /// `=` rather than `:=`.
    pub(crate) is_assign: bool,
    pub(crate) has_fields: bool,
}

/// A control structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keyword {
    If,
    With,
    Range,
}

/// The slot of a variable that the parser lets pass but that is not there at execution: assigned without having been
/// declared, or declared in another branch. Using it is Go's error `undefined variable: $x`.
pub(crate) const UNDEFINED_SLOT: u32 = u32::MAX;

/// A numeric constant with all the types it can have.
#[derive(Debug, Default)]
pub(crate) struct Number {
    pub(crate) int: Option<i64>,
    pub(crate) uint: Option<u64>,
    pub(crate) float: Option<f64>,
    /// An imaginary constant such as `2i`: no Helm function takes one, but it parses.
    pub(crate) complex: Option<(f64, f64)>,
}

impl Code {
    /// All of the text.
    pub(crate) fn bytes(&self) -> &[u8] {
        (*self.text).as_ref()
    }
}

impl Node {
    /// The stretch of the text from its place to an end.
    pub(crate) fn span(self, end: u32) -> Range<usize> {
        self.pos as usize..end as usize
    }
}

/// The number of the node behind an operand.
pub(crate) fn after_operand(nodes: &[Node], operand: u32) -> u32 {
    match nodes[operand as usize].kind {
        NodeKind::Pipe(pipe) => pipe.end + u32::from(pipe.has_fields),
        NodeKind::Function { has_fields, .. } => operand + 1 + u32::from(has_fields),
        _ => operand + 1,
    }
}

/// The number of the node behind a part of a template.
pub(crate) fn after_part(nodes: &[Node], part: u32) -> u32 {
    match nodes[part as usize].kind {
        NodeKind::Branch { end, .. } | NodeKind::Invoke { end, .. } | NodeKind::Definition { end } => end,
        NodeKind::Pipe(pipe) => pipe.end,
        _ => part + 1,
    }
}
