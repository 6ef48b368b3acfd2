//! Text, actions and control structures.

use std::fmt;
use std::sync::Arc;

use super::{CHAINED, NESTED, Parsed, Parser, Tree};
use crate::ast::{Action, Block, Branch, Expr, ExprKind, Invoke, Node, Pipe, Quoting};
use crate::lex::{Kind, Token};

/// Not one of Go's errors: its control structures may nest without end.
const TOO_DEEP: &str = "max nesting depth exceeded";

/// What ends a list of nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Closing {
    End,
    Else,
}

impl fmt::Display for Closing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Closing::End => "{{end}}",
            Closing::Else => "{{else}}",
        })
    }
}

/// A piece of a list of nodes, or its end.
pub(super) enum Step {
    Node(Node),
    Close(Closing),
}

impl Parser<'_> {
    /// `{{define "name"}} … {{end}}`, from behind the keyword.
    pub(super) fn definition(&mut self) -> Parsed<()> {
        const CONTEXT: &str = "define clause";
        let outer = std::mem::replace(&mut self.tree, Tree::new(&self.dollar));
        let token = self.next_non_space();
        let name = self.template_name(token, CONTEXT)?;
        self.expect_right_delim(CONTEXT)?;
        let (body, closing) = self.list()?;
        if closing != Closing::End {
            return self.fail(format!("unexpected {closing} in {CONTEXT}"));
        }
        self.add(name, body)?;
        self.tree = outer;
        Ok(())
    }

    fn list(&mut self) -> Parsed<(Block, Closing)> {
        let mut nodes = Vec::new();
        while self.peek_non_space().kind != Kind::Eof {
            match self.text_or_action()? {
                Step::Node(node) => nodes.push(node),
                Step::Close(closing) => {
                    nodes.shrink_to_fit();
                    return Ok((Block { nodes }, closing));
                }
            }
        }
        self.fail("unexpected EOF")
    }

    pub(super) fn text_or_action(&mut self) -> Parsed<Step> {
        let token = self.next_non_space();
        match token.kind {
            Kind::Text => Ok(Step::Node(Node::Text { start: token.start, end: token.end })),
            Kind::LeftDelim => {
                self.tree.action = Some(token.start);
                let step = self.action()?;
                self.tree.action = None;
                Ok(step)
            }
            _ => self.fail_unexpected(token, "input"),
        }
    }

    /// An action, from behind its delimiter.
    fn action(&mut self) -> Parsed<Step> {
        let token = self.next_non_space();
        let node = match token.kind {
            Kind::Else => return self.else_clause(),
            Kind::End => {
                self.expect_right_delim("end")?;
                return Ok(Step::Close(Closing::End));
            }
            Kind::Break => self.jump("{{break}}", Node::Break { pos: token.start })?,
            Kind::Continue => self.jump("{{continue}}", Node::Continue { pos: token.start })?,
            Kind::If => Node::If(Box::new(self.branch("if", NESTED)?)),
            Kind::With => Node::With(Box::new(self.branch("with", NESTED)?)),
            Kind::Range => Node::Range(Box::new(self.branch("range", NESTED)?)),
            Kind::Template => Node::Template(Box::new(self.template()?)),
            Kind::Block => Node::Template(Box::new(self.block()?)),
            _ => {
                self.back_up();
                let pipe = self.pipeline("command", Kind::RightDelim)?;
                literal(&pipe).unwrap_or(Node::Action(Action { pos: token.start, pipe }))
            }
        };
        Ok(Step::Node(node))
    }

    fn jump(&mut self, shown: &str, node: Node) -> Parsed<Node> {
        self.expect_right_delim(shown)?;
        match self.tree.range_depth {
            0 => self.fail(format!("{shown} outside {{{{range}}}}")),
            _ => Ok(node),
        }
    }

    /// `else`, from behind the keyword. An `if` or `with` behind it stays to be read.
    fn else_clause(&mut self) -> Parsed<Step> {
        if !matches!(self.peek_non_space().kind, Kind::If | Kind::With) {
            self.expect_right_delim("else")?;
        }
        Ok(Step::Close(Closing::Else))
    }

    /// `if`, `with` or `range`, from behind the keyword.
    fn branch(&mut self, keyword: &str, cost: usize) -> Parsed<Branch> {
        self.descend(cost, TOO_DEEP)?;
        let outside = self.tree.scope.mark();
        let pipe = self.pipeline(keyword, Kind::RightDelim)?;
        let inside = self.tree.scope.mark();
        let is_loop = usize::from(keyword == "range");
        self.tree.range_depth += is_loop;
        let (body, closing) = self.list()?;
        self.tree.range_depth -= is_loop;
        self.tree.scope.free(inside);
        let otherwise = match closing {
            Closing::End => None,
            Closing::Else => Some(self.otherwise(keyword)?),
        };
        self.tree.scope.pop(outside);
        self.nesting -= cost;
        Ok(Branch { pos: pipe.pos, pipe, body, otherwise })
    }

    /// What follows an `else`. `{{else if}}` is an `if` inside, whose `end` ends both.
    fn otherwise(&mut self, keyword: &str) -> Parsed<Block> {
        let node = match (keyword, self.peek().kind) {
            ("if", Kind::If) => {
                self.next();
                Node::If(Box::new(self.branch(keyword, CHAINED)?))
            }
            ("with", Kind::With) => {
                self.next();
                Node::With(Box::new(self.branch(keyword, CHAINED)?))
            }
            _ => {
                return match self.list()? {
                    (block, Closing::End) => Ok(block),
                    (_, closing) => self.fail(format!("expected end; found {closing}")),
                };
            }
        };
        Ok(Block { nodes: vec![node] })
    }

    /// `{{template "name" pipeline}}`, from behind the keyword.
    fn template(&mut self) -> Parsed<Invoke> {
        const CONTEXT: &str = "template clause";
        let token = self.next_non_space();
        let name = self.template_name(token, CONTEXT)?;
        if self.next_non_space().kind == Kind::RightDelim {
            return Ok(Invoke { pos: token.start, name, pipe: None });
        }
        self.back_up();
        let pipe = self.pipeline(CONTEXT, Kind::RightDelim)?;
        Ok(Invoke { pos: token.start, name, pipe: Some(pipe) })
    }

    /// `{{block "name" pipeline}} … {{end}}`, from behind the keyword: a `define` and its `template` in one.
    fn block(&mut self) -> Parsed<Invoke> {
        const CONTEXT: &str = "block clause";
        self.descend(NESTED, TOO_DEEP)?;
        let token = self.next_non_space();
        let name = self.template_name(token, CONTEXT)?;
        let pipe = self.pipeline(CONTEXT, Kind::RightDelim)?;
        let outer = std::mem::replace(&mut self.tree, Tree::new(&self.dollar));
        let (body, closing) = self.list()?;
        if closing != Closing::End {
            // Go reports this one at the line of the outer template.
            self.tree = outer;
            return self.fail(format!("unexpected {closing} in {CONTEXT}"));
        }
        self.add(name.clone(), body)?;
        self.tree = outer;
        self.nesting -= NESTED;
        Ok(Invoke { pos: token.start, name, pipe: Some(pipe) })
    }

    fn template_name(&mut self, token: Token, context: &str) -> Parsed<Arc<str>> {
        if !matches!(token.kind, Kind::String | Kind::RawString) {
            return self.fail_unexpected(token, context);
        }
        let name = self.unquote(token)?;
        Ok(Arc::from(String::from_utf8_lossy(&name)))
    }

    fn expect_right_delim(&mut self, context: &str) -> Parsed<()> {
        match self.next_non_space() {
            Token { kind: Kind::RightDelim, .. } => Ok(()),
            token => self.fail_unexpected(token, context),
        }
    }
}

/// The node of a pipeline that is nothing but a string without escapes.
fn literal(pipe: &Pipe) -> Option<Node> {
    let ([], [command]) = (&*pipe.decl, &*pipe.commands) else { return None };
    match &*command.args {
        [Expr { pos, kind: ExprKind::Str { quoting: Quoting::Double | Quoting::Raw, value } }] => {
            Some(Node::Literal { start: pos + 1, end: pos + 1 + value.len() as u32 })
        }
        _ => None,
    }
}
