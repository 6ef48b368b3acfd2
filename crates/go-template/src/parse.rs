//! Builds syntax trees from template text, with Go's rules, positions and error texts.
//!
//! In: a name, the text, the functions there are. Out: the templates that the text holds, their variables resolved to
//! slots and their functions looked up, or the error Go would give.

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

use std::collections::HashMap;
use std::sync::Arc;

use crate::ast::{Block, Expr, Node, Source, SourceText, Template};
use crate::hash::FastBuild;
use crate::lex::{Kind, Lexer};
use crate::{FunctionTable, ParseError, Str};
use control::Step;
use scope::Scope;
use tokens::Lookahead;

/// How much nesting there may be, in the units below. Go stops at 10000 parentheses and only memory stops its control
/// structures; this keeps the parser and the walks over a tree, its drop included, within a thread's small stack.
const MAX_NESTING: usize = 768;
/// What a control structure or a parenthesis adds to the nesting: 256 of them may stand inside each other.
const NESTED: usize = 3;
/// What an `else if` adds. It takes less stack, and chains of them are longer than anything people nest.
const CHAINED: usize = 1;

/// Boxed, to keep the frames of the recursive descent small.
type Parsed<T> = Result<T, Box<ParseError>>;

/// Parses a text into the templates it holds: its `define`s and `block`s in the order they end, then its body under the
/// given name (be it empty), each name once.
///
/// A body of the same name as a `define` inside it counts as a second definition: where one of the two is empty the
/// other one stays, else it is an error. A function of `functions` hides one of `builtins`.
pub(crate) fn parse(
    name: &str,
    text: SourceText,
    functions: &FunctionTable,
    builtins: &FunctionTable,
) -> Result<Vec<Template>, ParseError> {
    if u32::try_from((*text).as_ref().len()).is_err() {
        return Err(ParseError { name: name.to_string(), line: 1, message: "text too large".to_string() });
    }
    let source = Arc::new(Source { name: Arc::from(name), text });
    let is_function = |name| functions.get(name).is_some() || builtins.get(name).is_some();
    let lexer = Lexer::new(source.bytes(), !is_function("break"), !is_function("continue"));
    let dollar: Arc<str> = Arc::from("$");
    let mut parser = Parser {
        source: &source,
        text: source.bytes(),
        functions,
        builtins,
        lexer,
        tree: Tree::new(&dollar),
        dollar,
        nesting: 0,
        templates: Vec::new(),
        template_index: HashMap::new(),
        names: HashMap::default(),
        operands: Vec::new(),
        fields: Vec::new(),
    };
    parser.text().map_err(|e| *e)?;
    Ok(parser.templates)
}

/// The state of one parse.
struct Parser<'t> {
    source: &'t Arc<Source>,
    text: &'t [u8],
    functions: &'t FunctionTable,
    builtins: &'t FunctionTable,
    lexer: Lexer<'t>,
    /// The template that is being parsed.
    tree: Tree,
    dollar: Arc<str>,
    nesting: usize,
    templates: Vec<Template>,
    template_index: HashMap<Arc<str>, usize>,
    /// Names and strings seen so far, so that the same one is kept once.
    names: HashMap<&'t [u8], Str, FastBuild>,
    /// Operands and fields on their way into the tree: lists are made when their length is known.
    operands: Vec<Expr>,
    fields: Vec<Str>,
}

/// What belongs to one template (a body, a `define`, a `block`) while it is parsed.
struct Tree {
    lookahead: Lookahead,
    scope: Scope,
    /// Where the action being parsed starts; unset again as soon as an action inside it ends.
    action: Option<u32>,
    range_depth: usize,
}

impl Tree {
    fn new(dollar: &Arc<str>) -> Tree {
        Tree { lookahead: Lookahead::default(), scope: Scope::new(dollar.clone()), action: None, range_depth: 0 }
    }
}

impl Parser<'_> {
    /// The whole text: like a list of nodes, but with `define`s.
    fn text(&mut self) -> Parsed<()> {
        let mut body = Block::default();
        while self.peek().kind != Kind::Eof {
            if self.peek().kind == Kind::LeftDelim {
                let delim = self.next();
                if self.next_non_space().kind == Kind::Define {
                    self.definition()?;
                    continue;
                }
                self.back_up_2(delim);
            }
            match self.text_or_action()? {
                Step::Node(node) => body.nodes.push(node),
                Step::Close(closing) => return self.fail(format!("unexpected {closing}")),
            }
        }
        self.add(self.source.name.clone(), body)
    }

    /// Adds the template that was just parsed, where its name is free or the one that has it is empty.
    fn add(&mut self, name: Arc<str>, body: Block) -> Parsed<()> {
        let is_empty = body.nodes.iter().all(|node| is_empty(node, self.source.bytes()));
        let template = Template {
            name: name.clone(),
            source: self.source.clone(),
            body: Arc::new(body),
            slots: self.tree.scope.slots(),
            is_empty,
        };
        match self.template_index.get(&name) {
            None => {
                self.template_index.insert(name, self.templates.len());
                self.templates.push(template);
            }
            Some(&i) if self.templates[i].is_empty => self.templates[i] = template,
            Some(_) if is_empty => {}
            Some(_) => {
                let name = crate::fmt::quote(name.as_bytes());
                return self.fail(format!("template: multiple definition of template {name}"));
            }
        }
        Ok(())
    }

    /// Goes down into a structure that can nest.
    fn descend(&mut self, cost: usize, too_deep: &str) -> Parsed<()> {
        if self.nesting + cost > MAX_NESTING {
            return self.fail(too_deep);
        }
        self.nesting += cost;
        Ok(())
    }
}

/// Reports whether a node is nothing but white space (comments leave no node).
fn is_empty(node: &Node, source: &[u8]) -> bool {
    let Node::Text { start, end } = node else { return false };
    let text = &source[*start as usize..*end as usize];
    // The first bytes settle it most of the time: do not validate all of a long text.
    match text.iter().find(|b| !matches!(b, b' ' | b'\t'..=b'\r')) {
        None => true,
        Some(b) if b.is_ascii() => false,
        Some(_) => std::str::from_utf8(text).is_ok_and(|text| text.chars().all(char::is_whitespace)),
    }
}
