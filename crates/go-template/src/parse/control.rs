//! Text, actions and control structures.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::unquote::unquote;
use super::{CHAINED, NESTED, Parsed, Parser, is_blank};
use crate::ParseErrorKind;
use crate::ast::{Keyword, NodeKind};
use crate::lex::{Kind, Token};

/// Not one of Go's errors: Go's control structures may nest without limit.
const TOO_DEEP: &str = "max nesting depth exceeded";

/// The end of a list of nodes.
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

/// The result of a step: a part of a list of nodes, or its end.
pub(super) enum Step {
    Node,
    Close(Closing),
}

impl<'t> Parser<'t> {
    /// `{{define "name"}} … {{end}}`, after the keyword.
    pub(super) fn definition(&mut self) -> Parsed<()> {
        const CONTEXT: &str = "define clause";
        let outer = std::mem::take(&mut self.tree);
        let token = self.next();
        let name = self.template_name(token, CONTEXT)?;
        self.expect_right_delim(CONTEXT)?;
        let number = self.push(token.start, NodeKind::Definition { end: 0 });
        let closing = self.list()?;
        if closing != Closing::End {
            return self.fail(format!("unexpected {closing} in {CONTEXT}"));
        }
        self.add(shared(&name), number + 1)?;
        self.set(number, NodeKind::Definition { end: self.node_count() });
        self.tree = outer;
        Ok(())
    }

    fn list(&mut self) -> Parsed<Closing> {
        loop {
            let token = self.next();
            if token.kind == Kind::Eof {
                return self.fail_by(ParseErrorKind::MissingEnd, "unexpected EOF");
            }
            if let Step::Close(closing) = self.text_or_action(token)? {
                return Ok(closing);
            }
        }
    }

    pub(super) fn text_or_action(&mut self, token: Token) -> Parsed<Step> {
        match token.kind {
            Kind::Text => {
                self.push(token.start, NodeKind::Text { end: token.end });
                self.tree.has_content = self.tree.has_content || !is_blank(self.text_of(token));
                Ok(Step::Node)
            }
            Kind::LeftDelim => {
                self.tree.action = Some(token.start);
                let step = self.action()?;
                self.tree.action = None;
                Ok(step)
            }
            _ => self.fail_unexpected(token, "input"),
        }
    }

    /// An action, after its delimiter.
    fn action(&mut self) -> Parsed<Step> {
        let token = self.next();
        match token.kind {
            Kind::Else => return self.else_clause(),
            Kind::End => {
                self.expect_right_delim("end")?;
                return Ok(Step::Close(Closing::End));
            }
            Kind::Break => self.jump("{{break}}", token, NodeKind::Break)?,
            Kind::Continue => self.jump("{{continue}}", token, NodeKind::Continue)?,
            Kind::If => self.branch(Keyword::If, NESTED)?,
            Kind::With => self.branch(Keyword::With, NESTED)?,
            Kind::Range => self.branch(Keyword::Range, NESTED)?,
            Kind::Template => self.template()?,
            Kind::Block => self.block()?,
            _ => {
                self.back_up();
                let pipe = self.pipeline("command", Kind::RightDelim)?;
                self.make_literal(pipe);
            }
        }
        self.tree.has_content = true;
        Ok(Step::Node)
    }

    fn jump(&mut self, shown: &str, token: Token, kind: NodeKind) -> Parsed<()> {
        self.expect_right_delim(shown)?;
        if self.tree.range_depth == 0 {
            return self.fail(format!("{shown} outside {{{{range}}}}"));
        }
        self.push(token.start, kind);
        Ok(())
    }

    /// `else`, after the keyword. A following `if` or `with` is not consumed.
    fn else_clause(&mut self) -> Parsed<Step> {
        if !matches!(self.peek().kind, Kind::If | Kind::With) {
            self.expect_right_delim("else")?;
        }
        Ok(Step::Close(Closing::Else))
    }

