//! What the parser makes and the evaluator walks: Go's parse tree with variables resolved to slots.
//!
//! Everything here can cross threads. Positions are byte offsets into the source, kept for error texts.

mod print;

pub use print::error_context;

use std::sync::Arc;

use crate::{Function, Str};

/// A text that templates are parsed from, shared with whoever loaded it.
pub type SourceText = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// The text that templates were parsed from: their literal parts and error positions point into it.
pub struct Source {
    /// The name it was parsed under (Go's ParseName).
    pub name: Arc<str>,
    pub text: SourceText,
}

impl Source {
    /// All of the text.
    pub fn bytes(&self) -> &[u8] {
        (*self.text).as_ref()
    }
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

/// One template: a file's body, or a `define` inside one.
#[derive(Clone, Debug)]
pub struct Template {
    pub name: Arc<str>,
    pub source: Arc<Source>,
    pub body: Arc<Block>,
    /// How many variable slots a frame needs at most (slot 0 is `$`).
    pub slots: usize,
    /// Nothing but white space and comments: such a body does not replace another one of the same name.
    pub is_empty: bool,
}

/// A list of nodes.
#[derive(Debug, Default)]
pub struct Block {
    pub nodes: Vec<Node>,
}

/// A part of a template.
#[derive(Debug)]
pub enum Node {
    /// A literal part: where it starts and ends in the source.
    Text {
        start: u32,
        end: u32,
    },
    /// An action that is nothing but a string, as `{{`text`}}`: where its inside starts and ends in the source.
    Literal {
        start: u32,
        end: u32,
    },
    Action(Action),
    If(Box<Branch>),
    With(Box<Branch>),
    Range(Box<Branch>),
    Template(Box<Invoke>),
    Break {
        pos: u32,
    },
    Continue {
        pos: u32,
    },
}

/// `{{pipeline}}`
#[derive(Debug)]
pub struct Action {
    pub pos: u32,
    pub pipe: Pipe,
}

/// `if`, `with` or `range`, with its `else` (an `else if` is a block holding one `If`).
#[derive(Debug)]
pub struct Branch {
    pub pos: u32,
    pub pipe: Pipe,
    pub body: Block,
    pub otherwise: Option<Block>,
}

/// `{{template "name" pipeline}}`
#[derive(Debug)]
pub struct Invoke {
    pub pos: u32,
    pub name: Arc<str>,
    pub pipe: Option<Pipe>,
}

/// A pipeline, with the variables it declares or assigns.
#[derive(Debug)]
pub struct Pipe {
    pub pos: u32,
    /// `=` rather than `:=`.
    pub is_assign: bool,
    pub decl: Box<[Variable]>,
    pub commands: Box<[Command]>,
}

/// A variable being declared or assigned, by the slot it lives in.
#[derive(Debug)]
pub struct Variable {
    pub pos: u32,
    /// With its `$`.
    pub name: Arc<str>,
    pub slot: u32,
}

/// The slot of a variable that the parser lets pass but that is not there at execution: assigned without having been
/// declared, or declared in another branch. Using it is Go's error `undefined variable: $x`.
pub const UNDEFINED_SLOT: u32 = u32::MAX;

/// Operands side by side: a function or value, then arguments.
#[derive(Debug)]
pub struct Command {
    pub pos: u32,
    /// Never empty.
    pub args: Box<[Expr]>,
}

/// An operand and where it stands.
#[derive(Debug)]
pub struct Expr {
    pub pos: u32,
    pub kind: ExprKind,
}

/// What an operand is.
#[derive(Debug)]
pub enum ExprKind {
    Dot,
    Nil,
    Bool(bool),
    /// Boxed, as it is rare and large.
    Number(Box<Number>),
    /// A string: how it is written, and its value.
    Str {
        quoting: Quoting,
        value: Str,
    },
    /// `.a.b`: the names.
    Field(Box<[Str]>),
    /// `$x.a.b`
    Variable {
        name: Arc<str>,
        slot: u32,
        fields: Box<[Str]>,
    },
    /// `(pipe).a.b` and its like.
    Chain {
        operand: Box<Expr>,
        fields: Box<[Str]>,
    },
    /// A function by name. Its being there was checked by the parser.
    Function(FunctionRef),
    /// A parenthesised pipeline.
    Pipe(Box<Pipe>),
}

/// How a string is written.
#[derive(Debug)]
pub enum Quoting {
    /// Its value between double quotes.
    Double,
    /// Its value between back quotes.
    Raw,
    /// With escapes or other things that are not in its value.
    Other(Box<[u8]>),
}

/// A function that a template calls.
#[derive(Clone, Copy)]
pub struct FunctionRef {
    pub function: &'static Function,
    /// Go's own, not one of the table that happens to have the same name: `and`, `or` and `call` are then special.
    pub is_builtin: bool,
}

impl std::fmt::Debug for FunctionRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.function.name)
    }
}

/// A numeric constant with all the types it can have.
#[derive(Debug)]
pub struct Number {
    /// As written.
    pub text: String,
    pub int: Option<i64>,
    pub uint: Option<u64>,
    pub float: Option<f64>,
    /// An imaginary constant such as `2i`: no Helm function takes one, but it parses.
    pub complex: Option<(f64, f64)>,
}
