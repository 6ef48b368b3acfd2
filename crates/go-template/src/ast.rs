//! The output of the parser and input of the evaluator: Go's parse tree with variables resolved to slots.
//!
//! All nodes of a text are in one list, each before its parts; nodes with parts store their end. Names, strings and
//! numbers are ranges of the text. So a tree is one allocation and can cross threads.

mod print;

pub(crate) use print::{Printed, Shape, line};

use std::ops::Range;
use std::sync::Arc;

use crate::function::Functions;
use crate::lex::Kind;

/// A text to parse templates from, shared with its loader.
pub type SourceText = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// A text and its nodes.
pub(crate) struct Code {
    /// The name it was parsed under (Go's ParseName).
    pub(crate) name: Arc<str>,
    pub(crate) text: SourceText,
    pub(crate) nodes: Box<[Node]>,
    /// The functions that function nodes refer to by number.
    pub(crate) functions: Arc<Functions>,
}

/// One template: a file's body, or a `define` inside one.
#[derive(Clone)]
pub struct Template {
    /// The name for `template` and `include`.
    pub name: Arc<str>,
    /// It contains only white space and comments: such a body does not replace another one of the same name.
    pub is_empty: bool,
    pub(crate) code: Arc<Code>,
    /// The range of its nodes.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The most variable slots that a frame needs (slot 0 is `$`).
    pub(crate) slots: usize,
}

/// A part of a template and its position in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) pos: u32,
    pub(crate) kind: NodeKind,
}

/// There are very many of them.
const _: () = assert!(size_of::<Node>() == 16);

/// The kind of a node. An `end` is a node number where it says so, otherwise a position in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NodeKind {
    /// A literal part.
    Text {
        end: u32,
    },
    /// An action that is only a string, such as `{{`text`}}`: the inside of the string.
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
    /// `{{template "name" pipeline}}`: the quoted name, followed by the pipeline, if there is one, up to node `end`.
    /// After it follows the body of a `block`, which is a separate template.
    Invoke {
        name_end: u32,
        end: u32,
    },
    Break,
    Continue,
    /// A `define` up to node `end`: not a part of the enclosing template.
    Definition {
        end: u32,
    },
    /// A pipeline: an action among the parts of a template, or an operand of a command.
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
    /// A quoted string. If it is plain, its inside is its value.
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
    /// A function by its number. The parser has checked that it exists.
    Function {
        number: u32,
        has_fields: bool,
    },
    /// `.a.b` after a pipeline or a function with fields.
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

/// The slot of a variable that the parser accepts but that does not exist at execution: assigned without a declaration,
/// or declared in another branch. Using it is Go's error `undefined variable: $x`.
pub(crate) const UNDEFINED_SLOT: u32 = u32::MAX;

/// A numeric constant under every type that can represent it.
#[derive(Debug, Default)]
pub(crate) struct Number {
    pub(crate) int: Option<i64>,
    pub(crate) uint: Option<u64>,
    pub(crate) float: Option<f64>,
    /// An imaginary constant such as `2i`: no Helm function takes one, but it parses.
    pub(crate) complex: Option<(f64, f64)>,
}

impl Code {
    /// The whole text.
    pub(crate) fn bytes(&self) -> &[u8] {
        (*self.text).as_ref()
    }
}

impl Node {
    /// The range of the text from its position to an end.
    pub(crate) fn span(self, end: u32) -> Range<usize> {
        self.pos as usize..end as usize
    }
}

/// The number of the node after an operand.
pub(crate) fn after_operand(nodes: &[Node], operand: u32) -> u32 {
    match nodes[operand as usize].kind {
        NodeKind::Pipe(pipe) => pipe.end + u32::from(pipe.has_fields),
        NodeKind::Function { has_fields, .. } => operand + 1 + u32::from(has_fields),
        _ => operand + 1,
    }
}

/// The number of the node after a part of a template.
pub(crate) fn after_part(nodes: &[Node], part: u32) -> u32 {
    match nodes[part as usize].kind {
        NodeKind::Branch { end, .. } | NodeKind::Invoke { end, .. } | NodeKind::Definition { end } => end,
        NodeKind::Pipe(pipe) => pipe.end,
        _ => part + 1,
    }
}