    /// `if`, `with` or `range`, after the keyword.
    fn branch(&mut self, keyword: Keyword, cost: usize) -> Parsed<()> {
        self.descend(cost, TOO_DEEP)?;
        let number = self.push(0, NodeKind::Break);
        let outside = self.tree.scope.mark();
        let context = match keyword {
            Keyword::If => "if",
            Keyword::With => "with",
            Keyword::Range => "range",
        };
        self.pipeline(context, Kind::RightDelim)?;
        let inside = self.tree.scope.mark();
        let is_loop = usize::from(keyword == Keyword::Range);
        self.tree.range_depth += is_loop;
        let closing = self.list()?;
        self.tree.range_depth -= is_loop;
        self.tree.scope.free(inside);
        let otherwise = self.node_count();
        let has_else = closing == Closing::Else;
        if has_else {
            self.otherwise(keyword)?;
        }
        self.set(number, NodeKind::Branch { keyword, has_else, otherwise, end: self.node_count() });
        self.tree.scope.pop(outside);
        self.nesting -= cost;
        Ok(())
    }

    /// The part after an `else`. `{{else if}}` is a nested `if` whose `end` ends both.
    fn otherwise(&mut self, keyword: Keyword) -> Parsed<()> {
        match (keyword, self.peek().kind) {
            (Keyword::If, Kind::If) | (Keyword::With, Kind::With) => {
                self.next();
                self.branch(keyword, CHAINED)
            }
            _ => match self.list()? {
                Closing::End => Ok(()),
                closing => self.fail(format!("expected end; found {closing}")),
            },
        }
    }

    /// `{{template "name" pipeline}}`, after the keyword.
    fn template(&mut self) -> Parsed<()> {
        const CONTEXT: &str = "template clause";
        let token = self.next();
        self.template_name(token, CONTEXT)?;
        let number = self.push(token.start, NodeKind::Break);
        if self.next().kind != Kind::RightDelim {
            self.back_up();
            self.pipeline(CONTEXT, Kind::RightDelim)?;
        }
        self.set(number, NodeKind::Invoke { name_end: token.end, end: self.node_count() });
        Ok(())
    }

    /// `{{block "name" pipeline}} … {{end}}`, after the keyword: a `define` and its `template` in one.
    fn block(&mut self) -> Parsed<()> {
        const CONTEXT: &str = "block clause";
        self.descend(NESTED, TOO_DEEP)?;
        let token = self.next();
        let name = self.template_name(token, CONTEXT)?;
        let number = self.push(token.start, NodeKind::Break);
        self.pipeline(CONTEXT, Kind::RightDelim)?;
        let outer = std::mem::take(&mut self.tree);
        let start = self.node_count();
        let closing = self.list()?;
        if closing != Closing::End {
            // Go reports this one at the line of the outer template.
            self.tree = outer;
            return self.fail(format!("unexpected {closing} in {CONTEXT}"));
        }
        self.add(shared(&name), start)?;
        self.tree = outer;
        self.nesting -= NESTED;
        self.set(number, NodeKind::Invoke { name_end: token.end, end: self.node_count() });
        Ok(())
    }

    fn template_name(&mut self, token: Token, context: &str) -> Parsed<Cow<'t, [u8]>> {
        if !matches!(token.kind, Kind::String | Kind::RawString) {
            return self.fail_unexpected(token, context);
        }
        match unquote(self.text_of(token)) {
            Some(name) => Ok(name),
            None => self.fail("invalid syntax"),
        }
    }

    fn expect_right_delim(&mut self, context: &str) -> Parsed<()> {
        match self.next() {
            Token { kind: Kind::RightDelim, .. } => Ok(()),
            token => self.fail_unexpected(token, context),
        }
    }

    /// Converts an action that is only a string without escapes to a literal part.
    fn make_literal(&mut self, pipe: u32) {
        let [_, _, string] = &self.nodes[pipe as usize..] else { return };
        if let NodeKind::Str { is_plain: true, end } = string.kind {
            let pos = string.pos + 1;
            self.nodes.truncate(pipe as usize);
            self.push(pos, NodeKind::Literal { end: end - 1 });
        }
    }
}

/// A template's name, reference-counted.
fn shared(name: &[u8]) -> Arc<str> {
    // Validating is faster than the lossy conversion, and names are hardly ever invalid.
    std::str::from_utf8(name).map_or_else(|_| Arc::from(String::from_utf8_lossy(name)), Arc::from)
}
