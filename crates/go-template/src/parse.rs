//! Builds syntax trees from template text, with Go's rules, positions and error messages.
//!
//! In: a name, the text, the available functions. Out: the templates in the text, with variables resolved to slots and
//! functions looked up, or Go's error.

mod control;
mod error;
mod float;
mod integer;
mod number;
mod operand;
mod pipeline;
mod scope;
#[cfg(test)]
mod tests;
mod tokens;
mod unquote;

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;

use crate::ast::{Code, Node, NodeKind, SourceText, Template};
use crate::function::Functions;
use crate::hash::FastBuild;
use crate::lex::{Kind, Lexer};
use crate::{ParseError, ParseErrorKind};
use control::{Closing, Step};
pub(crate) use number::parse_number;
use scope::Scope;
use tokens::Lookahead;
pub(crate) use unquote::unquote;

/// The limit for nesting, in the units below. Go stops at 10000 parentheses, and only memory limits its control
/// structures; this limit keeps the parser and the recursive walks over a tree, including its drop, within a thread's
/// small stack.
const MAX_NESTING: usize = 768;
/// The nesting cost of a control structure or a parenthesis: 256 of them may be nested.
const NESTED: usize = 3;
/// The nesting cost of an `else if`. It takes less stack, and chains of them are longer than anything people nest.
const CHAINED: usize = 1;

/// Boxed, to keep the frames of the recursive descent small.
type Parsed<T> = Result<T, Box<ParseError>>;

/// Parses a text into its templates: `define`s and `block`s in the order they end, then the body under the given name
/// (even if empty), each name once.
///
/// A body with the same name as a `define` inside it is a second definition: if one of the two is empty the other one
/// stays, otherwise it is an error. A function of `functions` hides the one of `builtins`.
pub(crate) fn parse(name: &str, text: SourceText, functions: &Arc<Functions>) -> Result<Vec<Template>, ParseError> {
    let bytes = (*text).as_ref();
    if u32::try_from(bytes.len()).is_err() {
        let (name, message) = (name.to_string(), "text too large".to_string());
        return Err(ParseError { name, line: 1, message, kind: ParseErrorKind::Other });
    }
    let name: Arc<str> = Arc::from(name);
    let is_function = |name: &str| functions.number(name.as_bytes()).is_some();
    let mut parser = Parser {
        name: &name,
        text: bytes,
        functions,
        lexer: Lexer::new(bytes, !is_function("break"), !is_function("continue")),
        tree: Tree::default(),
        nesting: 0,
        nodes: SCRATCH.take(),
        definitions: Vec::new(),
        definition_index: HashMap::default(),
    };
    // An estimate that is seldom exceeded: the memory of a vector that had to grow lies idle.
    parser.nodes.reserve(bytes.len() / BYTES_OF_NODE);
    parser.text().map_err(|e| *e)?;
    let Parser { mut nodes, definitions, .. } = parser;
    let code = Arc::new(Code { name, text, nodes: nodes.as_slice().into(), functions: functions.clone() });
    if nodes.capacity() <= MOST_KEPT {
        nodes.clear();
        SCRATCH.set(nodes);
    }
    Ok(definitions.into_iter().map(|definition| definition.of(&code)).collect())
}

thread_local! {
    /// Collects nodes until their number is known. It grows with the first texts and is reused for the rest.
    static SCRATCH: Cell<Vec<Node>> = const { Cell::new(Vec::new()) };
}

/// The bytes of text per node, in files full of actions.
const BYTES_OF_NODE: usize = 16;

/// The largest capacity that is kept for the next text, in nodes.
const MOST_KEPT: usize = 1 << 16;

/// The state of one parse.
struct Parser<'t> {
    name: &'t Arc<str>,
    text: &'t [u8],
    functions: &'t Functions,
    lexer: Lexer<'t>,
    /// The template being parsed.
    tree: Tree<'t>,
    nesting: usize,
    nodes: Vec<Node>,
    definitions: Vec<Definition>,
    definition_index: HashMap<Arc<str>, usize, FastBuild>,
}

/// A parsed template.
struct Definition {
    name: Arc<str>,
    start: u32,
    end: u32,
    slots: usize,
    is_empty: bool,
}

impl Definition {
    fn of(self, code: &Arc<Code>) -> Template {
        let Definition { name, start, end, slots, is_empty } = self;
        Template { name, is_empty, code: code.clone(), start, end, slots }
    }
}

/// The state that belongs to one template (a body, a `define`, a `block`) while it is parsed.
#[derive(Default)]
struct Tree<'t> {
    lookahead: Lookahead,
    scope: Scope<'t>,
    /// The start of the action being parsed; reset as soon as an action inside it ends.
    action: Option<u32>,
    range_depth: usize,
    /// It contains more than white space and comments.
    has_content: bool,
}

impl<'t> Parser<'t> {
    /// The whole text: like a list of nodes, but with `define`s.
    fn text(&mut self) -> Parsed<()> {
        loop {
            let token = self.next();
            match token.kind {
                Kind::Eof => break,
                Kind::LeftDelim => {
                    if self.next().kind == Kind::Define {
                        self.definition()?;
                        continue;
                    }
                    self.back_up();
                }
                _ => {}
            }
            if let Step::Close(closing) = self.text_or_action(token)? {
                let kind = match closing {
                    Closing::End => ParseErrorKind::StrayEnd,
                    _ => ParseErrorKind::Other,
                };
                return self.fail_by(kind, format!("unexpected {closing}"));
            }
        }
        self.add(self.name.clone(), 0)
    }

    /// Adds the template that was just parsed, unless a non-empty one has its name.
    fn add(&mut self, name: Arc<str>, start: u32) -> Parsed<()> {
        let is_empty = !self.tree.has_content;
        let slots = self.tree.scope.slots();
        let definition = Definition { name: name.clone(), start, end: self.node_count(), slots, is_empty };
        match self.definition_index.get(&name) {
            None => {
                self.definition_index.insert(name, self.definitions.len());
                self.definitions.push(definition);
            }
            Some(&i) if self.definitions[i].is_empty => self.definitions[i] = definition,
            Some(_) if is_empty => {}
            Some(_) => {
                let name = crate::fmt::quote(name.as_bytes());
                return self.fail(format!("template: multiple definition of template {name}"));
            }
        }
        Ok(())
    }

    /// The number of the next node.
    fn node_count(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// Adds a node and returns its number.
    fn push(&mut self, pos: u32, kind: NodeKind) -> u32 {
        self.nodes.push(Node { pos, kind });
        self.node_count() - 1
    }

    /// Sets a node's kind once it is known.
    fn set(&mut self, number: u32, kind: NodeKind) {
        self.nodes[number as usize].kind = kind;
    }

    /// Enters a structure that can nest.
    fn descend(&mut self, cost: usize, too_deep: &str) -> Parsed<()> {
        if self.nesting + cost > MAX_NESTING {
            return self.fail(too_deep);
        }
        self.nesting += cost;
        Ok(())
    }
}

/// Whether a text is only white space.
fn is_blank(text: &[u8]) -> bool {
    // The first bytes usually decide: do not validate all of a long text.
    match text.iter().find(|b| !matches!(b, b' ' | b'\t'..=b'\r')) {
        None => true,
        Some(b) if b.is_ascii() => false,
        Some(_) => std::str::from_utf8(text).is_ok_and(|text| text.chars().all(char::is_whitespace)),
    }
}
