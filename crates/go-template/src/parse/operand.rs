//! Operands: constants, names, fields and parenthesised pipelines.

use super::number::parse_number;
use super::unquote::unquote;
use super::{NESTED, Parsed, Parser};
use crate::ParseErrorKind;
use crate::ast::NodeKind;
use crate::fmt::quote;
use crate::lex::{Kind, Token};

impl Parser<'_> {
    /// A term and the fields after it; its first token is already consumed.
    pub(super) fn operand(&mut self, token: Token) -> Parsed<()> {
        let number = self.node_count();
        self.term(token)?;
        let next = self.peek();
        if next.kind != Kind::Field || next.is_spaced {
            return Ok(());
        }
        let end = self.read_fields(next.start);
        let kind = match self.nodes[number as usize].kind {
            NodeKind::Function { number, .. } => NodeKind::Function { number, has_fields: true },
            NodeKind::Pipe(mut pipe) => {
                pipe.has_fields = true;
                NodeKind::Pipe(pipe)
            }
            _ => {
                let term = String::from_utf8_lossy(self.text_of(token));
                let message = format!("unexpected . after term {}", quote(term.as_bytes()));
                // For Go, white space after the fields is a token, and the one read last.
                let next = self.last_read();
                return self.fail_at(if next.is_spaced { end } else { next.start }, message);
            }
        };
        self.set(number, kind);
        self.push(next.start, NodeKind::Fields { end });
        Ok(())
    }

    /// Reads the fields that follow without white space; returns where they end.
    fn read_fields(&mut self, start: u32) -> u32 {
        let mut end = start;
        loop {
            let token = self.peek();
            if token.kind != Kind::Field || token.is_spaced {
                return end;
            }
            self.next();
            end = token.end;
        }
    }

    fn term(&mut self, token: Token) -> Parsed<()> {
        let kind = match token.kind {
            Kind::Identifier => NodeKind::Function { number: self.function(token)?, has_fields: false },
            Kind::Dot => NodeKind::Dot,
            Kind::Nil => NodeKind::Nil,
            Kind::Variable => NodeKind::Variable { slot: self.variable(token)?, end: self.read_fields(token.end) },
            Kind::Field => NodeKind::Field { end: self.read_fields(token.end) },
            Kind::Bool => NodeKind::Bool(self.text_of(token) == b"true"),
            Kind::LeftParen => return self.parenthesised(),
            Kind::String | Kind::RawString => self.string(token)?,
            Kind::Number if token.is_plain => NodeKind::Number { kind: Kind::Number, end: token.end },
            kind => match parse_number(self.text_of(token), kind) {
                Ok(_) => NodeKind::Number { kind, end: token.end },
                Err(message) => return self.fail(message),
            },
        };
        self.push(token.start, kind);
        Ok(())
    }

    fn parenthesised(&mut self) -> Parsed<()> {
        self.descend(NESTED, "max expression depth exceeded")?;
        self.pipeline("parenthesized pipeline", Kind::RightParen)?;
        self.nesting -= NESTED;
        Ok(())
    }

    fn function(&mut self, token: Token) -> Parsed<u32> {
        let name = self.text_of(token);
        match self.functions.number(name) {
            Some(number) => Ok(number),
            None => {
                let kind = ParseErrorKind::UndefinedFunction(String::from_utf8_lossy(name).into_owned());
                self.fail_by(kind, format!("function {} not defined", quote(name)))
            }
        }
    }

    fn variable(&mut self, token: Token) -> Parsed<u32> {
        let name = self.text_of(token);
        match self.tree.scope.find(name) {
            Some(slot) => Ok(slot),
            None => self.fail(format!("undefined variable {}", quote(name))),
        }
    }

    fn string(&mut self, token: Token) -> Parsed<NodeKind> {
        let written = self.text_of(token);
        let is_plain = token.is_plain
            || match unquote(written) {
                Some(value) => written.get(1..written.len() - 1) == Some(&value),
                None => return self.fail("invalid syntax"),
            };
        Ok(NodeKind::Str { is_plain, end: token.end })
    }
}
