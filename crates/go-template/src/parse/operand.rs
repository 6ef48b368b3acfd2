//! Operands: constants, names, fields and parenthesised pipelines.

use std::borrow::Cow;

use super::number::parse_number;
use super::unquote::unquote;
use super::{NESTED, Parsed, Parser};
use crate::Str;
use crate::ast::{Expr, ExprKind, FunctionRef, Quoting};
use crate::fmt::quote;
use crate::lex::{Kind, Token};

const LONGEST_NAME: usize = 48;

impl<'t> Parser<'t> {
    /// The same `Str` for the same text.
    fn name(&mut self, name: &'t [u8]) -> Str {
        // Long ones are hardly ever there twice.
        if name.len() > LONGEST_NAME {
            return Str::from(name);
        }
        self.names.entry(name).or_insert_with(|| Str::from(name)).clone()
    }

    /// A term and the fields behind it. `None`: what comes next is no operand.
    pub(super) fn operand(&mut self) -> Parsed<Option<Expr>> {
        let Some(term) = self.term()? else { return Ok(None) };
        let next = self.peek();
        if next.kind != Kind::Field {
            return Ok(Some(term));
        }
        let fields = self.read_fields();
        match term.kind {
            ExprKind::Function(_) | ExprKind::Pipe(_) => {}
            _ => return self.fail(format!("unexpected . after term {}", quote(term.to_string().as_bytes()))),
        }
        let kind = ExprKind::Chain { operand: Box::new(term), fields };
        Ok(Some(Expr { pos: next.start, kind }))
    }

    fn read_fields(&mut self) -> Box<[Str]> {
        let start = self.fields.len();
        while self.peek().kind == Kind::Field {
            let token = self.next();
            let name = self.field_name(token);
            self.fields.push(name);
        }
        self.fields.split_off(start).into_boxed_slice()
    }

    /// The name of a field without its dot, the same `Str` for the same name.
    fn field_name(&mut self, token: Token) -> Str {
        self.name(self.text_of(token).get(1..).unwrap_or_default())
    }

    fn term(&mut self) -> Parsed<Option<Expr>> {
        let token = self.next_non_space();
        let kind = match token.kind {
            Kind::Identifier => ExprKind::Function(self.function(token)?),
            Kind::Dot => ExprKind::Dot,
            Kind::Nil => ExprKind::Nil,
            Kind::Variable => return self.variable(token).map(Some),
            Kind::Field => return Ok(Some(self.field(token))),
            Kind::Bool => ExprKind::Bool(self.text_of(token) == b"true"),
            Kind::CharConstant | Kind::Complex | Kind::Number => match parse_number(self.text_of(token), token.kind) {
                Ok(number) => ExprKind::Number(Box::new(number)),
                Err(message) => return self.fail(message),
            },
            Kind::LeftParen => return self.parenthesised().map(Some),
            Kind::String | Kind::RawString => {
                let value = self.unquote(token)?;
                let written = self.text_of(token);
                let quoting = match written {
                    [b'"', inside @ .., b'"'] if *inside == *value => Quoting::Double,
                    [b'`', inside @ .., b'`'] if *inside == *value => Quoting::Raw,
                    _ => Quoting::Other(written.into()),
                };
                ExprKind::Str { quoting, value }
            }
            _ => {
                self.back_up();
                return Ok(None);
            }
        };
        Ok(Some(Expr { pos: token.start, kind }))
    }

    fn parenthesised(&mut self) -> Parsed<Expr> {
        self.descend(NESTED, "max expression depth exceeded")?;
        let pipe = self.pipeline("parenthesized pipeline", Kind::RightParen)?;
        self.nesting -= NESTED;
        Ok(Expr { pos: pipe.pos, kind: ExprKind::Pipe(Box::new(pipe)) })
    }

    fn function(&mut self, token: Token) -> Parsed<FunctionRef> {
        let text = self.text_of(token);
        let name = std::str::from_utf8(text).unwrap_or_default();
        if let Some(function) = self.functions.get(name) {
            return Ok(FunctionRef { function, is_builtin: false });
        }
        match self.builtins.get(name) {
            Some(function) => Ok(FunctionRef { function, is_builtin: true }),
            None => self.fail(format!("function {} not defined", quote(text))),
        }
    }

    /// `.a.b`, which Go places where the second name stands.
    fn field(&mut self, token: Token) -> Expr {
        self.back_up();
        let fields = self.read_fields();
        let pos = if fields.len() > 1 { token.end } else { token.start };
        Expr { pos, kind: ExprKind::Field(fields) }
    }

    /// `$x.a`, which Go places where the first field stands.
    fn variable(&mut self, token: Token) -> Parsed<Expr> {
        let text = self.text_of(token);
        let Some((name, slot)) = self.tree.scope.find(text) else {
            return self.fail(format!("undefined variable {}", quote(text)));
        };
        let fields = self.read_fields();
        let pos = if fields.is_empty() { token.start } else { token.end };
        Ok(Expr { pos, kind: ExprKind::Variable { name, slot, fields } })
    }

    pub(super) fn unquote(&mut self, token: Token) -> Parsed<Str> {
        match unquote(self.text_of(token)) {
            Some(Cow::Borrowed(value)) => Ok(self.name(value)),
            Some(Cow::Owned(value)) => Ok(value.into()),
            None => self.fail("invalid syntax"),
        }
    }
}
